import { assertData, createTestClient } from '#support/http-client.ts'
import type { SharedSite } from '#support/site.ts'
import { owner, putSession, type TestAccount } from '#support/users.ts'

/** Makes a call such as `POST /agent/setAgentSerial`. Returns its `data`; throws for a failure. */
export type Api = <T>(route: string, input?: { query?: Record<string, string>; body?: object }) => Promise<T>

/** Calls of a signed-in account, without a browser. */
export async function apiAs(site: SharedSite, account: TestAccount): Promise<Api> {
  const { token } = await putSession(site, account)
  return apiOf(site, { authorization: token })
}

/** Calls of a site's own admin. */
export function adminApi(site: SharedSite): Promise<Api> {
  return apiAs(site, owner)
}

/** Calls without a session. */
export function apiOf({ origin }: Pick<SharedSite, 'origin'>, headers: Record<string, string> = {}): Api {
  const client = createTestClient(origin)
  return async (route, { query, body } = {}) => {
    const search = query ? `?${new URLSearchParams(query)}` : ''
    return assertData(await client.call(route + search, body, { headers }))
  }
}
