import type { Pool } from 'pg'
import { measureClock } from '#db/health.ts'
import type { Jobs } from '#db/jobs.ts'
import type { MailStatus } from '#features/auth/server/mail/mail-monitor.ts'
import type { DailyBackups } from '#features/backup/server/daily-backups.ts'
import type { ExchangeRatesService } from '#features/freight/server/exchange-rates.ts'
import type { ImageService } from '#features/images/server/image-service.ts'
import type { Health } from '#features/overview/contract.ts'
import { listHealth } from '#features/overview/server/health.ts'
import type { QcSource } from '#features/qc-photos/server/sources/qc-source.ts'
import { freeBytes } from '#shared/server/disk-room.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import type { SourceHealthLine } from '#shared/server/outbound/source-stats.ts'

/** The operator's settings of the parts that are reported. */
type HealthSettings = {
  dataDir: string
  shortLinks: boolean
} & Partial<Record<'s3Url' | 'smtpUrl' | 'google' | 'analyticsUrl' | 'exchangeRatesUrl', unknown>>

type HealthReaderDeps = {
  pool: Pool
  config: HealthSettings
  infoLines: readonly SourceHealthLine[]
  qcSources: readonly Pick<QcSource, 'name' | 'breaker' | 'quota'>[]
  outbound: Pick<Outbound, 'status'>
  jobs: Pick<Jobs, 'status'>
  mailStatus: () => MailStatus
  pictures: Pick<ImageService, 'cache'>
  exchangeRates: Pick<ExchangeRatesService, 'current' | 'failure'>
  backups: Pick<DailyBackups, 'status'>
}

/** Collects the status of every part, without calling any source. */
export function createHealthReader(deps: HealthReaderDeps) {
  const { pool, config, infoLines, qcSources, outbound, jobs, mailStatus, pictures, exchangeRates, backups } =
    deps
  const isConfigured = {
    shortLinks: config.shortLinks,
    bucket: config.s3Url !== undefined,
    mail: config.smtpUrl !== undefined,
    google: config.google !== undefined,
    collector: config.analyticsUrl !== undefined,
    exchangeRates: config.exchangeRatesUrl !== undefined,
  }
  return async (): Promise<Health[]> => {
    const [jobStatus, usedBytes, freeDiskBytes, { date }, backupStatus, clockAheadMs] = await Promise.all([
      jobs.status(),
      pictures.cache.getUsedBytes(),
      freeBytes(config.dataDir),
      exchangeRates.current(),
      backups.status(),
      measureClock(pool),
    ])
    return listHealth({
      now: Date.now(),
      sources: outbound.status(),
      isConfigured,
      infoLines,
      qcSources,
      rates: { date, failure: exchangeRates.failure() },
      mail: mailStatus(),
      jobs: jobStatus,
      backups: backupStatus,
      clockAheadMs,
      disk: { usedBytes, maxBytes: pictures.cache.maxBytes, freeBytes: freeDiskBytes },
    })
  }
}
