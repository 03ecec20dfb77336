import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import { validateNewPassword, validatePasswordConfirmation } from '../auth-validation.ts'
import type { AuthContract } from '../contract.ts'
import { authText } from '../texts-and-limits.ts'
import { isInvalidLink, toFormError } from './auth-errors.ts'
import { clearLinkToken, type LinkSecretProps, linkTokenKeys } from './link-token.ts'
import { redirectToLogin } from './login-notice.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordLength } from './password-length.ts'
import { showPasswordMismatch } from './password-mismatch.ts'

/** The account and the link's token. */
type ResetPasswordFormProps = LinkSecretProps<'id' | 'token'>

/** §2 Reset-password screen. */
export function ResetPasswordForm(props: ResetPasswordFormProps) {
  const form = useResetPassword(props)
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

function useResetPassword({ secret, onInvalid }: ResetPasswordFormProps) {
  const send = useApiClient()
  const { minLength } = usePasswordLength()
  return useValidatedForm({
    id: 'reset',
    rules: {
      newPassword: (text) => validateNewPassword(text, minLength, authText.newRequired),
      confirm: (text, { newPassword }) => validatePasswordConfirmation(text, newPassword),
    },
    onRefused: showPasswordMismatch,
    submit: async ({ newPassword }) => {
      if (typeof secret === 'string') return 'done' // without a token the page does not show this form
      const { id, token } = secret
      // The link's token replaces the session's on this one call, whichever account is logged in.
      await send<AuthContract['resetPassword']>(
        'POST /auth/resetPassword',
        { body: { id, newPassword } },
        { token },
      )
      clearLinkToken(linkTokenKeys.reset)
      redirectToLogin('reset')
      return 'leaving'
    },
    explain: (error) =>
      isInvalidLink(error)
        ? onInvalid()
        : toFormError(error, {
            refused: authText.resetFailed,
            lost: authText.resetLost,
            fields: { WEAK_PASSWORD: 'newPassword' },
          }),
  })
}
