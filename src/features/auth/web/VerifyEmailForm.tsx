import { useCheckedForm } from '#shared/web/checked-form.ts'
import { useSend } from '#shared/web/send.tsx'
import { Form } from '#shared/web/ui/Form.tsx'
import type { AuthContract } from '../contract.ts'
import { authText } from '../spec.ts'
import { failureOf, isInvalidLink } from './failures.ts'
import { leaveForLogin } from './handed-over.ts'
import { type SecretProps, secrets, wipeSecret } from './mailed-secret.ts'

/** §2 Verify Email: one button, because a program that only looks at links must not verify anything. */
export function VerifyEmailForm({ secret, onInvalid }: SecretProps<'token'>) {
  const send = useSend()
  const form = useCheckedForm({
    id: 'verify',
    rules: {},
    submit: async () => {
      if (typeof secret === 'string') return 'done' // the page shows another state by then
      const { token } = secret
      await send<AuthContract['verifyEmail']>('POST /users/verifyEmail', { query: { token } })
      wipeSecret(secrets.verify)
      leaveForLogin('verified')
      return 'leaving'
    },
    explain: (error) =>
      isInvalidLink(error)
        ? onInvalid()
        : failureOf(error, {
            refused: authText.verifyFailed,
            lost: authText.verifyLost,
            unexpected: authText.unexpected,
          }),
  })
  return <Form form={form.state} submit="Click here to Verify Email" busy="Verifying…" />
}
