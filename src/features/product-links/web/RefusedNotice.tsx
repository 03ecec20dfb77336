import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { useNavigate } from '#shared/web/router.tsx'
import { dialogOf, linkDialogs, type RefusalCode, refusalWords } from '../spec.ts'
import './RefusedNotice.css'

/** The dialog of §8 as a part of the page, for a form sent without script. With script the dialog itself opens. */
export function RefusedNotice({ code }: { code: RefusalCode }) {
  const navigate = useNavigate()
  const [isAlone, setAlone] = useState(false)
  const { title, text, footer } = linkDialogs[dialogOf[code]]
  const { wrong, remedy } = refusalWords[code]
  useEffect(() => {
    import('./refusal.tsx')
      .then(({ showRefusal }) => {
        navigate(paths.home(), { replace: true, preventScrollReset: true })
        return showRefusal(code, { onEdit: focusBox })
      })
      .catch(() => setAlone(true))
  }, [code, navigate])
  return (
    <div className={isAlone ? 'refused' : 'refused without-script'} role="alert">
      <CircleAlert className="icon" aria-hidden />
      <p className="refused__title">
        <b>{title}</b> {text}
      </p>
      <p className="refused__help">
        {wrong} {remedy}
      </p>
      <p className="refused__help">{footer}</p>
    </div>
  )
}

function focusBox(): void {
  document.querySelector<HTMLElement>('main [data-link-box]')?.focus()
}
