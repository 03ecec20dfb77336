import type { ShippingOption } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { CompiledLine } from './compile-card.ts'
import { type ChargeParts, quoteLine } from './estimate.ts'
import { compareNames, compareTransit, type LineSortKey } from './line-order.ts'

/** What decides between lines; the total in any unit that all of them share. */
type RankedLine = LineSortKey & { total: number }

/** The available option with the lowest total; of equal ones the faster, then by name and id. */
export function findCheapestOption(options: readonly ShippingOption[]): ShippingOption | undefined {
  return findBest(options.flatMap(rankOption), compareTotals)
}

/**
 * The available option with the shortest minimum time, then maximum time, then total; those without times do
 * not count.
 */
export function findFastestOption(options: readonly ShippingOption[]): ShippingOption | undefined {
  const timed = options.filter(({ transitTime }) => transitTime !== '')
  return findBest(
    timed.flatMap(rankOption),
    (one, other) => compareTransit(one, other) || compareTotals(one, other),
  )
}

export type CheapestQuote = {
  line: CompiledLine
  /** In fen, hundredths of the card's currency. */
  parts: ChargeParts
}

/**
 * The result of `findCheapestOption` for the lines, without the texts of an answer; undefined when none takes the
 * parcel.
 */
export function findCheapestQuote(lines: readonly CompiledLine[], parcel: Parcel): CheapestQuote | undefined {
  const offers = lines.flatMap((line) => {
    const { parts } = quoteLine(line, parcel)
    const { transit, name, id } = line
    return parts ? [{ offer: { total: parts.total, transit, name, id }, of: { line, parts } }] : []
  })
  return findBest(offers, compareTotals)
}

/** Those that carry any goods but named exceptions: items of unknown category may use them. */
export function filterGeneralLines(lines: readonly CompiledLine[]): CompiledLine[] {
  return lines.filter(({ takesNamedOnly }) => !takesNamedOnly)
}

type Ranked<T> = { offer: RankedLine; of: T }

function rankOption(option: ShippingOption): Ranked<ShippingOption>[] {
  const { total } = option.feeDetail
  const { transit, name, id } = option
  return total === null ? [] : [{ offer: { total, transit, name, id }, of: option }]
}

function findBest<T>(
  offered: Ranked<T>[],
  compare: (one: RankedLine, other: RankedLine) => number,
): T | undefined {
  const [first, ...others] = offered
  return others.reduce((found, next) => (found && compare(next.offer, found.offer) < 0 ? next : found), first)
    ?.of
}

function compareTotals(one: RankedLine, other: RankedLine): number {
  return one.total - other.total || compareTransit(one, other) || compareNames(one, other)
}
