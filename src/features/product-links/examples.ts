import { canonicalUrl } from './canonical.ts'

/** Links to try, one per marketplace: items of the demo catalogue with variants, QC photos and reviews. */
export const exampleLinks = [
  { shopType: 'taobao', item: 'denim jacket', url: canonicalUrl('taobao', '990000296340') },
  { shopType: 'weidian', item: 'court sneaker', url: canonicalUrl('weidian', '9900661650') },
  { shopType: 'ali_1688', item: 'crossbody bag', url: canonicalUrl('ali_1688', '990000586007') },
] as const
