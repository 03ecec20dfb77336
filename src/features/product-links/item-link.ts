import { canonicalUrl } from './canonical.ts'
import { parseLink } from './parse.ts'
import type { ItemRef } from './url-parser.ts'

/**
 * A link to the item on the screen: the last pasted one when it means this item, else the marketplace's own
 * URL for it. Undefined where neither leads back to the item.
 */
export function linkToItem(item: ItemRef, pasted: string | null | undefined): string | undefined {
  return [pasted, canonicalUrl(item.shopType, item.id)].find((text) => text && means(text, item)) ?? undefined
}

function means(text: string, { shopType, id }: ItemRef): boolean {
  const link = parseLink(text)
  return link.ok && link.shopType === shopType && link.id === id
}
