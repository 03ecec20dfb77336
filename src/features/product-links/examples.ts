import type { ShopType } from '#shared/marketplaces.ts'
import { getCanonicalUrl } from './canonical-url.ts'

/** Items to try, one per marketplace: of the demo catalogue, with variants, QC photos and reviews. */
export const exampleLinks = [
  createExample('taobao', 'jacket', '990000296340'),
  createExample('weidian', 'sneaker', '9900661650'),
  createExample('ali_1688', 'bag', '990000586007'),
]

function createExample(shopType: ShopType, item: string, id: string) {
  return { shopType, item, id, url: getCanonicalUrl(shopType, id) }
}
