import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import type { ParseErrorCode, ShortLinkFailure } from '../parse-error-codes.ts'
import { getParseErrorMessage } from '../parse-error-messages.ts'
import { dialogByCode, linkDialogs } from '../spec.ts'
import './LinkErrorNotice.css'

type LinkErrorNoticeProps = {
  code: ParseErrorCode
  /** The result of resolving a short link. */
  why?: ShortLinkFailure | undefined
}

/** The dialog of §8 as a part of the page, for a form sent without script. With script the dialog itself opens. */
export function LinkErrorNotice({ code, why }: LinkErrorNoticeProps) {
  const navigate = useNavigate()
  const [isAlone, setAlone] = useState(false)
  const { title, text, footer } = linkDialogs[dialogByCode[code]]
  const { wrong, remedy } = getParseErrorMessage(code, why)
  const reason = `${wrong} ${remedy}`
  useEffect(() => {
    import('./link-error-dialog.tsx')
      .then(({ showLinkError: showRefusal }) => {
        navigate(paths.home(), { replace: true, preventScrollReset: true })
        return showRefusal({ code, reason }, { onEdit: focusLinkBox })
      })
      .catch(() => setAlone(true))
  }, [code, reason, navigate])
  return (
    <div className={isAlone ? 'refused' : 'refused no-js'} role="alert">
      <CircleAlert className="icon" aria-hidden />
      <p className="refused__title">
        <b>{title}</b>
        <span>{` ${text}`}</span>
      </p>
      <p className="refused__help">{reason}</p>
      <p className="refused__help">{footer}</p>
    </div>
  )
}

function focusLinkBox(): void {
  document.querySelector<HTMLElement>('main [data-link-box]')?.focus()
}
