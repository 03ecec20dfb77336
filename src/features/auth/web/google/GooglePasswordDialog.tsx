import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { PasswordField } from '#shared/web/ui/forms/PasswordField.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import type { LoginReply } from '../../contract.ts'
import { authMessages, googleText } from '../../texts-and-limits.ts'
import '../DialogForm.css'
import { toFormError } from '../auth-errors.ts'
import { type GoogleProfile, logInWithGoogle } from './google-popup.ts'

type GooglePasswordDialogProps = {
  profile: GoogleProfile
  onDone: (reply: LoginReply) => void
  onClose: () => void
}

/** Asks once for the password of an account that existed before its owner's first Google login. */
export function GooglePasswordDialog({ profile, onDone, onClose }: GooglePasswordDialogProps) {
  const send = useApiClient()
  const form = useValidatedForm({
    id: 'google-password',
    rules: { password: (text) => (text === '' ? authMessages.fillFields : undefined) },
    submit: async ({ password }) => {
      onDone(await logInWithGoogle(send, profile, password))
      return 'leaving'
    },
    explain: (error) => {
      form.retype('password')
      return toFormError(error, { refused: googleText.failed, lost: googleText.failed })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={googleText.passwordTitle}
      description={authMessages.passwordRequired}
    >
      <div className="dialog-form">
        <Form form={form.state} submit="Connect" busy="Connecting…" variant="brand">
          <PasswordField
            label={`Password of ${profile.email}`}
            autoComplete="current-password"
            {...form.field('password')}
          />
        </Form>
      </div>
    </Dialog>
  )
}
