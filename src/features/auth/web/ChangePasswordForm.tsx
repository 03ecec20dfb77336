import { paths } from '#shared/paths.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { signOutTo } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { PasswordField } from '#shared/web/ui/forms/PasswordField.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import {
  validateNewPassword,
  validatePasswordConfirmation,
  validateRequiredPassword,
} from '../auth-validation.ts'
import type { AuthContract } from '../contract.ts'
import { authMessages, authText, reloginDelayMs } from '../texts-and-limits.ts'
import { toFormError } from './auth-errors.ts'
import { saveLoginNotice } from './login-notice-storage.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordLength } from './password-length.ts'
import { showPasswordMismatch } from './password-mismatch.ts'

/** §2 Change Password, in the dashboard and on its own page. */
export function ChangePasswordForm() {
  const form = useChangePassword()
  const { hint } = usePasswordLength()
  return (
    <>
      <ErrorSummary form={form.state} />
      <Form form={form.state} submit="Change Password" busy="Saving…">
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          {...form.field('oldPassword')}
        />
        <NewPasswordFields form={form} name="newPassword" label="New Password" hint={hint} />
      </Form>
    </>
  )
}

function useChangePassword() {
  const send = useApiClient()
  const { minLength } = usePasswordLength()
  return useValidatedForm({
    id: 'change',
    rules: {
      oldPassword: (text) => validateRequiredPassword(text, authText.currentRequired),
      newPassword: (text) => validateNewPassword(text, minLength, authText.newRequired),
      confirm: (text, { newPassword }) => validatePasswordConfirmation(text, newPassword),
    },
    onRefused: showPasswordMismatch,
    submit: async ({ oldPassword, newPassword }) => {
      const body = { oldPassword, newPassword }
      await send<AuthContract['changePassword']>('POST /auth/changePassword', { body })
      toast.success(authMessages.passwordChanged)
      saveLoginNotice('changed') // saved before anything else, because the session has ended and another request may redirect to the login page first
      setTimeout(signOutToLogin, reloginDelayMs)
      return 'leaving'
    },
    explain: (error) =>
      toFormError(error, {
        refused: authText.changeFailed,
        lost: authText.changeFailed,
        fields: { WRONG_PASSWORD: 'oldPassword', WEAK_PASSWORD: 'newPassword' },
      }),
  })
}

/** Logs out in this browser; the server has already ended all sessions. */
function signOutToLogin(): void {
  signOutTo(paths.login())
}
