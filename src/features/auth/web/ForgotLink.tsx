import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react'
import './ForgotLink.css'
import { forgotHash } from './forgot-path.ts'

const loadPopup = () => import('./ForgotPassword.tsx')
const ForgotPassword = lazy(async () => ({ default: (await loadPopup()).ForgotPassword }))

/** §2 Forgot Password: opens the popup, with the email address that was typed already. */
export function ForgotLink({ email }: { email: () => string }) {
  const [start, setStart] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (location.hash !== forgotHash) return
    history.replaceState(history.state, '', location.pathname + location.search)
    setStart('')
    setOpen(true)
  }, [])

  function open(event: MouseEvent) {
    event.preventDefault()
    setStart(email())
    setOpen(true)
  }

  return (
    <>
      <a className="forgot-link" href={forgotHash} onPointerEnter={loadPopup} onClick={open}>
        Forgot Password
      </a>
      {start !== undefined && (
        <Suspense>
          <ForgotPassword isOpen={isOpen} email={start} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
