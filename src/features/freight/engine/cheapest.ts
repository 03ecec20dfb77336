import type { ShippingOption } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { CompiledLine } from './compile-card.ts'
import { type Parts, quoteLine } from './estimate.ts'
import { byName, byTransit, type Placed } from './line-order.ts'

/** What decides between lines; the total in any unit that all of them share. */
type Offer = Placed & { total: number }

/** The available option with the lowest total; of equal ones the faster, then by name and id. */
export function cheapestOf(options: readonly ShippingOption[]): ShippingOption | undefined {
  return best(options.flatMap(offerOf), byTotal)
}

/**
 * The available option with the shortest minimum time, then maximum time, then total; those without times do
 * not count.
 */
export function fastestOf(options: readonly ShippingOption[]): ShippingOption | undefined {
  const timed = options.filter(({ transitTime }) => transitTime !== '')
  return best(timed.flatMap(offerOf), (one, other) => byTransit(one, other) || byTotal(one, other))
}

export type CheapestQuote = {
  line: CompiledLine
  /** In fen, hundredths of the card's currency. */
  parts: Parts
}

/**
 * The result of `cheapestOf` for the lines, without the texts of an answer; undefined when none takes the
 * parcel.
 */
export function cheapestQuote(lines: readonly CompiledLine[], parcel: Parcel): CheapestQuote | undefined {
  const offers = lines.flatMap((line) => {
    const { parts } = quoteLine(line, parcel)
    const { transit, name, id } = line
    return parts ? [{ offer: { total: parts.total, transit, name, id }, of: { line, parts } }] : []
  })
  return best(offers, byTotal)
}

/** Those that carry any goods but named exceptions: items of unknown category may use them. */
export function linesForAnything(lines: readonly CompiledLine[]): CompiledLine[] {
  return lines.filter(({ takesNamedOnly }) => !takesNamedOnly)
}

type Offered<T> = { offer: Offer; of: T }

function offerOf(option: ShippingOption): Offered<ShippingOption>[] {
  const { total } = option.feeDetail
  const { transit, name, id } = option
  return total === null ? [] : [{ offer: { total, transit, name, id }, of: option }]
}

function best<T>(offered: Offered<T>[], compare: (one: Offer, other: Offer) => number): T | undefined {
  const [first, ...others] = offered
  return others.reduce((found, next) => (found && compare(next.offer, found.offer) < 0 ? next : found), first)
    ?.of
}

function byTotal(one: Offer, other: Offer): number {
  return one.total - other.total || byTransit(one, other) || byName(one, other)
}
