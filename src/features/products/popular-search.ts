import { parseLook } from '#features/visitor/look.ts'
import { parseShopType, storeNames } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { productLimits } from './texts-and-limits.ts'

/** The filters of Popular as in its URL. The property names are the names of the parameters. */
export type PopularSearch = {
  /** `true` or `false`; undefined for both. */
  Trending?: 'true' | 'false' | undefined
  MinPrice?: string | undefined
  MaxPrice?: string | undefined
  Storefront?: string | undefined
  /** A country code. Each card shows its price with shipping to that country. */
  ShipTo?: string | undefined
  /** `landed` sorts by price with shipping, the lowest first. Ignored without a country. */
  Sort?: 'landed' | undefined
  /** `reality` shows QC photos instead of the seller's. */
  look?: 'reality' | undefined
  /** `compact` for the dense grid. */
  view?: string | undefined
  /** The number of visible steps of cards; 1 by default. */
  page?: string | undefined
}

/** Yuan, at most two decimals. */
export const amountPattern = /^\d{1,7}(\.\d{1,2})?$/
const countryPattern = /^[A-Z]{2}$/
const pagePattern = /^([2-9]|[1-9]\d)$/
const searchParameterNames = [
  'Trending',
  'MinPrice',
  'MaxPrice',
  'Storefront',
  'ShipTo',
  'Sort',
  'look',
  'view',
  'page',
] as const

/** Parses the filters in a URL. Unknown and invalid values are ignored. */
export function parsePopularSearch(params: URLSearchParams): PopularSearch {
  const values = new Map([...params].map(([name, value]) => [name.toLowerCase(), value.trim()]))
  const shop = parseShopType(values.get('storefront') ?? '')
  const ShipTo = matchOrUndefined(countryPattern, values.get('shipto')?.toUpperCase())
  return {
    Trending: (['true', 'false'] as const).find((value) => value === values.get('trending')),
    MinPrice: matchOrUndefined(amountPattern, values.get('minprice')),
    MaxPrice: matchOrUndefined(amountPattern, values.get('maxprice')),
    Storefront: shop && storeNames[shop],
    ShipTo,
    Sort: ShipTo && values.get('sort') === 'landed' ? 'landed' : undefined,
    look: parseLook(params),
    view: values.get('view') === 'compact' ? 'compact' : undefined,
    page: matchOrUndefined(pagePattern, values.get('page')),
  }
}

/** The URL of Popular with these filters: `/popular?MaxPrice=400&view=compact`. */
export function getPopularPath(search: PopularSearch): string {
  const params = new URLSearchParams()
  for (const name of searchParameterNames) if (search[name]) params.append(name, search[name])
  return params.size > 0 ? `${paths.popular()}?${params}` : paths.popular()
}

function matchOrUndefined(pattern: RegExp, value: string | undefined): string | undefined {
  return value !== undefined && pattern.test(value) ? value : undefined
}

/** The number of visible cards. */
export function countShownCards({ page = '1' }: PopularSearch): number {
  return Math.min(Number(page) * productLimits.step, productLimits.cards)
}

/** The search without a destination: prices without shipping, in the list's own order. */
export function clearDestination(search: PopularSearch): PopularSearch {
  return { ...search, ShipTo: undefined, Sort: undefined, page: undefined }
}

/** The filters that decide on the products and their order, without those of the display. */
export function getListFilters(search: PopularSearch): PopularSearch {
  const { Trending, MinPrice, MaxPrice, Storefront, ShipTo, Sort } = search
  return { Trending, MinPrice, MaxPrice, Storefront, ShipTo, Sort }
}
