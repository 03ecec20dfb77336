/** The marketplaces that the site knows (§3). Tmall shares Taobao's item numbers and counts as taobao. */
export const shopTypes = ['taobao', 'weidian', 'ali_1688'] as const
export type ShopType = (typeof shopTypes)[number]

/** An item: its marketplace, and its number there. */
export type ItemKey = { shopType: ShopType; itemId: string }
/** The same with the names that calls use. */
export type ItemParams = { shopType: ShopType; productCode: string }

/** True when both are the same item; false when either is null. */
export function isSameItem(first: ItemParams | null, second: ItemParams | null): boolean {
  return first !== null && first.productCode === second?.productCode && first.shopType === second.shopType
}

/** A marketplace's name on the screen. */
export const marketplaceLabels: Record<ShopType, string> = {
  taobao: 'Taobao',
  weidian: 'Weidian',
  ali_1688: '1688',
}

/** The name of an item without a title: 'Taobao item 652874751412'. */
export function formatItemNumber({ shopType, productCode }: ItemParams): string {
  return `${marketplaceLabels[shopType]} item ${productCode}`
}

/** The wire values of a product's `storeName`: 1688 is `1688` there and `ali_1688` in paths (§2). */
export const storeNames = { taobao: 'taobao', weidian: 'weidian', ali_1688: '1688' } as const

const spellings = new Map<string, ShopType>([
  ['taobao', 'taobao'],
  ['tmall', 'taobao'],
  ['weidian', 'weidian'],
  ['1688', 'ali_1688'],
  ['ali_1688', 'ali_1688'],
])

/** The marketplace behind any accepted spelling (`1688`, `ALI_1688`, `Tmall` …), or undefined. */
export function parseShopType(text: string): ShopType | undefined {
  return spellings.get(text.toLowerCase())
}

/** The form an item number may have: safe in a path, a query and a file name. */
export const itemIdPattern = /^[A-Za-z0-9_-]{1,64}$/
