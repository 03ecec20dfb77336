import type { ItemParams } from '../../shared/marketplaces.ts'

/** The fields of an offer and its sku in a row of a haul's text. */
const [offerField, skuField] = [6, 8]

/** How a haul's text names an offer: the first letter of its shop, and its id. */
export function formatOfferKey({ shopType, productCode }: ItemParams): string {
  return shopType.charAt(0) + productCode
}

/** Whether a haul's text holds a variant of an item, or the item without one; the rest of it is not read. */
export function hasPiece(text: string, offer: ItemParams, sku: string | null): boolean {
  const key = formatOfferKey(offer)
  return text
    .split('\n')
    .slice(1)
    .some((row) => {
      const fields = row.split('\t')
      return fields[offerField] === key && (!fields[skuField] || sku === null || fields[skuField] === sku)
    })
}
