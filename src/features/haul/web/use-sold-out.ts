import { useQuery } from '@tanstack/react-query'
import { productInfoQuery } from '#features/products/web/queries.ts'
import type { Sku } from '#shared/items/product-info.ts'
import { isSoldOut } from '#shared/items/variant-selection.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'

const noItem: ItemParams = { shopType: 'taobao', productCode: '' }

/**
 * Returns a function that says whether a variant of an item is sold out. It reads only data that this visit has already
 * loaded, so that a haul does not send a request for each item.
 */
export function useSoldOutCheck(offer: ItemParams | null): (sku: string | null) => boolean {
  const { shopType, productCode } = offer ?? noItem
  const query = productInfoQuery(useApiClient(), { shopType, productCode })
  const { data } = useQuery({ ...query, enabled: false })
  const skus = (offer && data?.data.productInfo?.skus) ?? []
  return (sku) => isVariantSoldOut(skus, sku)
}

/** Whether a variant is known to be sold out; without a sku, whether all variants are. */
export function isVariantSoldOut(skus: readonly Sku[], skuID: string | null): boolean {
  const possible = skuID === null ? skus : skus.filter((sku) => sku.skuID === skuID)
  return possible.length > 0 && possible.every(isSoldOut)
}
