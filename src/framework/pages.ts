import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiClient, RateLimit } from '#shared/contract.ts'
import { isRequestError, type RequestError } from '#shared/failure.ts'
import { getNetwork, type LimitCounter } from '#shared/server/access/rate-limits.ts'
import { encodePage, encodeRedirect, sendEncoded } from '#shared/server/encoded-response.ts'
import { yieldEventLoop } from '#shared/server/event-loop.ts'
import type { NetworkTurns } from '#shared/server/outbound/network-turns.ts'
import { toPublicError } from '#shared/server/public-error.ts'
import type { AssetTags } from './assets.ts'
import { createPagePolicy, renderDocument, renderHeadTags } from './document.ts'
import type { MadePage, PageCache } from './page-cache.ts'
import type { PageRenderer, PageTarget, RenderedPage } from './page-renderer.ts'

/**
 * Limit of uncached pages per network: with 15 to 40 ms of CPU time each, at most 40 % of one core. Forty visitors
 * behind one IP address who open such a page every four seconds do not reach it.
 */
export const pageLimit = { count: 600, seconds: 60 } as const satisfies RateLimit

export type PageDeps = {
  limits: { count: (counter: LimitCounter) => void }
  /** Called for a request that was rejected, with the reason. */
  reportRejection: (request: FastifyRequest, error: unknown) => void
  renderer: PageRenderer
  assets: AssetTags
  cache: PageCache
  turns: NetworkTurns
  /** Returns the client for the calls of a page that is rendered for this IP address. */
  sendFor: (visitor: string) => ApiClient
  /** Development lets Vite add to the document and loosens the policy. */
  finishDocument?: (url: string, html: string) => Promise<string>
}

/** Serves every URL that is neither API nor file. Fastify answers HEAD with the same handler. */
export function servePages(app: FastifyInstance, deps: PageDeps): void {
  const { renderer, cache } = deps
  const headers = deps.finishDocument
    ? {}
    : { 'content-security-policy': createPagePolicy(renderer.headScript) }
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    reply.headers(headers)
    // A canonical URL is its own cache key, so the usual hit costs one lookup: no routing, no promise.
    const cached = cache.get(request.raw.url ?? '')
    return cached ? sendEncoded(request, reply, cached) : sendUncached(request, reply, deps)
  })
}

async function sendUncached(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PageDeps,
): Promise<FastifyReply> {
  const target = deps.renderer.findTarget(parseRequestTarget(request.raw.url ?? '/'))
  const cached = deps.cache.get(target.url)
  if (cached) return sendEncoded(request, reply, cached)
  const rejection = findRejection(request, deps)
  const page = rejection
    ? (await makePage(request, target, { ...deps, sendFor: () => () => Promise.reject(rejection) })).page
    : await deps.turns.run(() => deps.cache.getOrMake(target.url, () => makePage(request, target, deps)))
  return sendEncoded(request, reply, page)
}

/** The error when the page limit of this client's network is reached. */
function findRejection(
  request: FastifyRequest,
  { limits, reportRejection }: PageDeps,
): RequestError | undefined {
  try {
    limits.count({ rule: 'pages', who: getNetwork(request.ip), limit: pageLimit })
    return undefined
  } catch (error) {
    reportRejection(request, error)
    if (isRequestError(error)) return error
    throw error
  }
}

/** The path and query of the request; a request made for a proxy names the host too (RFC 9112, 3.2.2). */
function parseRequestTarget(rawTarget: string): string {
  if (rawTarget.startsWith('/')) return rawTarget
  const url = URL.parse(rawTarget)
  return url ? url.pathname + url.search : `/${rawTarget}`
}

async function makePage(
  { log, id, ip }: FastifyRequest,
  target: PageTarget,
  deps: PageDeps,
): Promise<MadePage> {
  const mask = (error: unknown) => toPublicError(error, log, id)
  const rendered = await deps.renderer.render(target, { send: deps.sendFor(ip), mask })
  if (rendered.kind === 'redirect') {
    return { page: encodeRedirect(rendered.status, rendered.location), usedQueries: [], shouldCache: false }
  }
  // The longest lists make pages of megabytes, so that rendering, writing and finishing are a turn each.
  await yieldEventLoop()
  const html = await renderHtml(rendered, target, deps)
  await yieldEventLoop()
  const { status, usedQueries, state } = rendered
  const { retryAfter } = state.problem ?? {}
  const headers = { ...target.headers, ...(retryAfter && { 'retry-after': String(retryAfter) }) }
  return {
    page: encodePage(status, html, headers),
    usedQueries,
    shouldCache: isWorthCaching(rendered, target),
  }
}

async function renderHtml(rendered: RenderedPage, target: PageTarget, deps: PageDeps): Promise<string> {
  const html = renderDocument(
    rendered,
    renderHeadTags(deps.renderer.headScript, deps.assets(target.page, [...target.parts, ...rendered.parts])),
  )
  return deps.finishDocument ? deps.finishDocument(target.url, html) : html
}

/**
 * Of failures only the one page for all unknown URLs is cached; products that do not exist are unlimited in
 * number.
 */
function isWorthCaching({ status, keep }: RenderedPage, target: PageTarget): boolean {
  return keep && (status === 200 || (status === 404 && target.page === 'NotFoundPage'))
}
