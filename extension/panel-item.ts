import { itemIdPattern, type ShopType, shopTypes } from '#shared/shops.ts'

export type Item = { shopType: ShopType; id: string }

/** How the page tells the panel its item: behind the `#` of the panel's own address. */
export function writeItem({ shopType, id }: Item): string {
  return `#${shopType}/${id}`
}

export function readItem(hash: string): Item | undefined {
  const [shop, id = ''] = hash.slice(1).split('/')
  const shopType = shopTypes.find((one) => one === shop)
  return shopType && itemIdPattern.test(id) ? { shopType, id } : undefined
}
