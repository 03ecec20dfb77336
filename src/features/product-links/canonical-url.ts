import type { ShopType } from '#shared/marketplaces.ts'

/** The URL of the item on its marketplace. `id` contains only digits, as returned by `parseLink`. */
export function getCanonicalUrl(shopType: ShopType, id: string): string {
  if (shopType === 'taobao') return `https://item.taobao.com/item.htm?id=${id}`
  if (shopType === 'weidian') return `https://weidian.com/item.html?itemID=${id}`
  return `https://detail.1688.com/offer/${id}.html`
}
