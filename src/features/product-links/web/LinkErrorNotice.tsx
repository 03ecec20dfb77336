import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { findShortener } from '../link-shorteners.ts'
import type { ParseErrorCode, ParseErrorDetail } from '../parse-error-codes.ts'
import { getErrorDialog } from '../parse-error-messages.ts'
import { ErrorReason } from './ErrorReason.tsx'

type LinkErrorNoticeProps = {
  code: ParseErrorCode
  /** The detail of the code. */
  why?: ParseErrorDetail | undefined
  /** The short link in the page's URL. It is shown only when its host is a known shortener. */
  shortLink?: string | undefined
}

/** The dialog of §8 as a part of the page, for a form sent without JavaScript. With JavaScript the dialog opens instead. */
export function LinkErrorNotice({ code, why, shortLink }: LinkErrorNoticeProps) {
  const navigate = useNavigate()
  const [isDialogMissing, setDialogMissing] = useState(false)
  const { title, text, help, footer } = getErrorDialog(code, why)
  const knownShortLink = shortLink && isKnownShortLink(shortLink) ? shortLink : undefined
  useEffect(() => {
    import('./invalid-link-dialog.tsx')
      .then(({ showInvalidLinkDialog }) => {
        navigate(paths.home(), { replace: true, preventScrollReset: true })
        return showInvalidLinkDialog({ code, why, shortLink: knownShortLink }, { onEdit: focusLinkBox })
      })
      .catch(() => setDialogMissing(true))
  }, [code, why, knownShortLink, navigate])
  const reason = footer === undefined ? `${text} ${help}` : help
  return (
    <div className={isDialogMissing ? 'refused' : 'refused no-js'} role="alert">
      <CircleAlert className="icon" aria-hidden />
      <p className="refused__title">
        <b>{title}</b>
        {footer !== undefined && <span>{` ${text}`}</span>}
      </p>
      <p className="refused__help">
        <ErrorReason reason={reason} shortLink={knownShortLink} />
      </p>
      {footer !== undefined && <p className="refused__help">{footer}</p>}
    </div>
  )
}

function isKnownShortLink(link: string): boolean {
  const { origin, hostname } = URL.parse(link) ?? {}
  return origin === `https://${hostname}` && findShortener(hostname ?? '') !== undefined
}

function focusLinkBox(): void {
  document.querySelector<HTMLElement>('main [data-link-box]')?.focus()
}
