import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/client.ts'
import { createJobs } from '#db/jobs.ts'
import { createAgentsFeature } from '#features/agents/server/feature.ts'
import { createAuthFeature } from '#features/auth/server/feature.ts'
import { createBackupFeature } from '#features/backup/server/feature.ts'
import { createCollectionFeature } from '#features/collection/server/feature.ts'
import { createDutyNotesFeature } from '#features/duty-notes/server/feature.ts'
import { createFreightFeature } from '#features/freight/server/feature.ts'
import { createImagesFeature } from '#features/images/server/feature.ts'
import { createMemberPhotosFeature } from '#features/member-photos/server/feature.ts'
import { createOverviewFeature } from '#features/overview/server/feature.ts'
import { createPageViewsFeature } from '#features/page-views/server/feature.ts'
import { createProductLinksFeature } from '#features/product-links/server/feature.ts'
import { loadProductSources } from '#features/products/server/bought-sources/product-sources-file.ts'
import { createProductsFeature } from '#features/products/server/feature.ts'
import { publishReading, withdrawReading } from '#features/products/server/info/info-repository.ts'
import { createQcPhotosFeature } from '#features/qc-photos/server/feature.ts'
import { loadSources } from '#features/qc-photos/server/sources/sources-file.ts'
import { createRateCardsFeature } from '#features/rate-cards/server/feature.ts'
import { createReadingsFeature } from '#features/readings/server/feature.ts'
import { createReviewsFeature } from '#features/reviews/server/feature.ts'
import { createShippingFeature } from '#features/shipping/server/feature.ts'
import { createSiteFeature } from '#features/site/server/feature.ts'
import { createUsersFeature } from '#features/users/server/feature.ts'
import {
  createWatchesFeature,
  createWatchMailReader,
  createWatchRecorder,
} from '#features/watches/server/feature.ts'
import { createHealthReader } from '#operations/health-reader.ts'
import { createMetrics } from '#operations/metrics/metrics.ts'
import { createSecurityLog, type SecurityLog } from '#operations/security-log.ts'
import type { Config } from '#platform/config.ts'
import type { Feature, HourlyTask, Platform } from '#platform/platform.ts'
import { createRateLimits } from '#shared/server/access/rate-limits.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import type { DiskFloor } from '#shared/server/disk-room.ts'
import { listImageHosts } from '#shared/server/outbound/described-sources/described-source.ts'
import { createOutbound, type OutboundDeps } from '#shared/server/outbound/outbound.ts'

type FeaturesDeps = {
  config: Config
  secret: string
  database: Pick<Database, 'db' | 'pool' | 'kind'>
  invalidation: Invalidation
  log: FastifyBaseLogger
  /** A simulated network; for tests. */
  network?: OutboundNetwork | undefined
  /** Another minimum of free disk space; for tests. */
  diskFloor?: DiskFloor | undefined
}
/** Replaces the connections to the internet. `shortLinkAt` returns the URL at which a short link is requested. */
export type OutboundNetwork = Pick<OutboundDeps, 'lookup' | 'isAllowed' | 'ports'> & {
  shortLinkAt: (address: string) => string
}
export type SiteFeatures = ReturnType<typeof createFeatures>

/** Creates all features. A feature is created after those that it uses. */
export function createFeatures(deps: FeaturesDeps) {
  const { platform, metrics, securityLog } = createPlatform(deps)
  const { config, pool, outbound, jobs } = platform
  const qcSources = loadSources({ url: config.qcUrl, path: config.qcSources }, config.variable)
  const productSources = loadProductSources(config.productSources, config.variable)
  const { loginFailed } = securityLog
  const { watchRecorder, ...base } = createBaseFeatures(platform, {
    qcSources,
    productSources,
    loginFailed,
  })
  const { pictures } = base.images
  const monitored = {
    pool,
    outbound,
    pictures,
    mailStatus: base.auth.mailStatus,
    backups: base.backup.backups,
  }
  metrics.watch({ ...monitored, dataDir: config.dataDir })
  const { exchangeRates } = base.freight
  // They are closed in reverse order: features that queue jobs before `jobs`, features that jobs use after it.
  const features = {
    ...base,
    ...createDependentFeatures(platform, base, {
      watchRecorder,
      shortLinkAt: deps.network?.shortLinkAt,
      readHealth: createHealthReader({
        ...monitored,
        config,
        infoLines: base.products.infoHealthLines,
        qcSources,
        jobs,
        exchangeRates,
      }),
    }),
  }
  const lifecycle = combineLifecycles(features)
  return {
    ...features,
    platform,
    metrics,
    securityLog,
    handlers: mergeHandlers(features),
    ...lifecycle,
    close: async () => {
      await lifecycle.close()
      await securityLog.flush()
      metrics.close()
    },
  }
}

type BaseFeaturesNeeds = {
  qcSources: ReturnType<typeof loadSources>
  productSources: ReturnType<typeof loadProductSources>
} & Pick<SecurityLog, 'loginFailed'>

/** Creates the features that other features use. */
function createBaseFeatures(
  platform: Platform,
  { qcSources, productSources, loginFailed }: BaseFeaturesNeeds,
) {
  const images = createImagesFeature(platform, {
    sourceHosts: listImageHosts([...qcSources, ...productSources]),
  })
  const { pictures, uploads } = images
  const auth = createAuthFeature(platform, { readWatched: createWatchMailReader(platform), loginFailed })
  const watchRecorder = createWatchRecorder(platform, {
    queueMail: (tx, userId) => auth.mails.add(tx, { kind: 'watched', userId }),
  })
  const { onObservation, onPrice, onNewPhotos } = watchRecorder
  const freight = createFreightFeature(platform)
  const shipping = createShippingFeature(platform, freight)
  const { freightTo } = shipping
  const { jobs } = platform
  return {
    images,
    freight,
    jobs: { start: jobs.start, close: jobs.stop },
    auth,
    shipping,
    products: createProductsFeature(platform, {
      productSources,
      pictures,
      uploads,
      freightTo,
      onObservation,
      onPrice,
    }),
    qcPhotos: createQcPhotosFeature(platform, { pictures, sources: qcSources, onNewPhotos }),
    agents: createAgentsFeature(platform, { pictures, uploads }),
    memberPhotos: createMemberPhotosFeature(platform, { pictures, uploads, onNewPhotos }),
    backup: createBackupFeature(platform, { remote: images.remoteMedia }),
    watchRecorder,
  }
}

type BaseFeatures = Omit<ReturnType<typeof createBaseFeatures>, 'watchRecorder'>
type DependentFeaturesNeeds = {
  watchRecorder: ReturnType<typeof createWatchRecorder>
  shortLinkAt: OutboundNetwork['shortLinkAt'] | undefined
  readHealth: ReturnType<typeof createHealthReader>
}

/** Creates the features that no other feature uses. */
function createDependentFeatures(
  platform: Platform,
  { images, auth, freight, products, qcPhotos, agents, memberPhotos }: BaseFeatures,
  { watchRecorder, shortLinkAt, readHealth }: DependentFeaturesNeeds,
) {
  const { pictures, uploads } = images
  const findInfo = products.infos.find
  const findPhotos = qcPhotos.outside.find
  return {
    reviews: createReviewsFeature(platform, {
      pictures,
      intake: memberPhotos.reviewPhotoIntake,
      discard: uploads.discard,
    }),
    readings: createReadingsFeature(platform, {
      pictures,
      claimUploads: memberPhotos.reviewPhotoIntake.claimUploads,
      discard: uploads.discard,
      publish: publishReading,
      withdraw: withdrawReading,
      onObservation: watchRecorder.onObservation,
    }),
    productLinks: createProductLinksFeature(platform, { agents: agents.agents, shortLinkAt }),
    collection: createCollectionFeature(platform, {
      pictures,
      findInfo,
      hasSource: products.infos.hasSource,
    }),
    watches: createWatchesFeature(platform, { pictures, recorder: watchRecorder, findInfo, findPhotos }),
    users: createUsersFeature(platform, {
      notifyNewAdmin: (tx, userId) => auth.mails.add(tx, { kind: 'role-raised', userId }),
    }),
    pageViews: createPageViewsFeature(platform),
    rateCards: createRateCardsFeature(platform),
    dutyNotes: createDutyNotesFeature(platform),
    site: createSiteFeature(platform),
    overview: createOverviewFeature(platform, {
      mostViewed: products.mostViewed,
      readHealth,
      readServed: freight.readServed,
    }),
  }
}

/** The hourly tasks of all features, and functions that start them and close them in reverse order. */
function combineLifecycles(features: Record<string, Feature>) {
  const all = Object.values(features)
  return {
    hourly: mergeTasks(all.flatMap(({ hourly = {} }) => Object.entries(hourly))),
    hourlyInEachProcess: all.flatMap(({ hourlyInEachProcess = [] }) => hourlyInEachProcess),
    start: () => Promise.all(all.map(({ start }) => start?.())),
    close: async () => {
      for (const { close } of all.toReversed()) await close?.()
    },
  }
}

/** Creates the services that all features share, and the metrics and the security log, which monitor them. */
function createPlatform({ database, network, ...rest }: FeaturesDeps) {
  const { config, log } = rest
  const { db, pool } = database
  const securityLog = createSecurityLog({ db, log })
  const metrics = createMetrics()
  const { breakerResetMs, publicUrl } = config
  const outbound = createOutbound({
    ...network,
    breakerResetMs,
    publicUrl,
    log,
    onBreak: securityLog.breakerOpened,
    events: metrics.sourceEvents,
  })
  const platform: Platform = {
    ...rest,
    ...database,
    limits: createRateLimits({ pool, multiplier: config.rateMultiplier }),
    outbound,
    jobs: createJobs({ pool, log }),
  }
  return { platform, metrics, securityLog }
}

/** Throws when two tasks have the same name, because only one of them would run. */
function mergeTasks(tasks: [name: string, task: HourlyTask][]): Record<string, HourlyTask> {
  const merged = Object.fromEntries(tasks)
  if (Object.keys(merged).length < tasks.length) throw new Error('Two hourly tasks have the same name.')
  return merged
}

type HandlersIn<F> = F extends { handlers: infer H } ? H : never
/** Turns the union `A | B` into `A & B`. */
type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer I) => void
  ? I
  : never

/** The handlers of all features. `bindHandlers` checks that every call of the contract has one. */
function mergeHandlers<F extends Feature>(features: Record<string, F>): Intersection<HandlersIn<F>> {
  return Object.assign({}, ...Object.values(features).map(({ handlers }) => handlers))
}
