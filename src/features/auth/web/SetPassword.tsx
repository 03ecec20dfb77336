import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import { validateNewPassword, validatePasswordConfirmation } from '../auth-validation.ts'
import type { AuthContract } from '../contract.ts'
import { authMessages, authText } from '../texts-and-limits.ts'
import './DialogForm.css'
import { toFormError } from './auth-errors.ts'
import { type GoogleProfile, logInWithGoogle } from './google/google-popup.ts'
import { redirectToLogin } from './login-notice.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { usePasswordLength } from './password-length.ts'
import { storeLogin } from './session/store-login.ts'

type SetPasswordProps = { profile: GoogleProfile; onClose: () => void }

/** §2: the popup after a first registration with Google. */
export function SetPassword({ profile, onClose }: SetPasswordProps) {
  return (
    <Dialog open onClose={onClose} title={`Hello, ${profile.name}`} description="set a password">
      <div className="dialog-form">
        <Callout variant="ok" title={`Google has confirmed ${profile.email}`}>
          <span>With a password you can also log in without Google.</span>
        </Callout>
        <SetPasswordForm profile={profile} />
      </div>
    </Dialog>
  )
}

const incompleteMessages: string[] = [authText.passwordRequired, authText.confirmRequired]

function SetPasswordForm({ profile }: { profile: GoogleProfile }) {
  const form = useSetPassword(profile)
  const { hint } = usePasswordLength()
  const isIncomplete = form.state.fieldErrors.some(({ message }) => incompleteMessages.includes(message))
  return (
    <>
      <ErrorSummary form={form.state} title={isIncomplete ? authMessages.fillFields : undefined} />
      <Form form={form.state} submit="Set Password" busy="Creating account…" variant="brand">
        <NewPasswordFields form={form} name="password" label="Password" hint={hint} />
      </Form>
    </>
  )
}

/** §4: the account is created, then the login is tried again. */
function useSetPassword(profile: GoogleProfile) {
  const send = useApiClient()
  const { minLength } = usePasswordLength()
  return useValidatedForm({
    id: 'set-password',
    rules: {
      password: (text) => validateNewPassword(text, minLength, authText.passwordRequired),
      confirm: (text, { password }) => validatePasswordConfirmation(text, password),
    },
    submit: async ({ password }) => {
      await send<AuthContract['createUser']>('POST /users/createUser', { body: { ...profile, password } })
      try {
        storeLogin(await logInWithGoogle(send, profile))
        toast.success(authMessages.created)
      } catch {
        redirectToLogin('created') // the account exists now, so the user can log in on the login page
      }
      return 'leaving'
    },
    explain: (error) =>
      toFormError(error, {
        refused: authText.setPasswordFailed,
        lost: authText.setPasswordFailed,
        fields: { WEAK_PASSWORD: 'password' },
      }),
  })
}
