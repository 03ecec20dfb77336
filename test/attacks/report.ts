/** How much is tested: a few minutes, everything, or everything for longer. */
export const tiers = ['quick', 'full', 'release'] as const
export type Tier = (typeof tiers)[number]

export type Outcome = {
  /** How many cases ran. */
  tried: number
  /** How many cases failed; more than zero fails the check. */
  failed: number
  /** A measurement, or the first failure. */
  figure?: string
}
export type Report = {
  /** Prints and counts the outcome of one check. */
  check(name: string, outcome: Outcome): void
  /** Selects a number by tier. */
  amount(quick: number, full: number, release?: number): number
  /** A text that names of checks must contain, in parts that can run single checks. */
  only: string
}

export function createReport(tier: Tier, write: (line: string) => void, only = '') {
  const count = { passed: 0, failed: 0 }
  return {
    count,
    of: (id: string): Report => ({
      check(name, { tried, failed, figure = '' }) {
        const isGood = failed === 0 && tried > 0
        count[isGood ? 'passed' : 'failed'] += 1
        write(
          `${id.padEnd(3)} ${name.padEnd(58)} ${String(tried).padStart(6)} ${String(failed).padStart(6)}  ${figure}`.trimEnd(),
        )
      },
      only,
      amount: (quick, full, release = full) => ({ quick, full, release })[tier],
    }),
  }
}

/** Counts failed cases and describes the first. */
export function tally<T>(tried: T[], isGood: (one: T) => boolean, show: (one: T) => string): Outcome {
  const bad = tried.filter((one) => !isGood(one))
  const [first] = bad
  return {
    tried: tried.length,
    failed: bad.length,
    ...(first !== undefined && { figure: `first: ${show(first)}` }),
  }
}

/** The value that this share of all values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
