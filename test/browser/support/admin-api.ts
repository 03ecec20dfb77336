import { assertData, createTestClient } from '#support/http-client.ts'
import type { SharedSite } from '#support/site.ts'
import { owner, putSession, type TestAccount } from '#support/users.ts'

/** Makes a call, as in `POST /agent/setAgentSerial`, and gives its `data`; an answer that is no success throws. */
export type Api = <T>(route: string, input?: { query?: Record<string, string>; body?: object }) => Promise<T>

/** Calls of somebody who is signed in, from outside of any browser. */
export async function apiAs(site: SharedSite, account: TestAccount): Promise<Api> {
  const { token } = await putSession(site, account)
  return apiOf(site, { authorization: token })
}

/** Calls of a site's own admin. */
export function adminApi(site: SharedSite): Promise<Api> {
  return apiAs(site, owner)
}

/** Calls of anybody. */
export function apiOf({ origin }: Pick<SharedSite, 'origin'>, headers: Record<string, string> = {}): Api {
  const client = createTestClient(origin)
  return async (route, { query, body } = {}) => {
    const search = query ? `?${new URLSearchParams(query)}` : ''
    return assertData(await client.call(route + search, body, { headers }))
  }
}
