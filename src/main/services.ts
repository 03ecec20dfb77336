import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Database, Db } from '#db/client.ts'
import { createJobs, type Jobs } from '#db/jobs.ts'
import { createAgentService } from '#features/agents/server/service.ts'
import { createAccountService } from '#features/auth/server/accounts.ts'
import { createCookieJar } from '#features/auth/server/cookies.ts'
import { createFirstAdmin } from '#features/auth/server/first-admin.ts'
import { createGoogle } from '#features/auth/server/google/google.ts'
import { createGoogleLogin } from '#features/auth/server/google/google-login.ts'
import { createLoginService } from '#features/auth/server/login.ts'
import { createLoginLimits } from '#features/auth/server/login-limits.ts'
import { type MailStatus, monitorMailTransport } from '#features/auth/server/mail/mail-monitor.ts'
import { createMailQueue, type MailQueue } from '#features/auth/server/mail/mail-queue.ts'
import { createMailTransport, type OutgoingMail } from '#features/auth/server/mail/mail-transport.ts'
import { createMailWorker } from '#features/auth/server/mail/mail-worker.ts'
import { createPasswords } from '#features/auth/server/passwords.ts'
import type { AuthServices } from '#features/auth/server/routes.ts'
import { createSessionService } from '#features/auth/server/sessions.ts'
import { createDailyBackups } from '#features/backup/server/daily-backups.ts'
import { rememberSecrets } from '#features/backup/server/known-secrets.ts'
import { createEntryRefresher } from '#features/collection/server/refresh-entries.ts'
import { createCollectionService } from '#features/collection/server/service.ts'
import { createDutyNotes } from '#features/duty-notes/server/duty-notes.ts'
import { createActiveCard } from '#features/freight/server/active-card.ts'
import { createExchangeRates } from '#features/freight/server/exchange-rates.ts'
import { createImageService } from '#features/images/server/image-service.ts'
import { openBucket } from '#features/images/server/storage/bucket.ts'
import { createRemoteMedia } from '#features/images/server/storage/own-bucket.ts'
import { shareUploads } from '#features/images/server/uploads/share-uploads.ts'
import { createUploads } from '#features/images/server/uploads/uploads.ts'
import { imageLimits, marketplaceHosts } from '#features/images/spec.ts'
import { reviewPhotoIntake } from '#features/member-photos/server/review-photos.ts'
import { createPhotoSubmissions } from '#features/member-photos/server/service.ts'
import { createPhotoUploads } from '#features/member-photos/server/uploads.ts'
import { createOverviewService } from '#features/overview/server/service.ts'
import { createAnalyticsForwarder } from '#features/page-views/server/analytics-forwarder.ts'
import { createPageViewService } from '#features/page-views/server/service.ts'
import { createLinkTexts } from '#features/product-links/server/link-texts.ts'
import { createShortLinks } from '#features/product-links/server/short-links.ts'
import { createCatalogue } from '#features/products/server/catalogue-writes.ts'
import { readKeptClaims } from '#features/products/server/claims-file.ts'
import { createInfoService } from '#features/products/server/info/info-service.ts'
import { createInfoSources } from '#features/products/server/info/info-sources.ts'
import { createMostViewed } from '#features/products/server/most-viewed.ts'
import { createProductPictures } from '#features/products/server/product-pictures.ts'
import { createProductService } from '#features/products/server/service.ts'
import { createViewCounter } from '#features/products/server/views.ts'
import { createQcService } from '#features/qc-photos/server/service.ts'
import { createExternalQc } from '#features/qc-photos/server/sources/external-qc.ts'
import { listImageHosts, loadSources } from '#features/qc-photos/server/sources/sources-file.ts'
import { createRateCards } from '#features/rate-cards/server/rate-cards.ts'
import { createReviewService } from '#features/reviews/server/service.ts'
import { createEstimation } from '#features/shipping/server/estimation.ts'
import { createShippingLookup } from '#features/shipping/server/shipping-lookup.ts'
import type { SiteSettings } from '#features/site/contract.ts'
import { createUserService } from '#features/users/server/service.ts'
import { createMailReader } from '#features/watches/server/notice-mails.ts'
import {
  createUnsubscribeTokens,
  type UnsubscribeTokens,
} from '#features/watches/server/unsubscribe-token.ts'
import { createWatchJobs } from '#features/watches/server/watch-wiring.ts'
import { createHealthReader } from '#operations/health-reader.ts'
import { createMetrics } from '#operations/metrics/metrics.ts'
import { createSecurityLog, type SecurityLog } from '#operations/security-log.ts'
import { createLocalLimits, createRateLimits, type RateLimits } from '#shared/server/access/rate-limits.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import type { DiskFloor } from '#shared/server/disk-room.ts'
import { createOutbound, type Outbound, type OutboundDeps } from '#shared/server/outbound/outbound.ts'
import { type Config, listSecrets } from './config.ts'
import { isProduction } from './start/start-checks.ts'

type ServicesDeps = {
  config: Config
  secret: string
  db: Db
  pool: Pool
  kind: Database['kind']
  invalidation: Invalidation
  log: FastifyBaseLogger
  /** A simulated network for tests. */
  network?: OutboundNetwork | undefined
  /** Another free-space floor for disks, for tests. */
  diskFloor?: DiskFloor | undefined
}
/** Replaces the connections to the internet, and says where short links are requested. */
export type OutboundNetwork = Pick<OutboundDeps, 'lookup' | 'isAllowed' | 'ports'> & {
  shortLinkAt: (address: string) => string
}
export type Services = ReturnType<typeof createServices>['services']

/** All services behind the calls, wired once; `close` stores what still waits in memory. */
export function createServices(deps: ServicesDeps) {
  const { config, secret, db, pool, kind, invalidation, log, network, diskFloor } = deps
  const { breakerResetMs, publicUrl, productInfoUrl, linkPreview, mediaDir, dataDir } = config
  const qcSources = loadSources({ url: config.qcUrl, path: config.qcSources }, config.variable)
  const imageHosts = [...(config.imageHosts ?? marketplaceHosts), ...listImageHosts(qcSources)]
  const securityLog = createSecurityLog({ db, log })
  const limits = createRateLimits({ pool, multiplier: config.rateMultiplier })
  const metrics = createMetrics()
  const outbound = createOutbound({
    ...network,
    breakerResetMs,
    publicUrl,
    log,
    onBreak: securityLog.breakerOpened,
    events: metrics.sourceEvents,
  })
  const jobs = createJobs({ pool, log })
  const tokens = createUnsubscribeTokens(secret)
  const mails = createMails({ config, db, log, jobs, tokens, outbound })
  const bucket = config.s3Url
    ? openBucket(config.s3Url, { outbound, timeoutMs: imageLimits.bucketMs })
    : undefined
  const pictures = createImageService({
    db,
    secret,
    mediaDir,
    dataDir,
    imageHosts,
    outbound,
    log,
    bucket,
    invalidation,
    jobs: config.pictureJobs ? jobs : undefined,
    limits: { diskBytes: config.pictureBytes },
    diskFloor,
  })
  const sources = createInfoSources({ outbound, productInfoUrl, linkPreview })
  const warn = (message: string) => log.warn(message)
  const { forget, makeRoom } = pictures
  const uploads = createUploads({ db, mediaDir, bucket, forget, makeRoom, diskFloor, log })
  const views = createViewCounter({ db, warn })
  const collector = config.analyticsUrl
    ? createAnalyticsForwarder({ outbound, url: config.analyticsUrl, warn })
    : undefined
  const pageViews = createPageViewService({ db, warn, forward: collector?.add })
  const freight = createFreight({ config, db, invalidation, outbound, log })
  const { exchangeRates } = freight
  const mailStatus = mails.status
  const remote = bucket && createRemoteMedia(bucket)
  const { backupDir: folder, backupKeep: keep } = config
  const backups = createDailyBackups({
    jobs,
    db,
    folder,
    secrets: rememberSecrets({ dataDir, secrets: [secret, ...listSecrets(config)] }),
    keep,
    diskFloor,
    log,
    isPglite: kind === 'pglite',
    stock: { pool, mediaDir, secret, remote },
  })
  metrics.watch({ outbound, pool, pictures, mailStatus, dataDir, backups })
  const readHealth = createHealthReader({
    pool,
    config,
    qcSources,
    outbound,
    jobs,
    mailStatus,
    pictures,
    exchangeRates,
    backups,
  })
  const queueMail = (tx: Db, userId: string) => mails.queue.add(tx, { kind: 'watched', userId })
  const watching = createWatchJobs({ db, invalidation, log, pictures, tokens, queueMail })
  const { onObservation, onPrice, onNewPhotos } = watching
  const agents = createAgentService({ db, pictures, uploads })
  const infos = createInfoService({ db, sources, pictures, invalidation, limits, log, onObservation })
  const refresh = createEntryRefresher({ db, findInfo: infos.find, log })
  const outside = createExternalQc({
    db,
    outbound,
    sources: qcSources,
    pictures,
    limits,
    log,
    onNewPhotos,
    invalidation,
  })
  const watchTasks = watching.checkInBackground({
    findInfo: infos.find,
    findPhotos: (item) => outside.find(item),
  })
  const services = {
    products: createProductService({
      db,
      pictures,
      freightTo: freight.landed.freightTo,
      claims: { isLoopback: !isProduction(config.publicUrl), kept: readKeptClaims(config.claims) },
    }),
    catalogue: createCatalogue({ db, pictures, onPrice }),
    productPictures: createProductPictures({ db, pictures, uploads }),
    views,
    pageViews,
    collector,
    infos,
    qc: createQcService({ db, pictures }),
    photoUploads: createPhotoUploads({ db, pictures, uploads }),
    photoSubmissions: createPhotoSubmissions({ db, pictures, limits, discard: uploads.discard, onNewPhotos }),
    outside,
    reviews: createReviewService({
      db,
      pictures,
      limits,
      intake: reviewPhotoIntake,
      discard: uploads.discard,
    }),
    linkTexts: createLinkTexts({
      shortLinks: config.shortLinks
        ? createShortLinks({ db, outbound, log, addressFor: network?.shortLinkAt })
        : undefined,
      listAgents: () => agents.list(),
    }),
    agents,
    collection: createCollectionService({ db, pictures, refresh: refresh.add }),
    watches: watching,
    watchTasks,
    ...freight,
    users: createUserService({
      db,
      notifyRaised: (tx, userId) => mails.queue.add(tx, { kind: 'role-raised', userId }),
    }),
    auth: createAuth({ config, secret, db, limits, mails: mails.queue, outbound, log, securityLog }),
    overview: createOverviewService({ db, mostViewed: createMostViewed({ db, pictures }), readHealth }),
    limits,
    pageLimits: createLocalLimits(config.rateMultiplier),
    metrics,
    securityLog,
    uploads,
    backups,
    shareUploads: () => shareUploads({ mediaDir, bucket }),
  }
  return {
    services,
    pictures,
    jobs,
    /** Starts the background work. */
    start: () => Promise.all([jobs.start(), pictures.start()]),
    close: async () => {
      await watchTasks.close()
      await jobs.stop()
      pictures.close()
      freight.exchangeRates.close()
      await Promise.all([refresh.close(), views.close(), pageViews.close(), collector?.close()])
      await securityLog.flush()
      metrics.close()
    },
  }
}

type FreightDeps = Pick<ServicesDeps, 'config' | 'db' | 'invalidation' | 'log'> & { outbound: Outbound }

/** The services for shipping costs. */
function createFreight({ config, db, invalidation, outbound, log }: FreightDeps) {
  const url = config.exchangeRatesUrl
  const activeCard = createActiveCard({ db, invalidation })
  const exchangeRates = createExchangeRates({ db, outbound, url, invalidation, log })
  return {
    activeCard,
    exchangeRates,
    rateCards: createRateCards({ db, activeCard }),
    estimation: createEstimation({ activeCard, exchangeRates }),
    landed: createShippingLookup({ activeCard, exchangeRates }),
    dutyNotes: createDutyNotes({ db }),
  }
}

/** What pages must know of the configuration. */
export function getSiteSettings(config: Config): SiteSettings {
  const { trackingUrl, extensionUrl, socialUrl, chatUrl, publicUrl, google, passwordMin } = config
  const links = { trackingUrl, extensionUrl, socialUrl, chatUrl, publicUrl }
  return { ...links, googleSignIn: google !== undefined, passwordMin }
}

/** Emails are queued in callers' transactions, and rendered and sent by a job. */
function createMails({
  config,
  db,
  log,
  jobs,
  tokens,
  outbound,
}: Pick<ServicesDeps, 'config' | 'db' | 'log'> & {
  jobs: Jobs
  tokens: UnsubscribeTokens
  outbound: Outbound
}): {
  queue: MailQueue
  status: () => MailStatus
} {
  const { smtpUrl, mailFrom, publicUrl, dataDir } = config
  const plain = createMailTransport({ smtpUrl, mailFrom, publicUrl, dataDir, log })
  // The queue has its own backoff for a failing mail server.
  const measured = { send: (mail: OutgoingMail) => outbound.watch('mail', () => plain.send(mail)) }
  const watched = monitorMailTransport(smtpUrl ? measured : plain)
  const { transport, status } = watched
  const readWatched = createMailReader({ db, tokens })
  const send = createMailWorker({ db, transport, publicUrl, readWatched })
  return { queue: createMailQueue({ jobs, send }), status }
}

type AuthDeps = Pick<ServicesDeps, 'config' | 'secret' | 'db' | 'log'> & {
  limits: RateLimits
  mails: MailQueue
  outbound: Outbound
  securityLog: Pick<SecurityLog, 'loginFailed'>
}

function createAuth(deps: AuthDeps): AuthServices {
  const { config, secret, db, limits, mails, outbound, log, securityLog } = deps
  const { publicUrl, registrationPrivacy } = config
  const passwords = createPasswords({ shortest: config.passwordMin })
  const sessions = createSessionService({ db, mails })
  const cookies = createCookieJar({ publicUrl, secret })
  const offerUnlock = (email: string) => mails.add(db, { kind: 'unlock', email })
  const loginLimits = createLoginLimits({ limits, offerUnlock })
  const google = createGoogleLogin({
    db,
    google: config.google && createGoogle({ ...config.google, outbound, db, publicUrl, log }),
    passwords,
    limits: loginLimits,
    mails,
  })
  const isRegistrationPrivate = registrationPrivacy === 'uniform'
  return {
    db,
    accounts: createAccountService({
      db,
      passwords,
      mails,
      limits: loginLimits,
      google,
      isRegistrationPrivate,
    }),
    cookies,
    firstAdmin: createFirstAdmin({ db, passwords }),
    google,
    login: createLoginService({
      db,
      sessions,
      passwords,
      limits: loginLimits,
      google,
      cookies,
      mails,
      loginFailed: securityLog.loginFailed,
      isRegistrationPrivate,
    }),
    sessions,
  }
}
