import type { ShippingOption } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { CompiledLine } from './compile-card.ts'
import { type ChargeParts, quoteLine } from './estimate.ts'
import {
  compareNames,
  compareTransit,
  compareTrustedTotals,
  type LineSortKey,
  type TrustedTotal,
} from './line-order.ts'

/** The sort key of lines; all totals have the same unit. */
type RankedLine = LineSortKey & TrustedTotal

/**
 * The cheapest line: of the available options of the best class of trust the one with the lowest total; of equal totals
 * the faster one, then the first by name and id.
 */
export function findCheapestOption(options: readonly ShippingOption[]): ShippingOption | undefined {
  return findBest(options.flatMap(rankOption), compareCheapest)
}

/**
 * The available option with the shortest minimum transit time, then maximum time, then lowest total. Options without
 * times are ignored.
 */
export function findFastestOption(options: readonly ShippingOption[]): ShippingOption | undefined {
  const timedOptions = options.filter(({ transitTime }) => transitTime !== '')
  return findBest(
    timedOptions.flatMap(rankOption),
    (left, right) => compareTransit(left, right) || compareTotals(left, right),
  )
}

export type CheapestQuote = {
  line: CompiledLine
  /** In fen, hundredths of the card's currency. */
  parts: ChargeParts
}

/**
 * Like `findCheapestOption`, for lines and without the texts of an option; undefined when no line takes the parcel.
 */
export function findCheapestQuote(lines: readonly CompiledLine[], parcel: Parcel): CheapestQuote | undefined {
  const rankedQuotes = lines.flatMap((line) => {
    const { parts } = quoteLine(line, parcel)
    const { transit, name, id, trust } = line
    return parts ? [{ rank: { total: parts.total, transit, name, id, trust }, value: { line, parts } }] : []
  })
  return findBest(rankedQuotes, compareCheapest)
}

/** The lines that carry all goods except blocked ones; items of unknown category may use them. */
export function filterGeneralLines(lines: readonly CompiledLine[]): CompiledLine[] {
  return lines.filter(({ takesNamedOnly }) => !takesNamedOnly)
}

type Ranked<T> = { rank: RankedLine; value: T }

function rankOption(option: ShippingOption): Ranked<ShippingOption>[] {
  const { total } = option.feeDetail
  const { transit, name, id, trust } = option
  return total === null ? [] : [{ rank: { total, transit, name, id, trust }, value: option }]
}

function findBest<T>(
  ranked: Ranked<T>[],
  compare: (left: RankedLine, right: RankedLine) => number,
): T | undefined {
  const [first, ...others] = ranked
  return others.reduce((best, next) => (best && compare(next.rank, best.rank) < 0 ? next : best), first)
    ?.value
}

function compareCheapest(left: RankedLine, right: RankedLine): number {
  return compareTrustedTotals(left, right) || compareTransit(left, right) || compareNames(left, right)
}

function compareTotals(left: RankedLine, right: RankedLine): number {
  return left.total - right.total || compareTransit(left, right) || compareNames(left, right)
}
