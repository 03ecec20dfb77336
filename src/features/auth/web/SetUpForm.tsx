import { useCheckedForm } from '#shared/web/checked-form.ts'
import { useSend } from '#shared/web/send.tsx'
import { ErrorSummary } from '#shared/web/ui/ErrorSummary.tsx'
import { Form } from '#shared/web/ui/Form.tsx'
import type { AuthContract } from '../contract.ts'
import { confirmProblem, emailProblem, nameProblem, newPasswordProblem } from '../form-rules.ts'
import { authText, shortestAdminPassword } from '../spec.ts'
import { AccountFields } from './AccountFields.tsx'
import { failureOf, isInvalidLink } from './failures.ts'
import { leaveForLogin } from './handed-over.ts'
import { type SecretProps, secrets, wipeSecret } from './mailed-secret.ts'
import { usePasswordLength } from './password-length.ts'

const adminPassword = { atLeast: shortestAdminPassword }

/** Makes the first admin of a new site. */
export function SetUpForm(props: SecretProps<'token'>) {
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

function useSetUp({ secret, onInvalid }: SecretProps<'token'>) {
  const send = useSend()
  const { shortest } = usePasswordLength(adminPassword)
  return useCheckedForm({
    id: 'setup',
    rules: {
      name: nameProblem,
      email: emailProblem,
      password: (text) => newPasswordProblem(text, shortest, authText.passwordRequired),
      confirm: (text, { password }) => confirmProblem(text, password),
    },
    submit: async ({ name, email, password }) => {
      if (typeof secret === 'string') return 'done' // the page shows another state by then
      const body = { token: secret.token, name: name.trim(), email: email.trim(), password }
      await send<AuthContract['setUp']>('POST /auth/setup', { body })
      wipeSecret(secrets.setUp)
      leaveForLogin('setUp')
      return 'leaving'
    },
    explain: (error) =>
      isInvalidLink(error)
        ? onInvalid()
        : failureOf(error, {
            refused: authText.registerFailed,
            lost: authText.registerLost,
            fields: { WEAK_PASSWORD: 'password' },
          }),
  })
}
