import { type GuessedItem, leastGrams } from '#features/freight/item/line-prices.ts'
import type { FenRange } from '#features/freight/item/price-range.ts'
import { findKind } from '#features/freight/kinds/kind.ts'
import { formatGrams, formatNumber, formatSidesCm } from '#shared/format/format-number.ts'
import { formatYuan, yuanToFen } from '#shared/format/money.ts'

/** A price that someone states, from `amount` to `amountTo` where it is a range. */
export type StatedPrice = { amount: number; amountTo: number | null; currency: string }

/** Shipping with the price, if there is one in yuan, in fen. */
export function addPrice({ fromFen, toFen }: FenRange, price: StatedPrice | null): FenRange {
  if (price?.currency !== 'CNY') return { fromFen, toFen }
  const { amount, amountTo } = price
  return { fromFen: fromFen + yuanToFen(amount), toFen: toFen + yuanToFen(amountTo ?? amount) }
}

/** '¥243.85–260.30', '¥243.85', or 'from ¥59.10' where only the least weight is known. */
export function formatFenRange({ fromFen, toFen }: FenRange, item: GuessedItem): string {
  const from = `¥${formatYuan(fromFen / 100)}`
  if (isLeast(item)) return `from ${from}`
  return fromFen === toFen ? from : `${from}–${formatYuan(toFen / 100)}`
}

/** Whether neither weight nor kind is known, so that prices are those of the least weight. */
export function isLeast({ kind, grams }: GuessedItem): boolean {
  return kind === null && grams === null
}

/** '≈ €31–33', from the texts of both ends; empty without a second currency. */
export function joinApproximate(from: string, to: string): string {
  return from === to ? from : `${from}–${to.replace(/^\D+/, '')}`
}

type ParcelOrigin = {
  /** The visitor has said what it is. */
  isAnswered: boolean
  /** The weight is what a member read. */
  isReadByMember?: boolean
}

/** What the prices of a line are for, above the list of lines. */
export function describeParcel(
  item: GuessedItem,
  country: string,
  { isAnswered, isReadByMember = false }: ParcelOrigin,
): string {
  const { kind, grams, sides } = item
  if (isLeast(item)) {
    const next = isAnswered
      ? 'Its weight makes the price exact.'
      : 'Say what it is, and the range gets closer.'
    return `To ${country}, from ${formatGrams(leastGrams)}. ${next}`
  }
  const weight = grams === null && kind ? formatKindWeight(kind) : formatGrams(grams ?? leastGrams)
  const parcel = isReadByMember ? `${weight} as the member read it` : `for ${weight}`
  return sides.length > 0
    ? `To ${country}, ${parcel}, ${formatSidesCm(sides)}.`
    : `To ${country}, ${parcel}. Its size is unknown: a big box can cost more.`
}

/** 'a hoodie of 550 to 900 g' */
function formatKindWeight({ id, gramsFrom, gramsTo }: NonNullable<GuessedItem['kind']>): string {
  return `${findKind(id)?.one} of ${formatNumber(gramsFrom)} to ${formatGrams(gramsTo)}`
}
