import type { CountryLines } from '#features/freight/engine/country-lines.ts'
import { findCheapestShipping, toItemParcel } from '#features/freight/item/price-with-shipping.ts'
import { listSides } from '#features/products/dimensions.ts'
import type { CollectionEntry } from './contract.ts'
import { getEntryTitle } from './entry-title.ts'

/**
 * What a saved item costs with the cheapest shipping of these lines, sent alone: in yuan; undefined where its price
 * or weight is unknown, or where no line takes it.
 */
export function findEntryPriceWithShipping(entry: CollectionEntry, lines: CountryLines): number | undefined {
  const { price, priceNow, currency, weight, dimensions } = entry
  const goods = priceNow ?? price
  const parcel = toItemParcel({ name: getEntryTitle(entry), grams: weight, sides: listSides(dimensions) })
  const shipping = parcel && findCheapestShipping(lines, parcel)
  if (goods === null || currency !== 'CNY' || !shipping) return undefined
  return goods + shipping.parts.total / 100
}
