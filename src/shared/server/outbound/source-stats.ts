/** The recent state of an outside source, as this process knows it. Moments are in ms. */
export type SourceStatus = {
  source: string
  /** The circuit: asked as usual, for a trial, not at all. */
  state: 'closed' | 'half-open' | 'open'
  /** Since when its circuit is open. */
  downSince: number | undefined
  /** Until when the source asked us to wait. */
  quietUntil: number | undefined
  /** Faults since it last answered. */
  failures: number
  /** When it last answered or failed. */
  askedAt: number | undefined
  /** How long its last answers took on average. */
  averageMs: number | undefined
  /** Since when that average is above the limit. */
  slowSince: number | undefined
}

/** How many answers are averaged, and the average above which a source is slow. */
const limits = { answers: 10, slowMs: 2_000 } as const

/** Records the state of a source; it decides nothing. */
export function createSourceStats(source: string) {
  const times: number[] = []
  let failures = 0
  let askedAt: number | undefined
  let slowSince: number | undefined
  const average = () =>
    times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0) / times.length
  return {
    answered(tookMs: number): void {
      failures = 0
      askedAt = Date.now()
      times.push(tookMs)
      if (times.length > limits.answers) times.shift()
      if ((average() ?? 0) <= limits.slowMs) slowSince = undefined
      else slowSince ??= askedAt
    },
    failed(): void {
      failures += 1
      askedAt = Date.now()
    },
    isFailing: () => failures > 0,
    read: (gate: Pick<SourceStatus, 'state' | 'downSince' | 'quietUntil'>): SourceStatus => ({
      source,
      ...gate,
      failures,
      askedAt,
      averageMs: average(),
      slowSince,
    }),
  }
}
