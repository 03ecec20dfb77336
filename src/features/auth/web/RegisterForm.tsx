import { lazy, Suspense, useState } from 'react'
import { failures } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import { createAccountRules } from '../auth-validation.ts'
import type { AuthContract } from '../contract.ts'
import { authText } from '../texts-and-limits.ts'
import { AccountFields } from './AccountFields.tsx'
import { toFormError } from './auth-errors.ts'
import { GoogleButton } from './google/GoogleButton.tsx'
import type { GoogleProfile } from './google/google-popup.ts'
import { redirectToLogin } from './login-notice.ts'
import { saveLoginEmail } from './login-notice-storage.ts'
import { usePasswordLength } from './password-length.ts'
import { storeLogin, useRedirectWhenSignedIn } from './session/store-login.ts'

const SetPassword = lazy(async () => ({ default: (await import('./SetPassword.tsx')).SetPassword }))

/** §2 /register, and the popup that asks a new Google user for a password. */
export function RegisterForm() {
  const form = useRegistration()
  const { hint } = usePasswordLength()
  const [profile, setProfile] = useState<GoogleProfile>()
  return (
    <>
      <ErrorSummary form={form.state} />
      <GoogleButton label="Sign up with Google" onDone={storeLogin} onSetPassword={setProfile} />
      <Form form={form.state} submit="Create Account" busy="Creating account…">
        <AccountFields form={form} hint={hint} />
      </Form>
      {profile && (
        <Suspense>
          <SetPassword profile={profile} onClose={() => setProfile(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const draft = { owner: undefined, names: ['name', 'email'] }

function useRegistration() {
  const send = useApiClient()
  const { minLength } = usePasswordLength()
  useRedirectWhenSignedIn()
  return useValidatedForm({
    id: 'register',
    draft,
    rules: createAccountRules(minLength),
    submit: async ({ name, email, password }) => {
      const body = { name: name.trim(), email: email.trim(), password }
      await send<AuthContract['createUser']>('POST /users/createUser', { body })
      saveLoginEmail(body.email)
      redirectToLogin('created')
      return 'leaving'
    },
    explain: (error) =>
      toFormError(error, {
        refused: failures.general.message,
        lost: authText.registerLost,
        fields: { WEAK_PASSWORD: 'password', EMAIL_EXISTS: 'email' },
      }),
  })
}
