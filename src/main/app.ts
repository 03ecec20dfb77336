import { randomBytes } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { DatabaseCheck } from '#db/health.ts'
import { serveImages } from '#features/images/server/routes.ts'
import { serveCards } from '#features/inspection-card/server/routes.ts'
import { createPageCache } from '#framework/page-cache.ts'
import { type PageDeps, servePages } from '#framework/pages.ts'
import { serveApi } from '#http/api.ts'
import { serveDocs } from '#http/docs.ts'
import { handleFailures, sendFailure } from '#http/failures.ts'
import { serveFreightFiles } from '#http/freight-files.ts'
import { serveGo } from '#http/go.ts'
import { serveManifest } from '#http/installed-app/manifest.ts'
import { serveOfflinePage } from '#http/installed-app/offline-page.ts'
import { hasOneHost, sendRawError } from '#http/raw-http-errors.ts'
import { getSecurityHeaders } from '#http/security-headers.ts'
import { serveSecurityTxt } from '#http/security-txt.ts'
import { serveSitemap } from '#http/sitemap.ts'
import { boundSockets } from '#http/sockets.ts'
import { serveHealth } from '#operations/health.ts'
import { serveMetrics } from '#operations/metrics/metrics-route.ts'
import { recordRateLimits, reportLimit } from '#operations/security-log.ts'
import type { Config } from '#platform/config.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { createLocalLimits } from '#shared/server/access/rate-limits.ts'
import { trackRequesters } from '#shared/server/access/requesters.ts'
import { createByteCache } from '#shared/server/cache/byte-cache.ts'
import { createInProcessClient } from '#shared/server/in-process-client.ts'
import { createNetworkTurns } from '#shared/server/outbound/network-turns.ts'
import { bindHandlers } from '#shared/server/register-routes.ts'
import { contract } from './contract.ts'
import type { SiteFeatures } from './features.ts'

export type AppDeps = Pick<PageDeps, 'renderer' | 'assets' | 'finishDocument'> & {
  features: SiteFeatures
  /** False when the site cannot serve. */
  checkReadiness: () => Promise<DatabaseCheck>
}

/** Limits how long a cached response is wrong when an invalidation does not arrive from another process. */
const cacheMaxAgeMs = 300_000

/** Creates the whole application. It does not listen yet: the server does that, and tests call it in process. */
export async function createApp({ features, ...deps }: AppDeps): Promise<FastifyInstance> {
  const { config, invalidation, limits, log } = features.platform
  const { publicUrl, trustProxy } = config
  const { securityLog } = features
  const { pictures } = features.images
  const app = createFastify({ logger: log, publicUrl, trustProxy })
  const cacheOptions = { maxBytes: config.cacheBytes / 2, maxAgeMs: cacheMaxAgeMs, invalidation }
  const pageCache = createByteCache(cacheOptions)
  const responseCache = createByteCache(cacheOptions)
  const calls = bindHandlers(contract, features.handlers)
  app.addHook('onClose', async () => {
    pageCache.close()
    responseCache.close()
  })
  handleFailures(app)
  recordRateLimits(app, securityLog)
  serveMetrics(app, features.metrics, config.metricsToken)
  serveHealth(app, deps.checkReadiness)
  const turns = createNetworkTurns()
  await serveApi(app, calls, {
    turns,
    responseCache,
    limits,
    publicUrl,
    findSession: features.auth.sessions.find,
    reportDenial: securityLog.refused,
  })
  await serveDocuments(app, features, deps)
  const pageServices = {
    limits: createLocalLimits(config.rateMultiplier),
    reportRejection: (request: FastifyRequest, error: unknown) => reportLimit(securityLog, request, error),
    turns,
    sendFor: createInProcessClient(calls),
  }
  serveCards(app, {
    ...pageServices,
    publicUrl,
    findPicture: pictures.findPublic,
    findDrawing: pictures.findDrawing,
  })
  servePages(app, { ...deps, ...pageServices, cache: createPageCache(pageCache) })
  return app
}

/** Serves everything besides the API and the pages: documentation, redirects, files for search engines, and images. */
async function serveDocuments(
  app: FastifyInstance,
  { platform, pageViews, productLinks, products, images }: SiteFeatures,
  { assets, renderer }: Pick<AppDeps, 'assets' | 'renderer'>,
): Promise<void> {
  const { config, invalidation } = platform
  const { publicUrl, securityContact, chatUrl, socialUrl } = config
  serveDocs(app, { assets, headScript: renderer.headScript, pageViews: pageViews.pageViews })
  serveGo(app, productLinks.linkReader)
  serveManifest(app)
  serveOfflinePage(app, { assets, headScript: renderer.headScript })
  await serveFreightFiles(app)
  serveSitemap(app, { publicUrl, products: products.products, invalidation, maxAgeMs: cacheMaxAgeMs })
  serveSecurityTxt(app, { publicUrl, contacts: [securityContact, chatUrl, socialUrl] })
  serveImages(app, images.pictures)
}

type FastifySettings = { logger: FastifyBaseLogger } & Pick<Config, 'publicUrl' | 'trustProxy'>

function createFastify({ logger, publicUrl, trustProxy }: FastifySettings): FastifyInstance {
  const createRequestId = createRequestIdGenerator()
  const headers = getSecurityHeaders(publicUrl)
  const app = fastify({
    loggerInstance: logger,
    trustProxy: trustProxy === true ? isNearestProxy : trustProxy,
    bodyLimit: 100 * 1024,
    requestTimeout: 30_000,
    // Otherwise Node itself would reject a missing Host header, without our error envelope.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    genReqId: createRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 512, ignoreDuplicateSlashes: false },
    // While the site closes, requests that still arrive get their normal response.
    return503OnClosing: false,
    // No hook runs for errors before routing, so their headers are set here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
      sendFailure(error, request, reply)
    },
    clientErrorHandler: sendRawError({ headers, createRequestId }),
  })
  const { endSoon } = boundSockets(app.server, { isProxied: trustProxy !== false })
  closeConnections(app, endSoon)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done(hasOneHost(request.raw) ? undefined : new RequestError(failures.input))
  })
  trackRequesters(app)
  // Only 100-continue has a meaning, and a server may ignore the rest (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply))
  return app
}

/**
 * While the site closes, responses tell clients to reconnect, and sockets with an incomplete request are
 * closed. Otherwise idle keep-alive connections and endless requests would delay the end of the process.
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

/** Each process counts behind a random prefix, so that ids of two processes never collide. */
function createRequestIdGenerator(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}

/** Only the nearest proxy is trusted, because a client can forge the addresses of the others. */
function isNearestProxy(_address: string, hop: number): boolean {
  return hop === 0
}
