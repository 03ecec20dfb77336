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
  /** More about it. */
  why?: ParseErrorDetail | undefined
  /** The short link, as the page's URL has it: of a site that we follow, or it is not shown. */
  shortLink?: string | undefined
}

/** The dialog of §8 as a part of the page, for a form sent without script. With script the dialog itself opens. */
export function LinkErrorNotice({ code, why, shortLink }: LinkErrorNoticeProps) {
  const navigate = useNavigate()
  const [isAlone, setAlone] = useState(false)
  const { title, text, help, footer } = getErrorDialog(code, why)
  const address = shortLink && isFollowed(shortLink) ? shortLink : undefined
  useEffect(() => {
    import('./link-error-dialog.tsx')
      .then(({ showLinkError: showRefusal }) => {
        navigate(paths.home(), { replace: true, preventScrollReset: true })
        return showRefusal({ code, why, shortLink: address }, { onEdit: focusLinkBox })
      })
      .catch(() => setAlone(true))
  }, [code, why, address, navigate])
  const reason = footer === undefined ? `${text} ${help}` : help
  return (
    <div className={isAlone ? 'refused' : 'refused no-js'} role="alert">
      <CircleAlert className="icon" aria-hidden />
      <p className="refused__title">
        <b>{title}</b>
        {footer !== undefined && <span>{` ${text}`}</span>}
      </p>
      <p className="refused__help">
        <ErrorReason reason={reason} shortLink={address} />
      </p>
      {footer !== undefined && <p className="refused__help">{footer}</p>}
    </div>
  )
}

function isFollowed(link: string): boolean {
  const { origin, hostname } = URL.parse(link) ?? {}
  return origin === `https://${hostname}` && findShortener(hostname ?? '') !== undefined
}

function focusLinkBox(): void {
  document.querySelector<HTMLElement>('main [data-link-box]')?.focus()
}
