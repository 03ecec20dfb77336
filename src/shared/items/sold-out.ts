import type { Sku } from './product-info.ts'
import { isSoldOut } from './variant-selection.ts'

/** Whether a variant is known to be sold out; without a sku, whether all variants are. */
export function isVariantSoldOut(skus: readonly Sku[], skuID: string | null): boolean {
  const possible = skuID === null ? skus : skus.filter((sku) => sku.skuID === skuID)
  return possible.length > 0 && possible.every(isSoldOut)
}
