import { useEffect, useEffectEvent } from 'react'
import { isRequestError } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { PasswordField } from '#shared/web/ui/forms/PasswordField.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import { validateRequired, validateRequiredPassword } from '../auth-validation.ts'
import { authMessages, authText } from '../texts-and-limits.ts'
import { toFormError } from './auth-errors.ts'
import { ForgotLink } from './ForgotLink.tsx'
import { GoogleButton } from './google/GoogleButton.tsx'
import { logIn } from './log-in.ts'
import { takeLoginEmail } from './login-notice-storage.ts'
import { promptResendVerification } from './resend-verification.ts'
import { storeLogin, useRedirectWhenSignedIn } from './session/store-login.ts'

/** §2 /login: email and password, Google, and Forgot Password. */
export function LoginForm() {
  const login = useLogin()
  const isIncomplete = login.state.fieldErrors.some(({ message }) => incompleteMessages.includes(message))
  return (
    <>
      <ErrorSummary form={login.state} title={isIncomplete ? authMessages.fillFields : undefined} />
      <GoogleButton label="Sign in with Google" onDone={storeLogin} />
      <Form
        form={login.state}
        submit="Sign in"
        busy="Signing in…"
        beside={<ForgotLink email={() => login.getText('email')} />}
      >
        <Field label="Email" type="email" inputMode="email" autoComplete="email" {...login.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...login.field('password')} />
      </Form>
    </>
  )
}

const enterEmail = 'Enter your email address'
const enterPassword = 'Enter your password'
const incompleteMessages: string[] = [enterEmail, enterPassword]

function useLogin() {
  const send = useApiClient()
  useRedirectWhenSignedIn()
  const form = useValidatedForm({
    id: 'login',
    rules: {
      email: (text) => validateRequired(text, enterEmail),
      password: (text) => validateRequiredPassword(text, enterPassword),
    },
    submit: async ({ email, password }) => {
      storeLogin(await logIn(send, { email: email.trim(), password }))
      return 'leaving'
    },
    explain: (error, { email }) => {
      if (isRequestError(error) && error.message === authMessages.notVerified) {
        void promptResendVerification(send, email.trim())
        return undefined
      }
      if (isRequestError(error) && error.status === 401) form.retype('password')
      return toFormError(error, {
        refused: authMessages.wrongLogin,
        lost: authText.loginLost,
        unexpected: authText.unexpected,
      })
    },
  })
  const prefill = useEffectEvent(() => {
    const email = takeLoginEmail()
    if (email !== undefined && form.getText('email') === '') form.put('email', email)
  })
  useEffect(() => prefill(), [])
  return form
}
