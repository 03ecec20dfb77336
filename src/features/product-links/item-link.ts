import { getCanonicalUrl } from './canonical-url.ts'
import { parseLink } from './parse.ts'
import type { ItemRef } from './url-parser.ts'

/**
 * A link to the item on the screen: the last pasted one when it means this item, else the marketplace's own
 * URL for it. Undefined where neither leads back to the item.
 */
export function getItemLink(item: ItemRef, pasted: string | null | undefined): string | undefined {
  return (
    [pasted, getCanonicalUrl(item.shopType, item.id)].find((text) => text && isLinkTo(text, item)) ??
    undefined
  )
}

function isLinkTo(text: string, { shopType, id }: ItemRef): boolean {
  const link = parseLink(text)
  return link.ok && link.shopType === shopType && link.id === id
}
