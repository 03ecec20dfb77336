import type { ShopType } from '#shared/shops.ts'
import { canonicalUrl } from './canonical.ts'

/** Items to try, one per marketplace: of the demo catalogue, with variants, QC photos and reviews. */
export const exampleLinks = [
  example('taobao', 'jacket', '990000296340'),
  example('weidian', 'sneaker', '9900661650'),
  example('ali_1688', 'bag', '990000586007'),
]

function example(shopType: ShopType, item: string, id: string) {
  return { shopType, item, id, url: canonicalUrl(shopType, id) }
}
