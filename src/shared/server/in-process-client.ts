import type { ApiClient, ApiInput, ApiReply, ApiRoute, Caller, Endpoint } from '#shared/contract.ts'
import { applyAccess, requireAccess } from '#shared/server/access/access.ts'
import { normalizeParameterNames } from './query-names.ts'
import type { BoundCall } from './register-routes.ts'

/** Rendered pages are shared by all visitors, so calls during rendering have no caller. */
const anonymousCaller: Omit<Caller, 'visitor'> = {
  address: '',
  userAgent: '',
  isPrefetch: false,
  wantsNoTracking: false,
  requestId: '',
  cookies: {},
}

/**
 * Makes calls without HTTP while a page is rendered, with the same handlers and the same shapes of input and response. There
 * is never a session, because finished pages are shared by all visitors. `visitor` is only for limits.
 */
export function createInProcessClient(calls: BoundCall[]): (visitor: string) => ApiClient {
  const byRoute = new Map(calls.map((call) => [`${call.endpoint.method} ${call.endpoint.path}`, call]))
  return (visitor) =>
    async <E extends Endpoint>(route: ApiRoute<E>, input: ApiInput<E>): Promise<ApiReply<E>> => {
      const call = byRoute.get(route)
      if (!call) throw new Error(`The call ${route} has no handler.`)
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
  const query = endpoint.query?.parse(normalizeParameterNames(input.query, endpoint.query))
  const body = endpoint.body?.parse(input.body)
  const caller = { ...anonymousCaller, visitor }
  const session = undefined
  const callerAccess = applyAccess(endpoint, session, query)
  const result = await handle({ params, body, file: undefined, session, caller, ...callerAccess })
  const { data, message = 'OK', headers } = result
  const total = headers?.['x-total-count']
  return { data: endpoint.reply.parse(data), message, ...(total && { total: Number(total) }) }
}
