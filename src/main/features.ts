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
import { createProductsFeature } from '#features/products/server/feature.ts'
import { createQcPhotosFeature } from '#features/qc-photos/server/feature.ts'
import { listImageHosts, loadSources } from '#features/qc-photos/server/sources/sources-file.ts'
import { createRateCardsFeature } from '#features/rate-cards/server/feature.ts'
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
import { createSecurityLog } from '#operations/security-log.ts'
import type { Config } from '#platform/config.ts'
import type { Feature, HourlyTask, Platform } from '#platform/platform.ts'
import { createRateLimits } from '#shared/server/access/rate-limits.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import type { DiskFloor } from '#shared/server/disk-room.ts'
import { createOutbound, type OutboundDeps } from '#shared/server/outbound/outbound.ts'

type FeaturesDeps = {
  config: Config
  secret: string
  database: Pick<Database, 'db' | 'pool' | 'kind'>
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
export type SiteFeatures = ReturnType<typeof createFeatures>

/** Builds every feature, in the order in which they need each other. */
export function createFeatures(deps: FeaturesDeps) {
  const { platform, metrics, securityLog } = createPlatform(deps)
  const { config, pool, outbound, jobs } = platform
  const sources = loadSources({ url: config.qcUrl, path: config.qcSources }, config.variable)
  const images = createImagesFeature(platform, { sourceHosts: listImageHosts(sources) })
  const { pictures, uploads } = images
  const readWatched = createWatchMailReader(platform)
  const auth = createAuthFeature(platform, { readWatched, loginFailed: securityLog.loginFailed })
  const recorder = createWatchRecorder(platform, {
    queueMail: (tx, userId) => auth.mails.add(tx, { kind: 'watched', userId }),
  })
  const { onObservation, onPrice, onNewPhotos } = recorder
  const freight = createFreightFeature(platform)
  const shipping = createShippingFeature(platform, freight)
  const { freightTo } = shipping
  const products = createProductsFeature(platform, { pictures, uploads, freightTo, onObservation, onPrice })
  const qcPhotos = createQcPhotosFeature(platform, { pictures, sources, onNewPhotos })
  const findInfo = products.infos.find
  const findPhotos = qcPhotos.outside.find
  const agents = createAgentsFeature(platform, { pictures, uploads })
  const memberPhotos = createMemberPhotosFeature(platform, { pictures, uploads, onNewPhotos })
  const backup = createBackupFeature(platform, { remote: images.remoteMedia })
  const { mailStatus } = auth
  const observed = { pool, outbound, pictures, mailStatus, backups: backup.backups }
  metrics.watch({ ...observed, dataDir: config.dataDir })
  const { exchangeRates } = freight
  // They are closed in the reverse order: what makes jobs before the jobs, and what jobs use after them.
  const features = {
    images,
    freight,
    jobs: { start: jobs.start, close: jobs.stop },
    auth,
    shipping,
    products,
    qcPhotos,
    agents,
    memberPhotos,
    backup,
    reviews: createReviewsFeature(platform, {
      pictures,
      intake: memberPhotos.reviewPhotoIntake,
      discard: uploads.discard,
    }),
    productLinks: createProductLinksFeature(platform, {
      agents: agents.agents,
      shortLinkAt: deps.network?.shortLinkAt,
    }),
    collection: createCollectionFeature(platform, { pictures, findInfo }),
    watches: createWatchesFeature(platform, { pictures, recorder, findInfo, findPhotos }),
    users: createUsersFeature(platform, {
      notifyNewAdmin: (tx, userId) => auth.mails.add(tx, { kind: 'role-raised', userId }),
    }),
    pageViews: createPageViewsFeature(platform),
    rateCards: createRateCardsFeature(platform),
    dutyNotes: createDutyNotesFeature(platform),
    site: createSiteFeature(platform),
    overview: createOverviewFeature(platform, {
      mostViewed: products.mostViewed,
      readHealth: createHealthReader({
        ...observed,
        config,
        infoLines: products.infoHealthLines,
        qcSources: sources,
        jobs,
        exchangeRates,
      }),
    }),
  }
  const all: readonly Feature[] = Object.values(features)
  const hourly = mergeTasks(all.flatMap((each) => Object.entries(each.hourly ?? {})))
  return {
    ...features,
    platform,
    metrics,
    securityLog,
    handlers: mergeHandlers(features),
    hourly,
    hourlyInEachProcess: all.flatMap(({ hourlyInEachProcess = [] }) => hourlyInEachProcess),
    start: () => Promise.all(all.map(({ start }) => start?.())),
    close: async () => {
      for (const { close } of all.toReversed()) await close?.()
      await securityLog.flush()
      metrics.close()
    },
  }
}

/** What is built once for all features, with the two parts of the operations that watch it. */
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

/** Throws when two tasks have one name, because only one of them would run. */
function mergeTasks(tasks: [name: string, task: HourlyTask][]): Record<string, HourlyTask> {
  const merged = Object.fromEntries(tasks)
  if (Object.keys(merged).length < tasks.length) throw new Error('Two hourly tasks have the same name.')
  return merged
}

type HandlersIn<F> = F extends { handlers: infer H } ? H : never
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (every: infer I) => void
  ? I
  : never

/** The handlers of all features; that together they are those of the whole contract is checked where they are bound. */
function mergeHandlers<F extends Feature>(features: Record<string, F>): Intersection<HandlersIn<F>> {
  return Object.assign({}, ...Object.values(features).map(({ handlers }) => handlers))
}
