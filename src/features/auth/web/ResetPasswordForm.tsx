import { useCheckedForm } from '#shared/web/checked-form.ts'
import { useSend } from '#shared/web/send.tsx'
import { ErrorSummary } from '#shared/web/ui/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/Form.tsx'
import type { AuthContract } from '../contract.ts'
import { confirmProblem, newPasswordProblem } from '../form-rules.ts'
import { authText } from '../spec.ts'
import { failureOf, isInvalidLink } from './failures.ts'
import { leaveForLogin } from './handed-over.ts'
import { type SecretProps, secrets, wipeSecret } from './mailed-secret.ts'
import { sayMismatch } from './mismatch.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordLength } from './password-length.ts'

/** Whose password, and the link's token. */
type ResetPasswordFormProps = SecretProps<'id' | 'token'>

/** §2 Reset-password screen. */
export function ResetPasswordForm(props: ResetPasswordFormProps) {
  const form = useReset(props)
  const { hint } = usePasswordLength()
  return (
    <>
      <ErrorSummary form={form.state} />
      <Form form={form.state} submit="Reset Password" busy="Saving…">
        <NewPasswordFields form={form} name="newPassword" label="New Password" hint={hint} />
      </Form>
    </>
  )
}

function useReset({ secret, onInvalid }: ResetPasswordFormProps) {
  const send = useSend()
  const { shortest } = usePasswordLength()
  return useCheckedForm({
    id: 'reset',
    rules: {
      newPassword: (text) => newPasswordProblem(text, shortest, authText.newRequired),
      confirm: (text, { newPassword }) => confirmProblem(text, newPassword),
    },
    onRefused: sayMismatch,
    submit: async ({ newPassword }) => {
      if (typeof secret === 'string') return 'done' // the page shows another state by then
      const { id, token } = secret
      // The link's token stands in for the session's on this one call, whoever is signed in.
      await send<AuthContract['resetPassword']>(
        'POST /auth/resetPassword',
        { body: { id, newPassword } },
        { token },
      )
      wipeSecret(secrets.reset)
      leaveForLogin('reset')
      return 'leaving'
    },
    explain: (error) =>
      isInvalidLink(error)
        ? onInvalid()
        : failureOf(error, {
            refused: authText.resetFailed,
            lost: authText.resetLost,
            fields: { WEAK_PASSWORD: 'newPassword' },
          }),
  })
}
