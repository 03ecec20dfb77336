import { owner } from './accounts.ts'
import type { Site } from './server.ts'

export type AdminApi = <T>(
  route: string,
  input?: { query?: Record<string, string>; body?: object },
) => Promise<T>

/** Calls of a site's own admin, from outside of any browser; answers that are no success throw. */
export async function adminApi(site: Site): Promise<AdminApi> {
  const { approvalToken } = await send<{ approvalToken: string }>(site, 'POST /auth/login', {
    body: { email: owner.email, password: owner.password },
  })
  return (route, input = {}) => send(site, route, { ...input, token: approvalToken })
}

type Sent = { query?: Record<string, string>; body?: object; token?: string }

async function send<T>({ origin }: Site, route: string, { query, body, token }: Sent): Promise<T> {
  const [method = '', path = ''] = route.split(' ')
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const reply = await fetch(`${origin}/api/v1${path}${search}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await reply.json()
  if (!reply.ok) throw new Error(`${route} was answered ${reply.status}: ${answer.message}`)
  return answer.data
}

/** Does something for each of many, a few at a time. */
export async function forMany(count: number, task: (index: number) => Promise<unknown>): Promise<void> {
  const left = Array.from({ length: count }, (_, index) => index)
  const work = async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) await task(index)
  }
  await Promise.all(Array.from({ length: 6 }, work))
}
