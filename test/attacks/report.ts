/** How much is tested: a few minutes, all cases, or all cases for a longer time. */
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
  /** The number for the current tier. */
  amount(quick: number, full: number, release?: number): number
  /** Some parts run only the checks whose name contains this text. */
  only: string
}

export function createReport(tier: Tier, write: (line: string) => void, only = '') {
  const count = { passed: 0, failed: 0 }
  return {
    count,
    forPart: (id: string): Report => ({
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
export function tally<T>(
  cases: T[],
  hasPassed: (item: T) => boolean,
  describe: (item: T) => string,
): Outcome {
  const failures = cases.filter((item) => !hasPassed(item))
  const [first] = failures
  return {
    tried: cases.length,
    failed: failures.length,
    ...(first !== undefined && { figure: `first: ${describe(first)}` }),
  }
}

/** The smallest value that is not exceeded by this fraction of all values. */
export function quantile(values: number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? Number.NaN
}
