import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react'
import './ForgotLink.css'
import { forgotHash } from './forgot-path.ts'

const loadDialog = () => import('./ForgotPassword.tsx')
const ForgotPassword = lazy(async () => ({ default: (await loadDialog()).ForgotPassword }))

/** §2 Forgot Password: opens the popup, with the email address that is already typed. */
export function ForgotLink({ email }: { email: () => string }) {
  const [initialEmail, setInitialEmail] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (location.hash !== forgotHash) return
    history.replaceState(history.state, '', location.pathname + location.search)
    setInitialEmail('')
    setOpen(true)
  }, [])

  function open(event: MouseEvent) {
    event.preventDefault()
    setInitialEmail(email())
    setOpen(true)
  }

  return (
    <>
      <a className="forgot-link" href={forgotHash} onPointerEnter={loadDialog} onClick={open}>
        Forgot Password
      </a>
      {initialEmail !== undefined && (
        <Suspense>
          <ForgotPassword isOpen={isOpen} email={initialEmail} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
