import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '#features/site/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { showAlert } from '#shared/web/ui/dialogs/alerts.ts'
import type { ParseErrorCode, ParseErrorDetail } from '../parse-error-codes.ts'
import { getErrorDialog } from '../parse-error-messages.ts'
import { ErrorReason } from './ErrorReason.tsx'

type LinkError = {
  code: ParseErrorCode
  /** The server's message, when the server parsed the link. */
  reason?: string
  why?: ParseErrorDetail | undefined
  shortLink?: string | undefined
}

/** Shows the dialog of §8 for an unrecognized link, with our reason below its sentence. */
export function showInvalidLinkDialog(
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

const contactText = 'contact us'

/** The dialog's footer. 'contact us' links to the operator's chat channel or community page, if there is one. */
function DialogFooter({ text }: { text: string }) {
  const settings = useQuery(settingsQuery(useApiClient())).data?.data
  const contactUrl = settings?.chatUrl ?? settings?.socialUrl
  const [before, after] = text.split(contactText)
  if (!contactUrl || after === undefined) return <span>{text}</span>
  return (
    <>
      <span>{before}</span>
      <a href={contactUrl} target="_blank" rel="noopener noreferrer">
        <span>{contactText}</span>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <span>{after}</span>
    </>
  )
}
