import type { ApiClient, ApiInput, ApiReply, ApiRoute, Endpoint, SendOptions } from '#shared/contract.ts'
import { failures, isRequestError, noMessageCode, RequestError } from '#shared/failure.ts'
import { apiBase } from '#shared/paths.ts'
import { createTokenRefresh, type RefreshDeps } from './token-refresh.ts'

type RequestParts = {
  params?: Record<string, unknown> | undefined
  query?: object | undefined
  body?: object | undefined
  file?: Blob | undefined
}
type CallOptions = Pick<SendOptions, 'onProgress' | 'signal'> & { token: string | undefined }

/** Time-out of a response in the browser, in ms; a file takes longer to send. */
const timeoutsMs = { plain: 15_000, file: 60_000 } as const

/**
 * Calls the API by HTTP. Types come from the contract, which itself stays out of the browser's bundle. A call
 * that was denied although it was sent with a session's token is repeated once with a refreshed one (§4).
 */
export function createHttpClient(deps: RefreshDeps): ApiClient {
  const { session, fetch } = deps
  const refresh = createTokenRefresh(deps)

  async function call(route: string, input: RequestParts, { token, onProgress, signal }: CallOptions) {
    const [method = 'GET', path = ''] = route.split(' ')
    const { params = {}, query, body } = input
    const isForm = 'file' in input
    const url = apiBase + buildPath(path, params) + buildSearch(query)
    const timeout = AbortSignal.timeout(isForm ? timeoutsMs.file : timeoutsMs.plain)
    const request = {
      method,
      headers: buildHeaders(token, isForm ? undefined : body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }
    if (!isForm) return readReply(await fetch(url, { ...request, body: body ? JSON.stringify(body) : null }))
    const form = buildForm(input)
    if (!onProgress) return readReply(await fetch(url, { ...request, body: form }))
    const { uploadForm: upload } = await import('./upload.ts')
    return readReply(await upload(url, { ...request, body: form, onProgress }))
  }

  return async <E extends Endpoint>(
    route: ApiRoute<E>,
    input: ApiInput<E>,
    { token, isQuiet = false, ...rest }: SendOptions = {},
  ): Promise<ApiReply<E>> => {
    const login = token === undefined ? session.getCurrentLogin() : undefined
    try {
      return await call(route, input, { ...rest, token: token ?? login?.token })
    } catch (error) {
      const refreshedToken = login && isUnauthorized(error) ? await refresh(login, { isQuiet }) : undefined
      if (refreshedToken === undefined) throw error
      return call(route, input, { ...rest, token: refreshedToken })
    }
  }
}

/** The server says so in the 401 of a guarded call only; a message from elsewhere must not end a session. */
function isUnauthorized(error: unknown): boolean {
  return isRequestError(error) && error.status === 401 && /unauthorized/i.test(error.message)
}

function buildPath(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(String(params[name])))
}

/** Empty and undefined parameters are dropped (§7). */
function buildSearch(query: object = {}): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
}

/** The browser sets the content type itself: only it knows the boundary between the parts. */
function buildForm({ body, file }: RequestParts): FormData {
  const form = new FormData()
  form.set('data', JSON.stringify(body ?? {}))
  if (file) form.set('file', file)
  return form
}

/** The token is sent raw, with no scheme prefix (§7). */
function buildHeaders(token: string | undefined, body: object | undefined): Record<string, string> {
  return { ...(token && { authorization: token }), ...(body && { 'content-type': 'application/json' }) }
}

function parseTotal(header: string | null): { total?: number } {
  return header === null ? {} : { total: Number(header) }
}

async function readReply(response: Response) {
  const reply = await response.json().catch(() => ({}))
  if (response.status === 200) return { ...reply, ...parseTotal(response.headers.get('x-total-count')) }
  const { message, code = failures.general.code, errors, requestId } = reply
  const { status } = response
  // Our server succeeds with 200 only and never fails without a message: this response came from a proxy or
  // the like.
  if (response.ok || typeof message !== 'string' || message === '') {
    throw new RequestError({ status, message: failures.general.message, code: noMessageCode, requestId })
  }
  throw new RequestError({ status, message, code, errors, requestId })
}
