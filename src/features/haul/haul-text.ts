import type { ItemParams } from '../../shared/marketplaces.ts'

/** The indexes of fields in a row of a haul's text, as `serializeHaul` writes it. */
const quantityField = 4
const offerField = 6
const skuField = 8

/** The key of an item in a haul's text: the first letter of its marketplace, and its id. */
export function formatOfferKey({ shopType, productCode }: ItemParams): string {
  return shopType.charAt(0) + productCode
}

/** Whether a haul's text holds a variant of an item, or the item without a variant; the rest is not parsed. */
export function hasPiece(text: string, offer: ItemParams, sku: string | null): boolean {
  const key = formatOfferKey(offer)
  return splitRows(text).some(
    (fields) => fields[offerField] === key && (!fields[skuField] || sku === null || fields[skuField] === sku),
  )
}

/** The number of pieces in a haul's text; 0 when a quantity is invalid. The rest is not parsed. */
export function countStoredPieces(text: string): number {
  const count = splitRows(text).reduce((sum, fields) => sum + Number(fields[quantityField] || 1), 0)
  return count > 0 && Number.isInteger(count) ? count : 0
}

/** '6 items': the number of pieces, as displayed on screens. */
export function formatItemCount(count: number): string {
  return count === 1 ? '1 item' : `${count} items`
}

function splitRows(text: string): string[][] {
  const [, ...rows] = text.split('\n')
  return rows.map((row) => row.split('\t'))
}
