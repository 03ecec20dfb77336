import type { JobStatus } from '#db/jobs.ts'
import { dailyLimits, describeIgnored, type IgnoredBackup } from '#features/backup/limits.ts'
import { oldRatesDays, unusableRatesDays } from '#features/freight/texts-and-limits.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import type { DescribedSource } from '#shared/server/outbound/described-sources/described-source.ts'
import type { SourceHealthLine, SourceStatus } from '#shared/server/outbound/source-stats.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { Health } from '../contract.ts'
import { describeClock } from './clock-note.ts'

/** The state of every part that can fail while the site keeps running. Times are in ms. */
export type HealthFacts = {
  now: number
  /** Every source that was called since the start. */
  sources: SourceStatus[]
  /** Whether the operator has configured each part. */
  isConfigured: Record<'shortLinks' | 'bucket' | 'mail' | 'google' | 'collector' | 'exchangeRates', boolean>
  /** The lines of the sources of item data. */
  infoLines: readonly SourceHealthLine[]
  /** The outside sources of QC photos, each with the name of its circuit breaker. */
  qcSources: readonly Pick<DescribedSource, 'name' | 'breaker' | 'quota'>[]
  /** The day of the current exchange rates, and since when and why newer ones cannot be fetched. */
  rates: { date: string; failure: { since: number; message: string } | undefined }
  mail: {
    sentAt: number | undefined
    failures: number
    failingSince: number | undefined
    /** Why it fails and what to do, if the cause is known. */
    advice?: string | undefined
  }
  jobs: JobStatus
  backups: {
    isOn: boolean
    newest: number | undefined
    ignored: IgnoredBackup[]
    unreadable: string | undefined
    failure: { since: number; message: string } | undefined
  }
  /** This process's clock against the database's, in ms; negative when it is behind. */
  clockAheadMs: number
  /** Size of the rendered images, their maximum size, and free disk space. */
  disk: { usedBytes: number; maxBytes: number; freeBytes: number }
}

/** After this time without a call the state of a source is unknown, in ms. */
const maxAgeMs = HOUR_MS
/** A job that waits longer is reported as slow, in ms. */
const lateJobMs = 300_000
/** A disk with less free space is reported as full, in bytes. */
const minFreeBytes = 500 * 1024 ** 2

/** Lists one line for each source and each kind of work, always in the same order. */
export function listHealth(facts: HealthFacts): Health[] {
  const { isConfigured } = facts
  const sourceLines: SourceHealthLine[] = [
    ...facts.infoLines,
    ...listQcSources(facts),
    ...listPartSources(facts),
  ]
  const collector: SourceHealthLine = {
    name: 'Page-view collector',
    isOn: isConfigured.collector,
    offNote: '',
    breakers: /^collector$/,
    fallback: 'Pages are still counted here.',
  }
  return [
    ...sourceLines.map((line) => getSourceHealth(line, facts)),
    ...(isConfigured.collector ? [getSourceHealth(collector, facts)] : []),
    getRatesHealth(facts),
    getMailHealth(facts),
    getJobHealth(facts),
    getBackupHealth(facts),
    getDiskHealth(facts),
    getClockHealth(facts),
  ]
}

/** The sources of single parts of the site, without item data and photos. */
function listPartSources({ isConfigured }: HealthFacts): SourceHealthLine[] {
  return [
    {
      name: 'Short links',
      isOn: isConfigured.shortLinks,
      offNote: 'SHORT_LINKS is off',
      breakers: /^short links of /,
      fallback: 'Links followed before still work.',
    },
    {
      name: 'Image hosts',
      isOn: true,
      offNote: '',
      breakers: /^pictures of /,
      fallback: 'Showing cached images.',
    },
    {
      name: 'Picture bucket',
      isOn: isConfigured.bucket,
      offNote: 'S3_URL is not set. Images are kept on the disk.',
      breakers: ['picture bucket'],
      fallback: 'Images are kept on the disk.',
    },
    {
      name: 'Google sign-in',
      isOn: isConfigured.google,
      offNote: 'no client id set',
      breakers: /^google(?:-keys)?$/,
      fallback: 'Passwords still work.',
    },
  ]
}

/** A line for each outside source of photos, or one that says that there is none. */
function listQcSources({ qcSources }: HealthFacts): SourceHealthLine[] {
  const offNote = 'neither QC_URL nor QC_SOURCES is set'
  const lines = qcSources.map(
    ({ name, breaker, quota }): SourceHealthLine => ({
      name: breaker === 'qc' ? 'QC photos, outside source' : `QC photos, ${name}`,
      isOn: true,
      offNote,
      breakers: [breaker],
      fallback: 'Our own photos and stored copies are shown.',
      readQuota: quota?.status,
    }),
  )
  const none = { name: 'QC photos, outside source', isOn: false, offNote, breakers: ['qc'], fallback: '' }
  return lines.length > 0 ? lines : [none]
}

function getSourceHealth(
  { name, isOn, offNote, breakers, fallback, readQuota }: SourceHealthLine,
  { sources, now }: HealthFacts,
): Health {
  if (!isOn) return { name, level: 'off', since: null, note: offNote }
  const isPattern = breakers instanceof RegExp
  const matching = sources.filter(({ source }) =>
    isPattern ? breakers.test(source) : breakers.includes(source),
  )
  const { left, usedUpUntil } = readQuota?.() ?? {}
  if (usedUpUntil !== undefined) {
    const note = `0 calls left, paused until ${formatMinute(usedUpUntil)}. ${fallback}`
    return { name, level: 'down', since: null, note }
  }
  const rest = left === undefined ? '' : `, ${formatTimes(left, 'call')} left`
  const recent = matching.filter(({ askedAt = 0, downSince }) => downSince || now - askedAt < maxAgeMs)
  const label = ({ source }: SourceStatus) =>
    matching.length > 1 ? `${isPattern ? source.replace(breakers, '') : source}: ` : ''

  const [down] = recent.filter(({ downSince }) => downSince).sort(compareBy('downSince'))
  if (down) {
    const note = `${label(down)}${formatTimes(down.failures, 'failed call')}. ${fallback}`
    return { name, level: 'down', since: toIsoTime(down.downSince), note }
  }
  const rateLimited = recent.find(({ quietUntil }) => quietUntil)
  if (rateLimited) {
    const until = formatMinute(rateLimited.quietUntil)
    const note = `${label(rateLimited)}rate-limited us until ${until}. ${fallback}`
    return { name, level: 'down', since: toIsoTime(rateLimited.askedAt), note }
  }
  const failing = recent.find(({ failures }) => failures > 0)
  if (failing) {
    const note = `${label(failing)}${failing.failures === 1 ? 'the last call' : `the last ${failing.failures} calls`} failed`
    return { name, level: 'down', since: null, note: `${note}. ${fallback}` }
  }
  const [slow] = recent.filter(({ slowSince }) => slowSince).sort(compareBy('slowSince'))
  if (slow) {
    const note = `${label(slow)}${formatSeconds(slow.averageMs)} a call${rest}`
    return { name, level: 'slow', since: toIsoTime(slow.slowSince), note }
  }
  const slowest = Math.max(...recent.map(({ averageMs = 0 }) => averageMs))
  if (recent.length > 0)
    return { name, level: 'ok', since: null, note: `${formatSeconds(slowest)} a call${rest}` }
  const note = matching.length > 0 ? `no calls in the last hour${rest}` : 'no calls yet'
  return { name, level: 'ready', since: null, note }
}

/** The Central Bank's daily file, which an operator can set as it is. */
const ratesUrl = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

function getRatesHealth({ isConfigured, rates: { date, failure }, now }: HealthFacts): Health {
  const name = 'Exchange rates'
  const note = `rates of ${formatDate(date)}`
  if (!isConfigured.exchangeRates && now > Date.parse(date) + unusableRatesDays * DAY_MS)
    return {
      name,
      level: 'down',
      since: null,
      note: `${note} are too old. Set EXCHANGE_RATES_URL=${ratesUrl}`,
    }
  if (!isConfigured.exchangeRates)
    return { name, level: 'off', since: null, note: `EXCHANGE_RATES_URL is not set, ${note}` }
  if (failure)
    return { name, level: 'down', since: toIsoTime(failure.since), note: `${note}. ${failure.message}` }
  const oldAt = Date.parse(date) + oldRatesDays * DAY_MS
  if (now > oldAt) return { name, level: 'slow', since: toIsoTime(oldAt), note: `old ${note}` }
  return { name, level: 'ok', since: null, note }
}

function getMailHealth({ isConfigured, mail, now, sources }: HealthFacts): Health {
  const name = 'Mail'
  if (!isConfigured.mail) {
    return {
      name,
      level: 'off',
      since: null,
      note: 'SMTP_URL is not set. Emails are saved to the outbox folder.',
    }
  }
  if (mail.failures > 0) {
    const attempts = `${formatTimes(mail.failures, 'try', 'tries')}. Emails are queued and will be retried.`
    const note = mail.advice ? `${attempts} The mail server cannot be used: ${mail.advice}` : attempts
    return { name, level: 'down', since: toIsoTime(mail.failingSince), note }
  }
  const sent = toIsoTime(mail.sentAt)
  const { averageMs, slowSince } = sources.find(({ source }) => source === 'mail') ?? {}
  const pace = averageMs === undefined ? '' : `, ${formatSeconds(averageMs)} a mail`
  if (!sent) return { name, level: 'ready', since: null, note: 'nothing sent yet' }
  const note = `last sent ${formatRelativeTime(sent, now)}${pace}`
  return { name, level: slowSince ? 'slow' : 'ok', since: toIsoTime(slowSince), note }
}

function getJobHealth({ jobs: { waiting, oldest, failed }, now }: HealthFacts): Health {
  const name = 'Job queue'
  const waits = waiting === 0 ? 'queue empty' : `${waiting} waiting`
  if (failed > 0) return { name, level: 'down', since: null, note: `${failed} failed, ${waits}` }
  const isLate = oldest !== null && now - oldest.getTime() > lateJobMs
  return { name, level: isLate ? 'slow' : 'ok', since: isLate ? oldest.toISOString() : null, note: waits }
}

function getBackupHealth({ backups, now }: HealthFacts): Health {
  const { isOn, newest, ignored, unreadable, failure } = backups
  const name = 'Backups'
  if (!isOn) return { name, level: 'off', since: null, note: 'BACKUP_KEEP is 0' }
  if (unreadable) return { name, level: 'down', since: null, note: unreadable }
  const newestBackupTime = toIsoTime(newest)
  const state = newestBackupTime ? `last made ${formatRelativeTime(newestBackupTime, now)}` : 'none made yet'
  const sentences = [...(failure ? [failure.message] : []), ...describeIgnored(ignored)]
  const note = sentences.length > 0 ? `${state}. ${sentences.join(' ')}` : state
  if (failure) return { name, level: 'down', since: toIsoTime(failure.since), note }
  const oldAt = (newest ?? now) + dailyLimits.oldMs
  if (now > oldAt) return { name, level: 'down', since: toIsoTime(oldAt), note }
  // Without any valid backup, the operator may rely on the ignored files.
  const hasOnlyIgnored = newest === undefined && ignored.length > 0
  return { name, level: hasOnlyIgnored ? 'down' : 'ok', since: null, note }
}

function getDiskHealth({ disk: { usedBytes, maxBytes, freeBytes } }: HealthFacts): Health {
  const name = 'Image cache'
  const note = `${formatBytes(usedBytes)} of ${formatBytes(maxBytes)}, ${formatBytes(freeBytes)} free on the disk`
  return { name, level: freeBytes < minFreeBytes ? 'down' : 'ok', since: null, note }
}

function getClockHealth({ clockAheadMs }: HealthFacts): Health {
  const note = describeClock(clockAheadMs)
  return { name: 'Clock', level: note ? 'down' : 'ok', since: null, note: note ?? "same as the database's" }
}

function compareBy(key: 'downSince' | 'slowSince') {
  return (a: SourceStatus, b: SourceStatus) => (a[key] ?? 0) - (b[key] ?? 0)
}

function toIsoTime(timeMs: number | undefined): string | null {
  return timeMs === undefined ? null : new Date(timeMs).toISOString()
}

/** `14:05 UTC` */
function formatMinute(timeMs = 0): string {
  return `${new Date(timeMs).toISOString().slice(11, 16)} UTC`
}

function formatTimes(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`
}

function formatSeconds(milliseconds = 0): string {
  return milliseconds < 50 ? 'under 0.1 s' : `${(milliseconds / 1000).toFixed(1)} s`
}

function formatBytes(bytes: number): string {
  const [unit, unitBytes] = bytes < 1024 ** 3 ? (['MB', 1024 ** 2] as const) : (['GB', 1024 ** 3] as const)
  const count = bytes / unitBytes
  return `${count < 10 ? Number(count.toFixed(1)) : Math.round(count)} ${unit}`
}
