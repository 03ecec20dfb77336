import { useCheckedForm } from '#shared/web/checked-form.ts'
import { useSend } from '#shared/web/send.tsx'
import { Dialog } from '#shared/web/ui/Dialog.tsx'
import { ErrorSummary } from '#shared/web/ui/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/Form.tsx'
import { Note } from '#shared/web/ui/Note.tsx'
import { toast } from '#shared/web/ui/toasts.ts'
import type { AuthContract } from '../contract.ts'
import { confirmProblem, newPasswordProblem } from '../form-rules.ts'
import { authSentences, authText } from '../spec.ts'
import './DialogForm.css'
import { enter } from './enter.ts'
import { failureOf } from './failures.ts'
import { type GooglePerson, logInWithGoogle } from './google.ts'
import { leaveForLogin } from './handed-over.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordLength } from './password-length.ts'

type SetPasswordProps = { person: GooglePerson; onClose: () => void }

/** §2: the popup after a first sign-up with Google. */
export function SetPassword({ person, onClose }: SetPasswordProps) {
  return (
    <Dialog open onClose={onClose} title={`Hello, ${person.name}`} description="set a password">
      <div className="dialog-form">
        <Note look="ok" title={`Google has confirmed ${person.email}`}>
          <span>With a password you can also log in without Google.</span>
        </Note>
        <SetPasswordForm person={person} />
      </div>
    </Dialog>
  )
}

const empty: string[] = [authText.passwordRequired, authText.confirmRequired]

function SetPasswordForm({ person }: { person: GooglePerson }) {
  const form = useSetPassword(person)
  const { hint } = usePasswordLength()
  const isIncomplete = form.state.faults.some(({ text }) => empty.includes(text))
  return (
    <>
      <ErrorSummary form={form.state} title={isIncomplete ? authSentences.fillFields : undefined} />
      <Form form={form.state} submit="Set Password" busy="Creating account…" look="brand">
        <NewPasswordFields form={form} name="password" label="Password" hint={hint} />
      </Form>
    </>
  )
}

/** §4: the account is created, then the login is tried again. */
function useSetPassword(person: GooglePerson) {
  const send = useSend()
  const { shortest } = usePasswordLength()
  return useCheckedForm({
    id: 'set-password',
    rules: {
      password: (text) => newPasswordProblem(text, shortest, authText.passwordRequired),
      confirm: (text, { password }) => confirmProblem(text, password),
    },
    submit: async ({ password }) => {
      await send<AuthContract['createUser']>('POST /users/createUser', { body: { ...person, password } })
      try {
        enter(await logInWithGoogle(send, person))
        toast.success(authSentences.created)
      } catch {
        leaveForLogin('created') // the account stands, so the way in is the usual one
      }
      return 'leaving'
    },
    explain: (error) =>
      failureOf(error, {
        refused: authText.setPasswordFailed,
        lost: authText.setPasswordFailed,
        fields: { WEAK_PASSWORD: 'password' },
      }),
  })
}
