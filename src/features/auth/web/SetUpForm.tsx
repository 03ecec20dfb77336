import { failures } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import { createAccountRules } from '../auth-validation.ts'
import type { AuthContract } from '../contract.ts'
import { authText, minAdminPasswordLength } from '../texts-and-limits.ts'
import { AccountFields } from './AccountFields.tsx'
import { isInvalidLink, toFormError } from './auth-errors.ts'
import { clearLinkToken, type LinkSecretProps, linkTokenKeys } from './link-token.ts'
import { redirectToLogin } from './login-notice.ts'
import { saveLoginEmail } from './login-notice-storage.ts'
import { usePasswordLength } from './password-length.ts'

const adminPassword = { atLeast: minAdminPasswordLength }

/** Creates the first admin of a new site. */
export function SetUpForm(props: LinkSecretProps<'token'>) {
  const form = useSetUp(props)
  const { hint } = usePasswordLength(adminPassword)
  return (
    <>
      <ErrorSummary form={form.state} />
      <Form form={form.state} submit="Create the first admin" busy="Creating the admin…">
        <AccountFields form={form} hint={hint} />
      </Form>
    </>
  )
}

function useSetUp({ secret, onInvalid }: LinkSecretProps<'token'>) {
  const send = useApiClient()
  const { minLength } = usePasswordLength(adminPassword)
  return useValidatedForm({
    id: 'setup',
    rules: createAccountRules(minLength),
    submit: async ({ name, email, password }) => {
      if (typeof secret === 'string') return 'done' // without a token the page does not show this form
      const body = { token: secret.token, name: name.trim(), email: email.trim(), password }
      await send<AuthContract['setUp']>('POST /auth/setup', { body })
      clearLinkToken(linkTokenKeys.setUp)
      saveLoginEmail(body.email)
      redirectToLogin('setUp')
      return 'leaving'
    },
    explain: (error) =>
      isInvalidLink(error)
        ? onInvalid()
        : toFormError(error, {
            refused: failures.general.message,
            lost: authText.registerLost,
            fields: { WEAK_PASSWORD: 'password' },
          }),
  })
}
