import { itemIdPattern, parseShopType, type ShopType } from '#shared/marketplaces.ts'

/** Parses the item of a product URL (§2); undefined when it is invalid. */
export function parseItemParams(params: {
  shopType?: string | undefined
  id?: string | undefined
}): { shopType: ShopType; productCode: string } | undefined {
  const shopType = parseShopType(params.shopType ?? '')
  const productCode = params.id
  return shopType && productCode && itemIdPattern.test(productCode) ? { shopType, productCode } : undefined
}
