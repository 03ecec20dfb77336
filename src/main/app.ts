import { randomBytes } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { DatabaseCheck } from '#db/health.ts'
import { agentHandlers } from '#features/agents/server/routes.ts'
import { authHandlers } from '#features/auth/server/routes.ts'
import { collectionHandlers } from '#features/collection/server/routes.ts'
import { dutyNoteHandlers } from '#features/duty-notes/server/routes.ts'
import { type ImageRouteDeps, serveImages } from '#features/images/server/routes.ts'
import { type CardRouteDeps, serveCards } from '#features/inspection-card/server/routes.ts'
import { memberPhotoHandlers } from '#features/member-photos/server/routes.ts'
import { overviewHandlers } from '#features/overview/server/routes.ts'
import { pageViewHandlers } from '#features/page-views/server/routes.ts'
import { productLinkHandlers } from '#features/product-links/server/routes.ts'
import { catalogueHandlers } from '#features/products/server/catalogue-routes.ts'
import { productHandlers } from '#features/products/server/routes.ts'
import { qcPhotoHandlers } from '#features/qc-photos/server/routes.ts'
import { rateCardHandlers } from '#features/rate-cards/server/routes.ts'
import { reviewHandlers } from '#features/reviews/server/routes.ts'
import { estimationHandlers } from '#features/shipping/server/routes.ts'
import type { SiteSettings } from '#features/site/contract.ts'
import { siteHandlers } from '#features/site/server/routes.ts'
import { userHandlers } from '#features/users/server/routes.ts'
import { watchHandlers } from '#features/watches/server/routes.ts'
import { createPageCache } from '#framework/page-cache.ts'
import { type PageDeps, servePages } from '#framework/pages.ts'
import { serveApi } from '#http/api.ts'
import { serveDocs } from '#http/docs.ts'
import { handleFailures, sendFailure } from '#http/failures.ts'
import { serveFreightFiles } from '#http/freight-files.ts'
import { serveGo } from '#http/go.ts'
import { hasOneHost, sendRawError } from '#http/raw-http-errors.ts'
import { getSecurityHeaders } from '#http/security-headers.ts'
import { serveSecurityTxt } from '#http/security-txt.ts'
import { serveSitemap } from '#http/sitemap.ts'
import { boundSockets } from '#http/sockets.ts'
import { serveHealth } from '#operations/health.ts'
import { serveMetrics } from '#operations/metrics/metrics-route.ts'
import { reportLimit, watchLimits } from '#operations/security-log.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { trackAskers } from '#shared/server/access/askers.ts'
import { createByteCache } from '#shared/server/cache/byte-cache.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { createInProcessClient } from '#shared/server/in-process-client.ts'
import { createNetworkTurns } from '#shared/server/outbound/network-turns.ts'
import { bindHandlers } from '#shared/server/register-routes.ts'
import { contract } from './contract.ts'
import type { Services } from './services.ts'

export type AppDeps = Pick<PageDeps, 'renderer' | 'assets' | 'finishDocument'> & {
  logger: FastifyBaseLogger
  services: Services
  pictures: ImageRouteDeps & { findPublic: CardRouteDeps['findPicture'] } & Pick<CardRouteDeps, 'findDrawing'>
  settings: SiteSettings
  invalidation: Invalidation
  /** False when the site cannot serve. */
  checkReadiness: () => Promise<DatabaseCheck>
  cacheBytes: number
  /** With this token /metrics can be read from other machines. */
  metricsToken?: string | undefined
  /** Whom to tell of a weakness, `mailto:` or `https:`. */
  securityContact?: string | undefined
  /** True: one proxy in front; a text: the proxies' addresses. */
  trustProxy?: boolean | string
}

/** A safety net for an invalidation that was lost between processes. */
const cacheMaxAgeMs = 300_000

/** The whole application without a port: the server listens with it, tests call it in process. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createFastify(deps)
  const cacheOptions = {
    maxBytes: deps.cacheBytes / 2,
    maxAgeMs: cacheMaxAgeMs,
    invalidation: deps.invalidation,
  }
  const pageCache = createByteCache(cacheOptions)
  const answers = createByteCache(cacheOptions)
  const { services } = deps
  const calls = bindHandlers(contract, {
    ...productLinkHandlers(services),
    ...productHandlers(services),
    ...catalogueHandlers(services),
    ...qcPhotoHandlers(services),
    ...memberPhotoHandlers(services),
    ...reviewHandlers(services),
    ...agentHandlers(services),
    ...siteHandlers(deps.settings),
    ...authHandlers(services.auth),
    ...userHandlers(services),
    ...collectionHandlers(services),
    ...pageViewHandlers(services),
    ...overviewHandlers(services),
    ...estimationHandlers(services),
    ...dutyNoteHandlers(services),
    ...rateCardHandlers(services),
    ...watchHandlers(services),
  })
  app.addHook('onClose', async () => {
    pageCache.close()
    answers.close()
  })
  handleFailures(app)
  watchLimits(app, services.securityLog)
  serveMetrics(app, services.metrics, deps.metricsToken)
  serveHealth(app, deps.checkReadiness)
  const turns = createNetworkTurns()
  await serveApi(app, calls, {
    turns,
    invalidation: deps.invalidation,
    responseCache: answers,
    limits: services.limits,
    publicUrl: deps.settings.publicUrl,
    findSession: services.auth.sessions.find,
    reportDenial: services.securityLog.refused,
  })
  serveDocs(app, {
    assets: deps.assets,
    headScript: deps.renderer.headScript,
    pageViews: services.pageViews,
  })
  serveGo(app, services.linkTexts)
  await serveFreightFiles(app)
  const { publicUrl, chatUrl, socialUrl } = deps.settings
  serveSitemap(app, {
    publicUrl,
    products: services.products,
    invalidation: deps.invalidation,
    maxAgeMs: cacheMaxAgeMs,
  })
  serveSecurityTxt(app, { publicUrl, contacts: [deps.securityContact, chatUrl, socialUrl] })
  serveImages(app, deps.pictures)
  const shared = {
    limits: services.pageLimits,
    reportRejection: (request: FastifyRequest, error: unknown) =>
      reportLimit(services.securityLog, request, error),
    turns,
    sendFor: createInProcessClient(calls),
  }
  serveCards(app, {
    ...shared,
    publicUrl: deps.settings.publicUrl,
    findPicture: deps.pictures.findPublic,
    findDrawing: deps.pictures.findDrawing,
  })
  servePages(app, { ...deps, ...shared, cache: createPageCache(pageCache) })
  return app
}

function createFastify({ logger, trustProxy = false, settings }: AppDeps): FastifyInstance {
  const nameRequest = createRequestNamer()
  const headers = getSecurityHeaders(settings.publicUrl)
  const app = fastify({
    loggerInstance: logger,
    trustProxy: trustProxy === true ? isNearestProxy : trustProxy,
    bodyLimit: 100 * 1024,
    requestTimeout: 30_000,
    // Node would reject a missing host by itself, without our envelope.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    genReqId: nameRequest,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 512, ignoreDuplicateSlashes: false },
    // A request that still arrives while the site closes is answered as usual.
    return503OnClosing: false,
    // Errors before routing pass no hook, so they get their headers here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
      sendFailure(error, request, reply)
    },
    clientErrorHandler: sendRawError({ headers, nameRequest }),
  })
  const { endSoon } = boundSockets(app.server, { isProxied: trustProxy !== false })
  closeConnections(app, endSoon)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done(hasOneHost(request.raw) ? undefined : new RequestError(failures.input))
  })
  trackAskers(app)
  // Only 100-continue has a meaning, and a server may ignore the rest (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply))
  return app
}

/**
 * While the site closes, responses tell clients to reconnect, and sockets with an incomplete request are
 * closed; otherwise kept connections and endless requests would hold it open.
 */
function closeConnections(app: FastifyInstance, endSoon: () => void): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    endSoon()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** Counts from a random start, so that no two processes give the same name. */
function createRequestNamer(): () => string {
  const started = randomBytes(6).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${started}-${count.toString(36)}`
  }
}

/** Only the nearest proxy is trusted: a client can send what others claim. */
function isNearestProxy(_address: string, hop: number): boolean {
  return hop === 0
}
