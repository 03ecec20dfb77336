import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type {
  Answer,
  Caller,
  Contract,
  Endpoint,
  QueryKey,
  Received,
  Session,
  SessionRef,
} from '#shared/contract.ts'
import { addressesOf } from '#shared/contract.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { describeAccess, grant, requireAccess } from './access.ts'
import { authorizationOf } from './authorization.ts'
import type { ByteCache } from './byte-cache.ts'
import { callerOf } from './caller.ts'
import { encodeJson, pack, packOnce, sendEncoded } from './encoded-response.ts'
import { type Invalidation, touchedKeys } from './invalidation.ts'
import { requireFile, takeMultipartAlone } from './multipart.ts'
import type { NetworkTurns } from './network-turns.ts'
import { foldNames } from './query-names.ts'
import { networkOf, type RateLimits } from './rate-limits.ts'
import { isSameOriginRequest } from './same-origin.ts'

export type Handlers<C extends Contract> = {
  [K in keyof C]: (input: Received<C[K]>) => Answer<C[K]> | Promise<Answer<C[K]>>
}
export type Raw = {
  params: unknown
  query: unknown
  body: unknown
  file: Uint8Array | undefined
  session: SessionRef | undefined
  isAdmin: boolean | undefined
  caller: Caller
}
type AnyAnswer = Answer<Endpoint>
export type Call = {
  name: string
  endpoint: Endpoint
  handle: (input: Raw) => AnyAnswer | Promise<AnyAnswer>
}

/** Pairs every call of a contract with its handler; a missing handler does not compile. */
export function bind<C extends Contract>(contract: C, handlers: Handlers<C>): Call[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    // The one place where the types end: both callers below check input and access first.
    handle: handlers[name] as Call['handle'],
  }))
}

/** A guarded call that was denied, for the security log. */
export type AccessDenial = { name: string; session: Session | undefined; caller: Caller }

export type ImplementDeps = {
  /** The session behind an Authorization header. */
  findSession: (authorization: string | undefined) => Promise<Session | undefined>
  invalidation: Invalidation
  answers: ByteCache
  limits: Pick<RateLimits, 'count'>
  turns: NetworkTurns
  /** The site's origin, with which a browser's Origin is compared. */
  publicUrl: string
  reportRefusal: (refusal: AccessDenial) => Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Looked up once per request, by the hook that checks access. */
    session: Session | undefined
    /** The canonical URL of the request: unknown parameters removed, the others in order. */
    canonicalUrl: string
  }
  interface FastifyContextConfig {
    /** From which the API documentation is made. */
    endpoint?: Endpoint
  }
}

/** Mounts calls on Fastify: access, input and reply are checked by the contract. */
export function registerRoutes(app: FastifyInstance, calls: Call[], deps: ImplementDeps): void {
  app.decorateRequest('session', undefined)
  app.decorateRequest('canonicalUrl', '')
  const kinds = Object.groupBy(calls, ({ endpoint }) =>
    endpoint.file ? 'withFile' : endpoint.takesAnyBody ? 'withAny' : 'plain',
  )
  const { plain = [], withFile = [], withAny = [] } = kinds
  mountAll(app, plain, deps)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
    mountAll(scope, withAny, deps)
  })
  // Admins have places of their own, which members cannot fill.
  for (const guarded of Object.values(Object.groupBy(withFile, ({ endpoint }) => endpoint.access)))
    app.register(async (scope) => {
      await takeMultipartAlone(scope)
      mountAll(scope, guarded, deps)
    })
}

function mountAll(app: FastifyInstance, calls: Call[], deps: ImplementDeps): void {
  const methods = new Map<string, string[]>()
  for (const call of calls) {
    for (const [at, address] of addressesOf(call.endpoint).entries()) {
      const url = address.replaceAll(/\{(\w+)\}/g, ':$1')
      mount(app, { call, url, isAlias: at > 0, deps })
      methods.set(url, [...(methods.get(url) ?? []), call.endpoint.method])
    }
  }
  for (const [url, allowed] of methods) refuseOthers(app, url, allowed)
}

type Mounted = { call: Call; url: string; isAlias: boolean; deps: ImplementDeps }

function mount(app: FastifyInstance, { call, url, isAlias, deps }: Mounted): void {
  const { method, access, summary, params, query, body, bodyLimit, file, cache } = call.endpoint
  const keep = cache === 'shared' ? deps.answers : undefined
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
      response: { 200: envelopeOf(call.endpoint) },
    },
    onRequest: keep
      ? (request, reply, done) => {
          const kept = isAnonymous(request) ? keep.get(request.raw.url ?? '') : undefined
          if (kept) sendEncoded(request, reply, kept)
          else done()
        }
      : [],
    preParsing: (request) => admit(request, call, deps),
    preValidation: async (request) => {
      request.query = foldNames(request.query, query)
      request.canonicalUrl = canonicalUrlOf(request)
    },
    preHandler: async (request) => {
      // A body may take long, during which its sender can lose the access.
      if (access !== 'anyone' && (body || file)) await identify(request, call, deps)
      if (file === 'required') requireFile(request)
    },
    handler: (request, reply) => deps.turns.run(() => answer(request, reply, { call, deps })),
  })
}

/** What is checked before a byte of the body is read: the session, the origin, and the limits. */
async function admit(request: FastifyRequest, call: Call, deps: ImplementDeps): Promise<void> {
  await identify(request, call, deps)
  const { limit, accountLimit } = call.endpoint
  const { ip, session } = request
  if (limit) await deps.limits.count(call.name, networkOf(ip), limit)
  if (accountLimit && session) await deps.limits.count(call.name, session.userId, accountLimit)
}

/** Finds the session, and denies the call without access. */
async function identify(
  request: FastifyRequest,
  { name, endpoint }: Call,
  deps: ImplementDeps,
): Promise<void> {
  const { access, cookies } = endpoint
  request.session = await deps.findSession(authorizationOf(request))
  const { session } = request
  try {
    requireAccess(access, session)
    if (cookies === 'session') requireOwnPages(request, deps.publicUrl)
  } catch (refused) {
    await deps.reportRefusal({ name, session, caller: callerOf(request, endpoint) })
    throw refused
  }
}

/** Browsers send cookies with requests of other sites too; without cookies there is nothing to misuse. */
function requireOwnPages({ headers }: FastifyRequest, publicUrl: string): void {
  const isStated = headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
  const isAtStake = headers.cookie !== undefined || isStated
  if (isAtStake && !isSameOriginRequest(headers, publicUrl)) throw new RequestError(failures.forbidden)
}

const keptByNobody = { 'cache-control': 'private, no-store' }

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { call, deps }: { call: Call; deps: ImplementDeps },
): Promise<unknown> {
  const { params, query, body, upload: file, session } = request
  const { endpoint, name, handle } = call
  const isShared = endpoint.cache === 'shared' && isAnonymous(request)
  const kept = isShared ? deps.answers.get(request.canonicalUrl) : undefined
  if (kept) return sendEncoded(request, reply, kept)
  const begun = deps.answers.mark()
  const caller = callerOf(request, endpoint)
  const given = await handle({ params, body, file, session, caller, ...grant(endpoint, session, query) })
  await deps.invalidation.publish([...touchedKeys(endpoint, query), ...(given.touched ?? [])])
  reply.headers(given.headers ?? {}).header('vary', 'Authorization')
  if (given.cookies) reply.header('set-cookie', given.cookies)
  const envelope = wrap(endpoint, given)
  if (!isShared && !endpoint.isLarge) {
    reply.headers(keptByNobody)
    return envelope
  }
  const json = JSON.stringify(envelopeOf(endpoint).parse(envelope))
  if (!isShared) {
    const once = encodeJson(json, keptByNobody)
    return sendEncoded(request, reply, await packOnce(once, request.headers['accept-encoding']))
  }
  const finished = await pack(encodeJson(json, given.headers))
  const used = [keyOf(name, params, query)]
  deps.answers.set(request.canonicalUrl, finished, { used, begun })
  return sendEncoded(request, reply, finished)
}

/** Visitors may add anything to a URL; cached under its canonical form, an answer is made only once. */
function canonicalUrlOf({ raw, query }: FastifyRequest): string {
  const [path = ''] = (raw.url ?? '').split('?', 1)
  const known = new URLSearchParams(
    Object.entries(Object(query)).map(([name, value]) => [name, String(value)]),
  )
  known.sort()
  return known.size > 0 ? `${path}?${known}` : path
}

function isAnonymous(request: FastifyRequest): boolean {
  return request.headers.authorization === undefined
}

/** The key of an answer in the browser's query cache and the server's caches. */
function keyOf(name: string, params: unknown, query: unknown): QueryKey {
  return [name, { ...Object(params), ...Object(query) }]
}

function wrap(endpoint: Endpoint, { data, message = 'OK' }: AnyAnswer): Record<string, unknown> {
  const doubled = (endpoint.topLevel ?? []).map((key) => [key, Object(data)[key]])
  return { success: true, statusCode: 200, message, data, ...Object.fromEntries(doubled) }
}

const envelopes = new WeakMap<Endpoint, z.ZodType>()

/**
 * The shape of a successful response on the wire: the one envelope, with keys doubled where §7 can be read
 * two ways.
 */
function envelopeOf(endpoint: Endpoint): z.ZodType {
  const made = envelopes.get(endpoint) ?? makeEnvelope(endpoint)
  envelopes.set(endpoint, made)
  return made
}

function makeEnvelope({ reply, topLevel = [] }: Endpoint): z.ZodType {
  const shape = reply instanceof z.ZodObject ? reply.shape : {}
  const doubled = Object.fromEntries(topLevel.map((key) => [key, shape[key] ?? z.unknown()]))
  const base = { success: z.literal(true), statusCode: z.literal(200), message: z.string(), data: reply }
  return z.object({ ...base, ...doubled })
}

/** Every method that a path does not have is answered with 405 and the list of those it has. */
function refuseOthers(app: FastifyInstance, url: string, allowed: string[]): void {
  const known = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
  app.route({
    method: app.supportedMethods.filter((method) => !known.includes(method)),
    url,
    schema: { hide: true },
    onRequest: async (_request, reply) => {
      reply.header('allow', known.join(', '))
      throw new RequestError(failures.method)
    },
    handler: () => undefined,
  })
}
