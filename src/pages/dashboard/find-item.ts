import { parseLink } from '#features/product-links/parse.ts'
import type { ItemParams } from '#shared/marketplaces.ts'

/** The item that a pasted text means; undefined where it means none. Touches no network. */
export function findItem(text: string): ItemParams | undefined {
  const link = parseLink(text)
  return link.ok ? { shopType: link.shopType, productCode: link.id } : undefined
}
