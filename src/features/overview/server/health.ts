import type { JobStatus } from '#db/jobs.ts'
import { dailyLimits, describeIgnored, type IgnoredBackup } from '#features/backup/spec.ts'
import { oldRatesDays, unusableRatesDays } from '#features/freight/spec.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import type { SourceStatus } from '#shared/server/outbound/source-stats.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { Health } from '../contract.ts'
import { describeClock } from './clock-note.ts'

/** What is known of everything that can fail without the site failing. Moments are in ms. */
export type HealthFacts = {
  now: number
  /** Every source that was asked since the start. */
  sources: SourceStatus[]
  /** What the operator has switched on or named. */
  uses: Record<
    | 'productInfo'
    | 'linkPreview'
    | 'shortLinks'
    | 'bucket'
    | 'mail'
    | 'google'
    | 'collector'
    | 'exchangeRates',
    boolean
  >
  /** The outside sources of QC photos, each with the name of its circuit breaker. */
  qcSources: readonly { name: string; breaker: string }[]
  /** The day of the exchange rates in force, and since when newer ones cannot be had and why. */
  rates: { date: string; failure: { since: number; message: string } | undefined }
  mail: {
    sentAt: number | undefined
    failures: number
    failingSince: number | undefined
    /** Why it fails and what to do, where that is known. */
    advice?: string | undefined
  }
  jobs: JobStatus
  backups: {
    isOn: boolean
    newest: number | undefined
    ignored: IgnoredBackup[]
    unreadable: string | undefined
    failure: { since: number; words: string } | undefined
  }
  /** This process's clock against the database's, in ms; negative when it is behind. */
  clockAheadMs: number
  /** In bytes: rendered images, their maximum, and the disk's free space. */
  disk: { used: number; most: number; free: number }
}

type HealthSource = {
  name: string
  isOn: boolean
  /** Why it is off. */
  off: string
  /** Which sources are meant, by the name or by what is left of their names where there are several. */
  pick: RegExp | string
  /** What happens meanwhile when it is down. */
  instead: string
}

/** After this time without a question nobody can say how a source does, in ms. */
const maxAgeMs = HOUR_MS
/** A job that waits longer is late, in ms. */
const lateJobMs = 300_000
/** A disk with less than this is considered full, in bytes. */
const minFreeBytes = 500 * 1024 ** 2

/** One line for each source and each kind of work, always in the same order. */
export function listHealth(facts: HealthFacts): Health[] {
  const { uses } = facts
  const sourceLines: HealthSource[] = [
    {
      name: 'Product information',
      isOn: uses.productInfo,
      off: 'PRODUCT_INFO_URL is not set',
      pick: /^storefront$/,
      instead: 'Showing stored data.',
    },
    ...listQcSources(facts),
    {
      name: 'Marketplace link previews',
      isOn: uses.linkPreview,
      off: 'LINK_PREVIEW is off',
      pick: /^(?=(?:weidian|taobao|1688)\.com)/,
      instead: 'Showing stored data.',
    },
    {
      name: 'Short links',
      isOn: uses.shortLinks,
      off: 'SHORT_LINKS is off',
      pick: /^short links of /,
      instead: 'Links followed before still work.',
    },
    {
      name: 'Image hosts',
      isOn: true,
      off: '',
      pick: /^pictures of /,
      instead: 'Showing cached images.',
    },
    {
      name: 'Picture bucket',
      isOn: uses.bucket,
      off: 'S3_URL is not set. Images are kept on the disk.',
      pick: 'picture bucket',
      instead: 'Images are kept on the disk.',
    },
    {
      name: 'Google sign-in',
      isOn: uses.google,
      off: 'no client id set',
      pick: /^google(?:-keys)?$/,
      instead: 'Passwords still work.',
    },
  ]
  const collector: HealthSource = {
    name: 'Page-view collector',
    isOn: uses.collector,
    off: '',
    pick: /^collector$/,
    instead: 'Pages are still counted here.',
  }
  return [
    ...sourceLines.map((line) => getSourceHealth(line, facts)),
    ...(uses.collector ? [getSourceHealth(collector, facts)] : []),
    getRatesHealth(facts),
    getMailHealth(facts),
    getJobHealth(facts),
    getBackupHealth(facts),
    getDiskHealth(facts),
    getClockHealth(facts),
  ]
}

/** A line for each outside source of photos, or one that says that there is none. */
function listQcSources({ qcSources }: HealthFacts): HealthSource[] {
  const off = 'neither QC_URL nor QC_SOURCES is set'
  const lines = qcSources.map(
    ({ name, breaker }): HealthSource => ({
      name: breaker === 'qc' ? 'QC photos, outside source' : `QC photos, ${name}`,
      isOn: true,
      off,
      pick: breaker,
      instead: 'Our own photos and stored copies are shown.',
    }),
  )
  const none = { name: 'QC photos, outside source', isOn: false, off, pick: 'qc', instead: '' }
  return lines.length > 0 ? lines : [none]
}

function getSourceHealth(
  { name, isOn, off, pick, instead }: HealthSource,
  { sources, now }: HealthFacts,
): Health {
  if (!isOn) return { name, level: 'off', since: null, note: off }
  const asked = sources.filter(({ source }) =>
    typeof pick === 'string' ? source === pick : pick.test(source),
  )
  const known = asked.filter(({ askedAt = 0, downSince }) => downSince || now - askedAt < maxAgeMs)
  const label = ({ source }: SourceStatus) => (asked.length > 1 ? `${source.replace(pick, '')}: ` : '')

  const [down] = known.filter(({ downSince }) => downSince).sort(compareBy('downSince'))
  if (down) {
    const note = `${label(down)}${formatTimes(down.failures, 'failed call')}. ${instead}`
    return { name, level: 'down', since: toIsoTime(down.downSince), note }
  }
  const quiet = known.find(({ quietUntil }) => quietUntil)
  if (quiet) {
    const until = toIsoTime(quiet.quietUntil)?.slice(11, 16)
    const note = `${label(quiet)}rate-limited us until ${until} UTC. ${instead}`
    return { name, level: 'down', since: toIsoTime(quiet.askedAt), note }
  }
  const failing = known.find(({ failures }) => failures > 0)
  if (failing) {
    const note = `${label(failing)}${failing.failures === 1 ? 'the last call' : `the last ${failing.failures} calls`} failed`
    return { name, level: 'down', since: null, note: `${note}. ${instead}` }
  }
  const [slow] = known.filter(({ slowSince }) => slowSince).sort(compareBy('slowSince'))
  if (slow) {
    const note = `${label(slow)}${formatSeconds(slow.averageMs)} a call`
    return { name, level: 'slow', since: toIsoTime(slow.slowSince), note }
  }
  const slowest = Math.max(...known.map(({ averageMs = 0 }) => averageMs))
  if (known.length > 0) return { name, level: 'ok', since: null, note: `${formatSeconds(slowest)} a call` }
  const note = asked.length > 0 ? 'no calls in the last hour' : 'no calls yet'
  return { name, level: 'ready', since: null, note }
}

/** The Central Bank's daily file, to be copied as it stands. */
const ratesUrl = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

function getRatesHealth({ uses, rates: { date, failure }, now }: HealthFacts): Health {
  const name = 'Exchange rates'
  const note = `rates of ${formatDate(date)}`
  if (!uses.exchangeRates && now > Date.parse(date) + unusableRatesDays * DAY_MS)
    return {
      name,
      level: 'down',
      since: null,
      note: `${note} are too old. Set EXCHANGE_RATES_URL=${ratesUrl}`,
    }
  if (!uses.exchangeRates)
    return { name, level: 'off', since: null, note: `EXCHANGE_RATES_URL is not set, ${note}` }
  if (failure)
    return { name, level: 'down', since: toIsoTime(failure.since), note: `${note}. ${failure.message}` }
  const oldAt = Date.parse(date) + oldRatesDays * DAY_MS
  if (now > oldAt) return { name, level: 'slow', since: toIsoTime(oldAt), note: `old ${note}` }
  return { name, level: 'ok', since: null, note }
}

function getMailHealth({ uses, mail, now, sources }: HealthFacts): Health {
  const name = 'Mail'
  if (!uses.mail) {
    return {
      name,
      level: 'off',
      since: null,
      note: 'SMTP_URL is not set. Emails are saved to the outbox folder.',
    }
  }
  if (mail.failures > 0) {
    const tries = `${formatTimes(mail.failures, 'try', 'tries')}. Emails are queued and will be retried.`
    const note = mail.advice ? `${tries} The mail server cannot be used: ${mail.advice}` : tries
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
  const made = toIsoTime(newest)
  const state = made ? `last made ${formatRelativeTime(made, now)}` : 'none made yet'
  const sentences = [...(failure ? [failure.words] : []), ...describeIgnored(ignored)]
  const note = sentences.length > 0 ? `${state}. ${sentences.join(' ')}` : state
  if (failure) return { name, level: 'down', since: toIsoTime(failure.since), note }
  const oldAt = (newest ?? now) + dailyLimits.oldMs
  if (now > oldAt) return { name, level: 'down', since: toIsoTime(oldAt), note }
  // Where there is none, those that do not count are what somebody may rely on.
  const isNone = newest === undefined && ignored.length > 0
  return { name, level: isNone ? 'down' : 'ok', since: null, note }
}

function getDiskHealth({ disk: { used, most, free } }: HealthFacts): Health {
  const name = 'Image cache'
  const note = `${formatBytes(used)} of ${formatBytes(most)}, ${formatBytes(free)} free on the disk`
  return { name, level: free < minFreeBytes ? 'down' : 'ok', since: null, note }
}

function getClockHealth({ clockAheadMs }: HealthFacts): Health {
  const note = describeClock(clockAheadMs)
  return { name: 'Clock', level: note ? 'down' : 'ok', since: null, note: note ?? "same as the database's" }
}

function compareBy(key: 'downSince' | 'slowSince') {
  return (one: SourceStatus, other: SourceStatus) => (one[key] ?? 0) - (other[key] ?? 0)
}

function toIsoTime(moment: number | undefined): string | null {
  return moment === undefined ? null : new Date(moment).toISOString()
}

function formatTimes(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

function formatSeconds(milliseconds = 0): string {
  return milliseconds < 50 ? 'under 0.1 s' : `${(milliseconds / 1000).toFixed(1)} s`
}

function formatBytes(bytes: number): string {
  const [unit, of] = bytes < 1024 ** 3 ? (['MB', 1024 ** 2] as const) : (['GB', 1024 ** 3] as const)
  const count = bytes / of
  return `${count < 10 ? Number(count.toFixed(1)) : Math.round(count)} ${unit}`
}
