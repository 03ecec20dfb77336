import { useCheckedForm } from '#shared/web/checked-form.ts'
import { useSend } from '#shared/web/send.tsx'
import { Dialog } from '#shared/web/ui/Dialog.tsx'
import { Form } from '#shared/web/ui/Form.tsx'
import { PasswordField } from '#shared/web/ui/PasswordField.tsx'
import type { LoginReply } from '../contract.ts'
import { authSentences, googleText } from '../spec.ts'
import './DialogForm.css'
import { failureOf } from './failures.ts'
import { type GooglePerson, logInWithGoogle } from './google.ts'

type GooglePasswordDialogProps = {
  person: GooglePerson
  onDone: (reply: LoginReply) => void
  onClose: () => void
}

/** Asks once for the password of an account that was there before its owner came with Google. */
export function GooglePasswordDialog({ person, onDone, onClose }: GooglePasswordDialogProps) {
  const send = useSend()
  const form = useCheckedForm({
    id: 'google-password',
    rules: { password: (text) => (text === '' ? authSentences.fillFields : undefined) },
    submit: async ({ password }) => {
      onDone(await logInWithGoogle(send, person, password))
      return 'leaving'
    },
    explain: (error) => {
      form.retype('password')
      return failureOf(error, { refused: googleText.failed, lost: googleText.failed })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={googleText.passwordTitle}
      description={authSentences.passwordRequired}
    >
      <div className="dialog-form">
        <Form form={form.state} submit="Connect" busy="Connecting…" look="brand">
          <PasswordField
            label={`Password of ${person.email}`}
            autoComplete="current-password"
            {...form.field('password')}
          />
        </Form>
      </div>
    </Dialog>
  )
}
