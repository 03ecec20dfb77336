import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import type { AuthContract } from '../contract.ts'
import { authText } from '../texts-and-limits.ts'
import { isInvalidLink, toFormError } from './auth-errors.ts'
import { clearLinkToken, type LinkSecretProps, linkTokenKeys } from './link-token.ts'
import { redirectToLogin } from './login-notice.ts'

/** One button, because a program that only prefetches links must not use up the token. */
export function UnlockForm({ secret, onInvalid }: LinkSecretProps<'token'>) {
  const send = useApiClient()
  const form = useValidatedForm({
    id: 'unlock',
    rules: {},
    submit: async () => {
      if (typeof secret === 'string') return 'done' // without a token the page does not show this form
      await send<AuthContract['unlock']>('POST /auth/unlock', { body: secret })
      clearLinkToken(linkTokenKeys.unlock)
      redirectToLogin('unlocked')
      return 'leaving'
    },
    explain: (error) =>
      isInvalidLink(error)
        ? onInvalid()
        : toFormError(error, {
            refused: authText.unlockFailed,
            lost: authText.unlockLost,
            unexpected: authText.unexpected,
          }),
  })
  return <Form form={form.state} submit="Unlock this browser" busy="Unlocking…" />
}
