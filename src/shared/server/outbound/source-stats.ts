import type { QuotaStatus } from './described-sources/source-quota.ts'

/** The recent state of an outside source, as this process knows it. Times are in ms. */
export type SourceStatus = {
  source: string
  /** The state of its circuit breaker. */
  state: 'closed' | 'half-open' | 'open'
  /** Since when its circuit is open. */
  downSince: number | undefined
  /** Until when the source asked us to wait. */
  quietUntil: number | undefined
  /** Faults since its last success. */
  failures: number
  /** When its last call ended. */
  askedAt: number | undefined
  /** Average duration of its last successful calls. */
  averageMs: number | undefined
  /** Since when that average exceeds the limit. */
  slowSince: number | undefined
}

/** A line of the dashboard about the state of one or more sources. */
export type SourceHealthLine = {
  name: string
  isOn: boolean
  /** Note when it is not configured. */
  offNote: string
  /** The names of the sources' circuit breakers, or a pattern that is removed from their names in notes. */
  breakers: readonly string[] | RegExp
  /** What the site does while it is down. */
  fallback: string
  /** Reads how many calls it still allows. */
  readQuota?: (() => QuotaStatus) | undefined
}

/** Number of calls that are averaged, and the average above which a source is slow. */
const limits = { calls: 10, slowMs: 2_000 } as const

/** Records the results of the calls to a source. */
export function createSourceStats(source: string) {
  const durationsMs: number[] = []
  let failures = 0
  let askedAt: number | undefined
  let slowSince: number | undefined
  const computeAverageMs = () =>
    durationsMs.length === 0 ? undefined : durationsMs.reduce((sum, ms) => sum + ms, 0) / durationsMs.length
  return {
    recordSuccess(durationMs: number): void {
      failures = 0
      askedAt = Date.now()
      durationsMs.push(durationMs)
      if (durationsMs.length > limits.calls) durationsMs.shift()
      if ((computeAverageMs() ?? 0) <= limits.slowMs) slowSince = undefined
      else slowSince ??= askedAt
    },
    recordFailure(): void {
      failures += 1
      askedAt = Date.now()
    },
    isFailing: () => failures > 0,
    read: (breaker: Pick<SourceStatus, 'state' | 'downSince' | 'quietUntil'>): SourceStatus => ({
      source,
      ...breaker,
      failures,
      askedAt,
      averageMs: computeAverageMs(),
      slowSince,
    }),
  }
}
