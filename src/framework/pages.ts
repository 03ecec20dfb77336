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
 * Pages that are not cached and therefore rendered for a network: with 15 to 40 ms of CPU time each, at most
 * 40 % of it. Forty visitors behind one address who only open such pages, one each in four seconds, do not
 * reach it.
 */
export const pageLimit = { count: 600, seconds: 60 } as const satisfies RateLimit

export type PageDeps = {
  limits: { count: (counter: LimitCounter) => void }
  /** Called for a request that was rejected, with the reason. */
  reportRefused: (request: FastifyRequest, error: unknown) => void
  renderer: PageRenderer
  assets: AssetTags
  cache: PageCache
  turns: NetworkTurns
  /** Returns the client for the calls of a page that is rendered for this address. */
  sendFor: (visitor: string) => ApiClient
  /** Development lets Vite add to the document and loosens the policy. */
  finishDocument?: (url: string, html: string) => Promise<string>
}

/** Serves every address that is neither API nor file. Fastify answers HEAD with the same handler. */
export function servePages(app: FastifyInstance, deps: PageDeps): void {
  const { renderer, cache } = deps
  const headers = deps.finishDocument
    ? {}
    : { 'content-security-policy': createPagePolicy(renderer.headScript) }
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    reply.headers(headers)
    // A canonical URL is its own key, so the usual hit costs one look-up: no routing, no promise.
    const kept = cache.get(request.raw.url ?? '')
    return kept ? sendEncoded(request, reply, kept) : sendUncached(request, reply, deps)
  })
}

async function sendUncached(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PageDeps,
): Promise<FastifyReply> {
  const place = deps.renderer.place(parseRequestTarget(request.raw.url ?? '/'))
  const kept = deps.cache.get(place.url)
  if (kept) return sendEncoded(request, reply, kept)
  const refusal = findRefusal(request, deps)
  const page = refusal
    ? (await makePage(request, place, { ...deps, sendFor: () => () => Promise.reject(refusal) })).page
    : await deps.turns.run(() => deps.cache.getOrMake(place.url, () => makePage(request, place, deps)))
  return sendEncoded(request, reply, page)
}

/** Why no page is rendered for this client. */
function findRefusal(request: FastifyRequest, { limits, reportRefused }: PageDeps): RequestError | undefined {
  try {
    limits.count({ rule: 'pages', who: getNetwork(request.ip), limit: pageLimit })
    return undefined
  } catch (error) {
    reportRefused(request, error)
    if (isRequestError(error)) return error
    throw error
  }
}

/** The path and query of the request; a request made for a proxy names the host too (RFC 9112, 3.2.2). */
function parseRequestTarget(asked: string): string {
  if (asked.startsWith('/')) return asked
  const url = URL.parse(asked)
  return url ? url.pathname + url.search : `/${asked}`
}

async function makePage(
  { log, id, ip }: FastifyRequest,
  place: PageTarget,
  deps: PageDeps,
): Promise<MadePage> {
  const mask = (error: unknown) => toPublicError(error, log, id)
  const rendered = await deps.renderer.render(place, { send: deps.sendFor(ip), mask })
  if (rendered.kind === 'redirect') {
    return { page: encodeRedirect(rendered.status, rendered.location), usedQueries: [], keep: false }
  }
  // The longest lists make pages of megabytes, so that rendering, writing and finishing are a turn each.
  await yieldEventLoop()
  const html = await renderHtml(rendered, place, deps)
  await yieldEventLoop()
  const { status, usedQueries, state } = rendered
  const { retryAfter } = state.problem ?? {}
  const headers = { ...place.headers, ...(retryAfter && { 'retry-after': String(retryAfter) }) }
  return {
    page: encodePage(status, html, headers),
    usedQueries,
    keep: isWorthKeeping(rendered, place),
  }
}

async function renderHtml(rendered: RenderedPage, place: PageTarget, deps: PageDeps): Promise<string> {
  const html = renderDocument(
    rendered,
    renderHeadTags(deps.renderer.headScript, deps.assets(place.page, place.parts)),
  )
  return deps.finishDocument ? deps.finishDocument(place.url, html) : html
}

/**
 * Of failures only the one page for all unknown URLs is cached; products that do not exist are unlimited in
 * number.
 */
function isWorthKeeping({ status, keep }: RenderedPage, place: PageTarget): boolean {
  return keep && (status === 200 || (status === 404 && place.page === 'NotFoundPage'))
}
