import { loginNotes, useLoginNotice } from '#features/auth/web/login-notice.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import './LoginNotes.css'

/**
 * What happened just before the login, for example a password change. The server renders every note, and the style sheet
 * shows the stored one in the first paint, so that the form below it does not move.
 */
export function LoginNotes() {
  const current = useLoginNotice()
  return loginNotes
    .filter(({ notice }) => current === undefined || current === notice)
    .map(({ notice, note, help }) => (
      <Callout
        key={notice}
        className={current ? '' : `login-note login-note--${notice}`}
        variant="ok"
        title={note}
      >
        {help && <span>{help}</span>}
      </Callout>
    ))
}
