import { parseLink } from '#features/product-links/parse-link.ts'
import type { ItemParams } from '#shared/marketplaces.ts'

/** The item of a pasted link; undefined when there is none. Makes no request. */
export function parsePastedItem(text: string): ItemParams | undefined {
  const link = parseLink(text)
  return link.ok ? { shopType: link.shopType, productCode: link.id } : undefined
}
