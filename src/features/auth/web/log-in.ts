import type { Input, Send } from '#shared/contract.ts'
import { farewell } from '#shared/web/farewell.ts'
import type { AuthContract, LoginReply } from '../contract.ts'

type Login = Input<AuthContract['login']>['body']

/** Every login of our pages: it goes out when no answer to a logout can take its cookie away any more. */
export async function logIn(send: Send, body: Login): Promise<LoginReply> {
  await farewell()
  const { data } = await send<AuthContract['login']>('POST /auth/login', { body })
  return data
}
