import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import { validateEmail } from '../auth-validation.ts'
import type { AuthContract } from '../contract.ts'
import { authMessages, authText } from '../texts-and-limits.ts'
import './DialogForm.css'
import { toFormError } from './auth-errors.ts'

type ForgotPasswordProps = {
  isOpen: boolean
  /** The email address that is already typed on the page. */
  email: string
  onClose: () => void
}

/** §2 Forgot password: asks for the email address to send a link to. */
export function ForgotPassword({ isOpen, email, onClose }: ForgotPasswordProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Forgot Password"
      description="We'll email you a link to set a new password. It works for 10 minutes."
    >
      <ForgotForm email={email} onSent={onClose} />
    </Dialog>
  )
}

function ForgotForm({ email, onSent }: { email: string; onSent: () => void }) {
  const send = useApiClient()
  const form = useValidatedForm({
    id: 'forgot',
    rules: { email: validateEmail },
    start: { email },
    submit: async (values) => {
      const body = { email: values.email.trim() }
      await send<AuthContract['forgetPassword']>('POST /auth/forgetPassword', { body })
      toast.success(authMessages.checkMail)
      onSent()
      return 'done'
    },
    explain: (error) => toFormError(error, { refused: authText.forgotFailed, lost: authText.forgotFailed }),
  })
  return (
    <div className="dialog-form">
      <Form form={form.state} submit="Send Mail" busy="Sending…" variant="brand">
        <Field label="Email" type="email" inputMode="email" autoComplete="email" {...form.field('email')} />
      </Form>
    </div>
  )
}
