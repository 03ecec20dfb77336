import type { CompiledLine } from '../engine/compile-card.ts'
import { type CountryLines, getLinesForParcel } from '../engine/country-lines.ts'
import { convertChargeParts, quoteLine } from '../engine/estimate.ts'
import { compareNames, compareTransit } from '../engine/line-order.ts'
import type { ItemKind } from '../kind-contract.ts'
import { getTypicalGrams } from '../kinds/typical-grams.ts'
import type { FenRange } from './price-range.ts'
import { toItemParcel } from './price-with-shipping.ts'

/**
 * One item whose weight may have to be guessed from its kind: grams, null when unknown, and its sides in cm, empty when
 * unknown.
 */
export type GuessedItem = { kind: ItemKind | null; grams: number | null; sides: readonly number[] }

/** The weight for an item of which neither weight nor kind is known: its prices begin here. */
export const leastGrams = 200

/** A line's prices for the lightest and the heaviest weight that the item may have, and for the middle one. */
export type LinePrice = FenRange & { line: CompiledLine; middleFen: number }

/**
 * The lines that take an item at every weight that it may have, with their prices in fen of yuan, in the order of the
 * cheapest line: first the best class of trust, then the lowest price at the middle weight. Empty when no line takes it,
 * or when prices cannot be converted to yuan.
 */
export function listLinePrices(lines: CountryLines, item: GuessedItem): LinePrice[] {
  if (lines.exchange.to !== 'CNY') return []
  const { kind, sides } = item
  const parcels = listWeights(item).flatMap((grams) => toItemParcel({ kind, grams, sides }) ?? [])
  const [middle] = parcels
  if (!middle) return []
  return getLinesForParcel(lines, middle)
    .flatMap((line) => {
      const totals = parcels.flatMap((parcel) => {
        const { parts } = quoteLine(line, parcel)
        return (parts && convertChargeParts(parts, lines.exchange)?.total) ?? []
      })
      const [middleFen] = totals
      return middleFen !== undefined && totals.length === parcels.length
        ? [{ line, middleFen, fromFen: Math.min(...totals), toFen: Math.max(...totals) }]
        : []
    })
    .toSorted(comparePrices)
}

/** The middle weight first. */
function listWeights({ kind, grams }: GuessedItem): number[] {
  if (grams !== null) return [grams]
  return kind ? [getTypicalGrams(kind), kind.gramsFrom, kind.gramsTo] : [leastGrams]
}

function comparePrices(left: LinePrice, right: LinePrice): number {
  return (
    left.line.trust - right.line.trust ||
    left.middleFen - right.middleFen ||
    compareTransit(left.line, right.line) ||
    compareNames(left.line, right.line)
  )
}
