import type { ShopType } from '#shared/marketplaces.ts'
import { getCanonicalUrl } from './canonical-url.ts'

/** Example items, one per marketplace, from the demo catalogue. They have variants, QC photos and reviews. */
export const exampleLinks = [
  createExample('taobao', 'jacket', '990000296340'),
  createExample('weidian', 'sneaker', '9900661650'),
  createExample('ali_1688', 'bag', '990000586007'),
]

/** The short name of an example item of the demo catalog; undefined for other items. */
export function findDemoExample(shopType: ShopType, id: string): string | undefined {
  return exampleLinks.find((example) => example.shopType === shopType && example.id === id)?.item
}

function createExample(shopType: ShopType, item: string, id: string) {
  return { shopType, item, id, url: getCanonicalUrl(shopType, id) }
}
