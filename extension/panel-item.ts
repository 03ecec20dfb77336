import { itemIdPattern, type ShopType, shopTypes } from '#shared/marketplaces.ts'

export type PanelItem = { shopType: ShopType; id: string }

/** Passes the item to the panel, in the fragment of the panel's URL. */
export function formatItemHash({ shopType, id }: PanelItem): string {
  return `#${shopType}/${id}`
}

export function parseItemHash(hash: string): PanelItem | undefined {
  const [shop, id = ''] = hash.slice(1).split('/')
  const shopType = shopTypes.find((type) => type === shop)
  return shopType && itemIdPattern.test(id) ? { shopType, id } : undefined
}
