import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#shared/failure.ts'
import { useSend } from '#shared/web/send.tsx'
import { Dialog } from '#shared/web/ui/Dialog.tsx'
import type { LoginReply } from '../contract.ts'
import { authSentences, googleText } from '../spec.ts'
import './GooglePasswordDialog.css'
import { type GooglePerson, logInWithGoogle } from './google.ts'

type GooglePasswordDialogProps = {
  person: GooglePerson
  onDone: (reply: LoginReply) => void
  onClose: () => void
}

/** Asks once for the password of an account that was there before somebody came with Google. */
export function GooglePasswordDialog({ person, onDone, onClose }: GooglePasswordDialogProps) {
  const id = useId()
  const send = useSend()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (isSending) return
    if (password === '') return setProblem(authSentences.fillFields)
    setSending(true)
    try {
      onDone(await logInWithGoogle(send, person, password))
      onClose()
    } catch (error) {
      setProblem(messageOf(error, googleText.failed))
    }
    setSending(false)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={googleText.passwordTitle}
      description={authSentences.passwordRequired}
    >
      <form className="google-password" noValidate onSubmit={handleSubmit}>
        <div className="field">
          <label className="field__label" htmlFor={id}>
            Password of {person.email}
          </label>
          <input
            className="input"
            id={id}
            name="password"
            type="password"
            autoComplete="current-password"
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-problem`}
          />
          <p className="err" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        </div>
        <button type="submit" className="btn btn--brand btn--block" aria-disabled={isSending}>
          Connect
        </button>
      </form>
    </Dialog>
  )
}
