/** How much is tried: a few minutes, all of it, or all of it for longer. */
export const tiers = ['quick', 'full', 'release'] as const
export type Tier = (typeof tiers)[number]

export type Outcome = {
  /** What was done, how often. */
  tried: number
  /** How often it was not as it should be; anything above zero fails the check. */
  failed: number
  /** What was measured, or what went wrong first. */
  figure?: string
}
export type Report = {
  /** Says and counts what became of one check. */
  check(name: string, outcome: Outcome): void
  /** Picks by how much is to be tried. */
  amount(quick: number, full: number, release?: number): number
  /** What the names of checks must have in them, where a part can make some alone. */
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

/** Counts what does not hold, and says of the first what it was. */
export function tally<T>(tried: T[], isGood: (one: T) => boolean, show: (one: T) => string): Outcome {
  const bad = tried.filter((one) => !isGood(one))
  const [first] = bad
  return {
    tried: tried.length,
    failed: bad.length,
    ...(first !== undefined && { figure: `first: ${show(first)}` }),
  }
}

/** The value that this share of all is at or below. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
