import type { ApiClient, ApiInput } from '#shared/contract.ts'
import { waitForPendingLogout } from '#shared/web/session/pending-logout.ts'
import type { AuthContract, LoginReply } from '../contract.ts'

type LoginBody = ApiInput<AuthContract['login']>['body']

/** Logs in. Waits for a pending logout first, whose response would delete the new cookie. */
export async function logIn(send: ApiClient, body: LoginBody): Promise<LoginReply> {
  await waitForPendingLogout()
  const { data } = await send<AuthContract['login']>('POST /auth/login', { body })
  return data
}
