import { itemIdPattern, type ShopType, shopTypes } from '#shared/shops.ts'

export type Item = { shopType: ShopType; id: string }

/** Passes the item to the panel, in the fragment of the panel's URL. */
export function writeItem({ shopType, id }: Item): string {
  return `#${shopType}/${id}`
}

export function readItem(hash: string): Item | undefined {
  const [shop, id = ''] = hash.slice(1).split('/')
  const shopType = shopTypes.find((one) => one === shop)
  return shopType && itemIdPattern.test(id) ? { shopType, id } : undefined
}
