import { getCanonicalUrl } from './canonical-url.ts'
import { parseLink } from './parse-link.ts'
import type { ItemRef } from './url-parser.ts'

/**
 * A link to the item of the page: the last pasted link if it leads to this item, else the item's URL on its marketplace.
 * Undefined when neither parses to the item.
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
