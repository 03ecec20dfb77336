import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { measureClock } from '#db/health.ts'
import type { MailStatus } from '#features/auth/server/mail/mail-monitor.ts'
import type { DailyBackups } from '#features/backup/server/daily-backups.ts'
import type { ImageService } from '#features/images/server/image-service.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import type { SourceEvents } from '#shared/server/outbound/source-scope.ts'
import { siteName } from '#shared/site.ts'
import { createRequestMetrics } from './request-metrics.ts'

/** The services that are read when metrics are requested. */
type MetricsParts = {
  outbound: Pick<Outbound, 'status'>
  pool: Pool
  pictures: Pick<ImageService, 'cache'>
  mailStatus: () => MailStatus
  dataDir: string
  backups: Pick<DailyBackups, 'status'>
}
export type Metrics = ReturnType<typeof createMetrics>

const prefix = siteName.toLowerCase().replaceAll(/\W/g, '_')
const states = { closed: 0, 'half-open': 1, open: 2 } as const
/** Histogram buckets for calls to sources, in seconds; the longest timeout is 20. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16]

/** Creates the metrics for the operator's monitoring. They name routes, sources and queues, but no users. */
export function createMetrics() {
  const registry = new Registry()
  const requests = createRequestMetrics(registry, prefix)
  const delay = monitorEventLoopDelay({ resolution: sampleIntervalMs })
  delay.enable()
  addProcess(registry, delay)
  return {
    /** Receives every call to an outside source. */
    sourceEvents: addSources(registry),
    requests,
    /** Adds the metrics that read services, once these exist. */
    watch(parts: MetricsParts): void {
      addSourceStates(registry, parts)
      addDatabase(registry, parts)
      addStoredFiles(registry, parts)
      addBackups(registry, parts)
    },
    /** All metrics in the text format of Prometheus. */
    read: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
    close: () => delay.disable(),
  }
}

function addSources(registry: Registry): SourceEvents {
  const registers = [registry]
  const calls = new Counter({
    name: `${prefix}_source_calls_total`,
    help: 'Calls to outside sources by outcome. Calls with the outcome open or busy were not sent.',
    labelNames: ['source', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: `${prefix}_source_call_seconds`,
    help: 'Duration of calls to outside sources.',
    labelNames: ['source'],
    buckets,
    registers,
  })
  const labelNames = ['source'] as const
  const bytes = new Counter({
    name: `${prefix}_source_received_bytes_total`,
    help: 'Bytes received from outside sources.',
    labelNames,
    registers,
  })
  const retries = new Counter({
    name: `${prefix}_source_retries_total`,
    help: 'Retries of calls to outside sources.',
    labelNames,
    registers,
  })
  return {
    ended(source, outcome, tookMs) {
      calls.inc({ source, outcome })
      if (tookMs !== undefined) seconds.observe({ source }, tookMs / 1000)
    },
    received: (source, count) => bytes.inc({ source }, count),
    retried: (source) => retries.inc({ source }),
  }
}

function addSourceStates(registry: Registry, { outbound, mailStatus }: MetricsParts): void {
  const labelNames = ['source'] as const
  new Gauge({
    name: `${prefix}_source_state`,
    help: 'State of the circuit breaker of a source: 0 closed, 1 half-open, 2 open.',
    labelNames,
    registers: [registry],
    collect() {
      this.reset()
      for (const { source, state, quietUntil } of outbound.status()) {
        this.set({ source }, quietUntil ? states.open : states[state])
      }
    },
  })
  new Gauge({
    name: `${prefix}_source_failures`,
    help: 'Failures of a source since its last successful call.',
    labelNames,
    registers: [registry],
    collect() {
      this.reset()
      for (const { source, failures } of outbound.status()) this.set({ source }, failures)
    },
  })
  addGauge(
    registry,
    'mail_failures',
    'Failures of the mail server since its last successful response.',
    () => {
      return mailStatus().failures
    },
  )
}

/** Adds the jobs, the connections and the clock of the database. */
function addDatabase(registry: Registry, { pool }: Pick<MetricsParts, 'pool'>): void {
  new Gauge({
    name: `${prefix}_jobs`,
    help: 'Jobs that are waiting or running, and jobs that failed for good.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { queue, state, count } of await countJobs(pool)) this.set({ queue, state }, count)
    },
  })
  new Gauge({
    name: `${prefix}_database_connections`,
    help: 'Connections to the database, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited-for' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: `${prefix}_clock_difference_seconds`,
    help: "How far this process's clock is ahead of the database's; absent while the database does not respond.",
    registers: [registry],
    async collect() {
      const aheadMs = await measureClock(pool).catch(() => undefined)
      if (aheadMs === undefined) this.remove()
      else this.set(aheadMs / 1000)
    },
  })
}

/** Adds the sizes and numbers of files on the disk. */
function addStoredFiles(
  registry: Registry,
  { pictures, dataDir }: Pick<MetricsParts, 'pictures' | 'dataDir'>,
): void {
  addGauge(registry, 'picture_cache_bytes', 'Size of the rendered images on the disk.', () =>
    pictures.cache.getUsedBytes(),
  )
  addGauge(
    registry,
    'picture_cache_limit_bytes',
    'Maximum size of the rendered images on the disk.',
    () => pictures.cache.maxBytes,
  )
  addGauge(
    registry,
    'outbox_files',
    'Emails that are saved as files because no mail server is configured.',
    async () => {
      const names = await readdir(join(dataDir, 'outbox')).catch(() => [])
      return names.length
    },
  )
}

/** Adds the age of the newest daily backup and the problems of the backup folder. */
function addBackups(registry: Registry, { backups }: Pick<MetricsParts, 'backups'>): void {
  new Gauge({
    name: `${prefix}_backup_age_seconds`,
    help: 'Age of the newest valid daily backup; absent while there is none.',
    registers: [registry],
    async collect() {
      const { newest } = await backups.status()
      if (newest === undefined) this.remove()
      else this.set(Math.max(0, Date.now() - newest) / 1000)
    },
  })
  addGauge(registry, 'backup_failing', '1 while the daily backup fails.', async () => {
    const { failure, unreadable } = await backups.status()
    return failure || unreadable ? 1 : 0
  })
  addGauge(
    registry,
    'backup_ignored_files',
    'Backups in the folder that are ignored because they are invalid.',
    async () => {
      return (await backups.status()).ignored.length
    },
  )
}

type JobCount = { queue: string; state: string; count: number }

async function countJobs(pool: Pool): Promise<JobCount[]> {
  const { rows } = await pool.query<JobCount>(
    `select name as queue, case state when 'failed' then 'failed' else 'waiting' end as state, count(*)::int as count
     from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
  )
  return rows
}

/** Interval of the event loop's delay measurement, in ms. */
const sampleIntervalMs = 20

/**
 * Converts the time between two measurements, in ns, to the delay in seconds. Without delay it is
 * `sampleIntervalMs`.
 */
function computeDelaySeconds(intervalNs: number): number {
  return Math.max(0, intervalNs / 1e9 - sampleIntervalMs / 1000)
}

function addProcess(registry: Registry, delay: ELDHistogram): void {
  addGauge(registry, 'process_memory_bytes', 'Resident memory of the process.', () =>
    process.memoryUsage.rss(),
  )
  addGauge(registry, 'process_heap_bytes', 'Heap memory that JavaScript uses.', () => {
    return process.memoryUsage().heapUsed
  })
  addGauge(registry, 'process_cpu_seconds', 'CPU time since the process started.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  addGauge(registry, 'process_uptime_seconds', 'Time since the process started.', () => process.uptime())
  new Gauge({
    name: `${prefix}_event_loop_delay_seconds`,
    help: 'Delay of the event loop since the metrics were last read.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      this.set({ quantile: '0.5' }, computeDelaySeconds(delay.percentile(50)))
      this.set({ quantile: '0.99' }, computeDelaySeconds(delay.percentile(99)))
      this.set({ quantile: '1' }, computeDelaySeconds(delay.max))
      delay.reset()
    },
  })
}

function addGauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>) {
  new Gauge({
    name: `${prefix}_${name}`,
    help,
    registers: [registry],
    async collect() {
      this.set(await read())
    },
  })
}
