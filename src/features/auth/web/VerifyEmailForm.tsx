import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import type { AuthContract } from '../contract.ts'
import { authText } from '../texts-and-limits.ts'
import { isInvalidLink, toFormError } from './auth-errors.ts'
import { clearLinkToken, type LinkSecretProps, linkTokenKeys } from './link-token.ts'
import { redirectToLogin } from './login-notice.ts'
import { saveLoginEmail } from './login-notice-storage.ts'

/** §2 Verify Email: one button, because a program that only prefetches links must not verify anything. */
export function VerifyEmailForm({ secret, onInvalid }: LinkSecretProps<'token'>) {
  const send = useApiClient()
  const form = useValidatedForm({
    id: 'verify',
    rules: {},
    submit: async () => {
      if (typeof secret === 'string') return 'done' // without a token the page does not show this form
      const { token } = secret
      const { data } = await send<AuthContract['verifyEmail']>('POST /users/verifyEmail', {
        query: { token },
      })
      saveLoginEmail(data.email)
      clearLinkToken(linkTokenKeys.verify)
      redirectToLogin('verified')
      return 'leaving'
    },
    explain: (error) =>
      isInvalidLink(error)
        ? onInvalid()
        : toFormError(error, {
            refused: authText.verifyFailed,
            lost: authText.verifyLost,
            unexpected: authText.unexpected,
          }),
  })
  return <Form form={form.state} submit="Click here to Verify Email" busy="Verifying…" />
}
