import type { ItemParams } from '../../shared/marketplaces.ts'

/** The field of an offer in a row of a haul's text. */
const offerField = 6

/** How a haul's text names an offer: the first letter of its shop, and its id. */
export function formatOfferKey({ shopType, productCode }: ItemParams): string {
  return shopType.charAt(0) + productCode
}

/** The offers in a haul's text, without reading the rest of it. */
export function listOfferKeys(text: string): string[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((row) => row.split('\t')[offerField] || [])
}
