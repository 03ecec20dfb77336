import { shopTypeOf, storeNames } from '#shared/shops.ts'

/** The filters of Popular as its address carries them, under the API's own names (P14). */
export type PopularSearch = {
  MinPrice?: string | undefined
  MaxPrice?: string | undefined
  Storefront?: string | undefined
  /** `compact` for the dense grid. */
  view?: string | undefined
  /** How many steps of cards are shown, 1 when it is not said. */
  page?: string | undefined
}

const amountPattern = /^\d{1,7}(\.\d{1,2})?$/
const pagePattern = /^([2-9]|[1-9]\d)$/

/** The part of an address that filters products; whatever is unknown or invalid is as if it were not there. */
export function popularSearchOf(params: URLSearchParams): PopularSearch {
  const given = new Map([...params].map(([name, value]) => [name.toLowerCase(), value.trim()]))
  const shop = shopTypeOf(given.get('storefront') ?? '')
  return {
    MinPrice: matching(amountPattern, given.get('minprice')),
    MaxPrice: matching(amountPattern, given.get('maxprice')),
    Storefront: shop && storeNames[shop],
    view: given.get('view') === 'compact' ? 'compact' : undefined,
    page: matching(pagePattern, given.get('page')),
  }
}

function matching(pattern: RegExp, value: string | undefined): string | undefined {
  return value !== undefined && pattern.test(value) ? value : undefined
}

/** Both prices are given and no price can lie between them. */
export function isRangeEmpty({ MinPrice, MaxPrice }: PopularSearch): boolean {
  return MinPrice !== undefined && MaxPrice !== undefined && Number(MinPrice) > Number(MaxPrice)
}
