import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type {
  Caller,
  Contract,
  Endpoint,
  HandlerInput,
  HandlerResult,
  QueryKey,
  Session,
  SessionRef,
} from '#shared/contract.ts'
import { listAddresses } from '#shared/contract.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { applyAccess, describeAccess, requireAccess } from '#shared/server/access/access.ts'
import { getAuthorization, toCaller } from '#shared/server/access/caller.ts'
import { getNetwork, type RateLimits } from '#shared/server/access/rate-limits.ts'
import { isSameOriginRequest } from '#shared/server/access/same-origin.ts'
import type { ByteCache } from '#shared/server/cache/byte-cache.ts'
import type { NetworkTurns } from '#shared/server/outbound/network-turns.ts'
import { compressOnce, compressResponse, encodeJson, sendEncoded } from './encoded-response.ts'
import { acceptOnlyMultipart, assertFile } from './multipart.ts'
import { formatIgnored, normalizeParameterNames } from './query-names.ts'

export type Handlers<C extends Contract> = {
  [K in keyof C]: (input: HandlerInput<C[K]>) => HandlerResult<C[K]> | Promise<HandlerResult<C[K]>>
}
export type RawInput = {
  params: unknown
  query: unknown
  body: unknown
  file: Uint8Array | undefined
  session: SessionRef | undefined
  isAdmin: boolean | undefined
  caller: Caller
}
type AnyHandlerResult = HandlerResult<Endpoint>
export type BoundCall = {
  name: string
  endpoint: Endpoint
  handle: (input: RawInput) => AnyHandlerResult | Promise<AnyHandlerResult>
}

/** Pairs every call of a contract with its handler; a missing handler does not compile. */
export function bindHandlers<C extends Contract>(contract: C, handlers: Handlers<C>): BoundCall[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    // The only unchecked type: both callers of `handle` check input and access first.
    handle: handlers[name] as BoundCall['handle'],
  }))
}

/** A guarded call that was denied, for the security log. */
export type AccessDenial = { name: string; session: Session | undefined; caller: Caller }

export type RouteDeps = {
  /** The session behind an Authorization header. */
  findSession: (authorization: string | undefined) => Promise<Session | undefined>
  responseCache: ByteCache
  limits: Pick<RateLimits, 'count'>
  turns: NetworkTurns
  /** The site's origin, with which a browser's Origin is compared. */
  publicUrl: string
  reportDenial: (denial: AccessDenial) => Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hook that checks access. */
    session: Session | undefined
    /** The canonical URL of the request: unknown parameters removed, the others in order. */
    canonicalUrl: string
  }
  interface FastifyContextConfig {
    /** The API documentation is generated from it. */
    endpoint?: Endpoint
  }
}

/** Mounts calls on Fastify: access, input and reply are checked by the contract. */
export function registerRoutes(app: FastifyInstance, calls: BoundCall[], deps: RouteDeps): void {
  app.decorateRequest('session', undefined)
  app.decorateRequest('canonicalUrl', '')
  const kinds = Object.groupBy(calls, ({ endpoint }) =>
    endpoint.file ? 'withFile' : endpoint.takesAnyBody ? 'withAny' : 'plain',
  )
  const { plain = [], withFile = [], withAny = [] } = kinds
  mountCalls(app, plain, deps)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
    mountCalls(scope, withAny, deps)
  })
  // Admins have their own queue, which members cannot fill.
  for (const guarded of Object.values(Object.groupBy(withFile, ({ endpoint }) => endpoint.access)))
    app.register(async (scope) => {
      await acceptOnlyMultipart(scope)
      mountCalls(scope, guarded, deps)
    })
}

function mountCalls(app: FastifyInstance, calls: BoundCall[], deps: RouteDeps): void {
  const methods = new Map<string, string[]>()
  for (const call of calls) {
    for (const [index, address] of listAddresses(call.endpoint).entries()) {
      const url = address.replaceAll(/\{(\w+)\}/g, ':$1')
      mountCall(app, { call, url, isAlias: index > 0, deps })
      methods.set(url, [...(methods.get(url) ?? []), call.endpoint.method])
    }
  }
  for (const [url, allowed] of methods) rejectOtherMethods(app, url, allowed)
}

type MountOptions = { call: BoundCall; url: string; isAlias: boolean; deps: RouteDeps }

function mountCall(app: FastifyInstance, { call, url, isAlias, deps }: MountOptions): void {
  const { method, access, summary, params, query, body, bodyLimit, file, cache } = call.endpoint
  const responseCache = cache === 'shared' ? deps.responseCache : undefined
  app.withTypeProvider<ZodTypeProvider>().route({
    method,
    url,
    exposeHeadRoute: true,
    config: { endpoint: call.endpoint },
    ...(bodyLimit && { bodyLimit }),
    schema: {
      summary,
      description: describeAccess(call.endpoint),
      security: access === 'anyone' ? [] : [{ session: [] }],
      hide: isAlias,
      tags: [url.split('/')[3] ?? 'api'],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(file && { consumes: ['multipart/form-data'] }),
      response: { 200: getEnvelopeSchema(call.endpoint) },
    },
    onRequest: responseCache
      ? (request, reply, done) => {
          const cached = isAnonymous(request) ? responseCache.get(request.raw.url ?? '') : undefined
          if (cached) sendEncoded(request, reply, cached)
          else done()
        }
      : [],
    preParsing: (request) => admitRequest(request, call, deps),
    preValidation: async (request, reply) => {
      const ignored = formatIgnored(request, call.endpoint)
      if (ignored !== undefined) reply.header('x-ignored', ignored)
      request.query = normalizeParameterNames(request.query, query)
      request.canonicalUrl = getCanonicalUrl(request)
    },
    preHandler: async (request) => {
      // Access is checked again: a body may take long to arrive, and its sender can lose access meanwhile.
      if (access !== 'anyone' && (body || file)) await identifyCaller(request, call, deps)
      if (file === 'required') assertFile(request)
    },
    handler: (request, reply) => deps.turns.run(() => handleCall(request, reply, { call, deps })),
  })
}

/** Checks the session, the origin and the limits before any of the body is read. */
async function admitRequest(request: FastifyRequest, call: BoundCall, deps: RouteDeps): Promise<void> {
  await identifyCaller(request, call, deps)
  const { limit, accountLimit } = call.endpoint
  const { ip, session } = request
  if (limit) await deps.limits.count(call.name, getNetwork(ip), limit)
  if (accountLimit && session) await deps.limits.count(call.name, session.userId, accountLimit)
}

/** Finds the session. Throws when it has no access to the call. */
async function identifyCaller(
  request: FastifyRequest,
  { name, endpoint }: BoundCall,
  deps: RouteDeps,
): Promise<void> {
  const { access, cookies } = endpoint
  request.session = await deps.findSession(getAuthorization(request))
  const { session } = request
  try {
    requireAccess(access, session)
    if (cookies === 'session') assertOwnPages(request, deps.publicUrl)
  } catch (denial) {
    await deps.reportDenial({ name, session, caller: toCaller(request, endpoint) })
    throw denial
  }
}

/** Browsers send cookies with requests of other sites too; without cookies there is nothing to misuse. */
function assertOwnPages({ headers }: FastifyRequest, publicUrl: string): void {
  const hasOrigin = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  const needsCheck = headers.cookie !== undefined || hasOrigin
  if (needsCheck && !isSameOriginRequest(headers, publicUrl)) throw new RequestError(failures.forbidden)
}

const noStoreHeaders = { 'cache-control': 'private, no-store' }

async function handleCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { call, deps }: { call: BoundCall; deps: RouteDeps },
): Promise<unknown> {
  const { params, query, body, upload: file, session } = request
  const { endpoint, name, handle } = call
  const isShared = endpoint.cache === 'shared' && isAnonymous(request)
  const cached = isShared ? deps.responseCache.get(request.canonicalUrl) : undefined
  if (cached) return sendEncoded(request, reply, cached)
  const startGeneration = deps.responseCache.getGeneration()
  const caller = toCaller(request, endpoint)
  const result = await handle({
    params,
    body,
    file,
    session,
    caller,
    ...applyAccess(endpoint, session, query),
  })
  reply.headers(result.headers ?? {}).header('vary', 'Authorization')
  if (result.cookies) reply.header('set-cookie', result.cookies)
  const envelope = wrapReply(endpoint, result)
  if (!isShared && !endpoint.isLarge) {
    reply.headers(noStoreHeaders)
    return envelope
  }
  const json = JSON.stringify(getEnvelopeSchema(endpoint).parse(envelope))
  if (!isShared) {
    const response = encodeJson(json, noStoreHeaders)
    return sendEncoded(request, reply, await compressOnce(response, request.headers['accept-encoding']))
  }
  const finished = await compressResponse(encodeJson(json, result.headers))
  const usedQueries = [getQueryKey(name, params, query)]
  deps.responseCache.set(request.canonicalUrl, finished, { usedQueries, startGeneration })
  return sendEncoded(request, reply, finished)
}

/** The URL under which a response is cached. Without it, any added parameter would create another cache entry. */
function getCanonicalUrl({ raw, query }: FastifyRequest): string {
  const [path = ''] = (raw.url ?? '').split('?', 1)
  const parameters = new URLSearchParams(
    Object.entries(Object(query)).map(([name, value]): [string, string] => [name, String(value)]),
  )
  parameters.sort()
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

function isAnonymous(request: FastifyRequest): boolean {
  return request.headers.authorization === undefined
}

/** The key of a response in the browser's query cache and the server's caches. */
function getQueryKey(name: string, params: unknown, query: unknown): QueryKey {
  return [name, { ...Object(params), ...Object(query) }]
}

function wrapReply(endpoint: Endpoint, { data, message = 'OK' }: AnyHandlerResult): Record<string, unknown> {
  const repeated = (endpoint.topLevel ?? []).map((key) => [key, Object(data)[key]])
  return { success: true, statusCode: 200, message, data, ...Object.fromEntries(repeated) }
}

const envelopes = new WeakMap<Endpoint, z.ZodType>()

/**
 * The shape of a successful response on the wire: the envelope, with keys that are also at the top level because
 * §7 can be read in two ways.
 */
function getEnvelopeSchema(endpoint: Endpoint): z.ZodType {
  const schema = envelopes.get(endpoint) ?? createEnvelopeSchema(endpoint)
  envelopes.set(endpoint, schema)
  return schema
}

function createEnvelopeSchema({ reply, topLevel = [] }: Endpoint): z.ZodType {
  const shape = reply instanceof z.ZodObject ? reply.shape : {}
  const repeated = Object.fromEntries(topLevel.map((key) => [key, shape[key] ?? z.unknown()]))
  const base = { success: z.literal(true), statusCode: z.literal(200), message: z.string(), data: reply }
  return z.object({ ...base, ...repeated })
}

/** Returns 405 with the list of allowed methods for every other method of a path. */
export function rejectOtherMethods(app: FastifyInstance, url: string, allowed: string[]): void {
  const allowedMethods = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
  app.route({
    method: app.supportedMethods.filter((method) => !allowedMethods.includes(method)),
    url,
    schema: { hide: true },
    onRequest: async (_request, reply) => {
      reply.header('allow', allowedMethods.join(', '))
      throw new RequestError(failures.method)
    },
    handler: () => undefined,
  })
}
