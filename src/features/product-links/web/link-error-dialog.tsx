import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '#features/site/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { showAlert } from '#shared/web/ui/dialogs/alerts.ts'
import type { ParseErrorCode, ParseErrorDetail } from '../parse-error-codes.ts'
import { getErrorDialog } from '../parse-error-messages.ts'
import { ErrorReason } from './ErrorReason.tsx'

type LinkError = {
  code: ParseErrorCode
  /** The server's words, where it was asked. */
  reason?: string
  why?: ParseErrorDetail | undefined
  shortLink?: string | undefined
}

/** The dialog of §8 for an unrecognized link, with the reason in our own words below its sentence. */
export function showLinkError(
  { code, reason, why, shortLink }: LinkError,
  { onEdit }: { onEdit: () => void },
): Promise<void> {
  const { title, text, help, footer } = getErrorDialog(code, why)
  const isSpecified = footer !== undefined
  return showAlert({
    title,
    text,
    ...(isSpecified && { footer: <DialogFooter text={footer} /> }),
    help: <ErrorReason reason={(isSpecified && reason) || help} shortLink={shortLink} />,
    actions: [{ label: 'Edit link', run: onEdit }],
  })
}

const contact = 'contact us'

/** The words 'contact us' link to the chat channel or the community's page, where the operator has one. */
function DialogFooter({ text }: { text: string }) {
  const settings = useQuery(settingsQuery(useApiClient())).data?.data
  const address = settings?.chatUrl ?? settings?.socialUrl
  const [before, after] = text.split(contact)
  if (!address || after === undefined) return <span>{text}</span>
  return (
    <>
      <span>{before}</span>
      <a href={address} target="_blank" rel="noopener noreferrer">
        <span>{contact}</span>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <span>{after}</span>
    </>
  )
}
