import { paths } from '#shared/paths.ts'
import { useCheckedForm } from '#shared/web/checked-form.ts'
import { useSend } from '#shared/web/send.tsx'
import { signOutTo } from '#shared/web/session.ts'
import { ErrorSummary } from '#shared/web/ui/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/Form.tsx'
import { PasswordField } from '#shared/web/ui/PasswordField.tsx'
import { toast } from '#shared/web/ui/toasts.ts'
import type { AuthContract } from '../contract.ts'
import { confirmProblem, newPasswordProblem, passwordMissing } from '../form-rules.ts'
import { authSentences, authText, loginAgainAfter } from '../spec.ts'
import { failureOf } from './failures.ts'
import { handOver } from './hand-over.ts'
import { sayMismatch } from './mismatch.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordLength } from './password-length.ts'

/** §2 Change Password, in the dashboard and on its own page. */
export function ChangePasswordForm() {
  const form = useChange()
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

function useChange() {
  const send = useSend()
  const { shortest } = usePasswordLength()
  return useCheckedForm({
    id: 'change',
    rules: {
      oldPassword: (text) => passwordMissing(text, authText.currentRequired),
      newPassword: (text) => newPasswordProblem(text, shortest, authText.newRequired),
      confirm: (text, { newPassword }) => confirmProblem(text, newPassword),
    },
    onRefused: sayMismatch,
    submit: async ({ oldPassword, newPassword }) => {
      const body = { oldPassword, newPassword }
      await send<AuthContract['changePassword']>('POST /auth/changePassword', { body })
      toast.success(authSentences.passwordChanged)
      handOver('changed') // now, because the session is over: any other request may lead to the login page first
      setTimeout(leave, loginAgainAfter)
      return 'leaving'
    },
    explain: (error) =>
      failureOf(error, {
        refused: authText.changeFailed,
        lost: authText.changeFailed,
        fields: { WRONG_PASSWORD: 'oldPassword', WEAK_PASSWORD: 'newPassword' },
      }),
  })
}

/** The server has ended all sessions, this one too. */
function leave(): void {
  signOutTo(paths.login())
}
