import type { ApiClient, ApiInput, ApiReply, ApiRoute, Caller, Endpoint } from '#shared/contract.ts'
import { grant, requireAccess } from '#shared/server/access/access.ts'
import { foldNames } from './query-names.ts'
import type { BoundCall } from './register-routes.ts'

/** Pages are rendered for all visitors, so a call made for one of them has no caller. */
const anonymousCaller: Omit<Caller, 'visitor'> = {
  address: '',
  userAgent: '',
  isPrefetch: false,
  wantsNoTracking: false,
  requestId: '',
  cookies: {},
}

/**
 * Makes calls without HTTP while a page is rendered: same handlers, same input and reply shapes. There is never a
 * session, because finished pages are shared by all visitors; `visitor` is for limits only.
 */
export function createInProcessClient(calls: BoundCall[]): (visitor: string) => ApiClient {
  const byRoute = new Map(calls.map((call) => [`${call.endpoint.method} ${call.endpoint.path}`, call]))
  return (visitor) =>
    async <E extends Endpoint>(route: ApiRoute<E>, input: ApiInput<E>): Promise<ApiReply<E>> => {
      const call = byRoute.get(route)
      if (!call) throw new Error(`No handler for ${route}`)
      // The route literal was checked against the contract, so the reply has its type.
      return (await callHandler(call, input, visitor)) as ApiReply<E>
    }
}

type InProcessInput = { params?: unknown; query?: unknown; body?: unknown }

async function callHandler(
  { endpoint, handle }: BoundCall,
  input: InProcessInput,
  visitor: string,
): Promise<ApiReply<Endpoint>> {
  requireAccess(endpoint.access, undefined)
  const params = endpoint.params?.parse(input.params)
  const query = endpoint.query?.parse(foldNames(input.query, endpoint.query))
  const body = endpoint.body?.parse(input.body)
  const caller = { ...anonymousCaller, visitor }
  const session = undefined
  const granted = grant(endpoint, session, query)
  const result = await handle({ params, body, file: undefined, session, caller, ...granted })
  const { data, message = 'OK', headers } = result
  const total = headers?.['x-total-count']
  return { data: endpoint.reply.parse(data), message, ...(total && { total: Number(total) }) }
}
