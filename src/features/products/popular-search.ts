import { parseLook } from '#shared/look.ts'
import { parseShopType, storeNames } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { productLimits } from './spec.ts'

/** The filters of Popular as in its URL, under the API's own names. */
export type PopularSearch = {
  /** `true` or `false`; without it both. */
  Trending?: 'true' | 'false' | undefined
  MinPrice?: string | undefined
  MaxPrice?: string | undefined
  Storefront?: string | undefined
  /** A country's code: each card shows its product's price with shipping to there. */
  ShipTo?: string | undefined
  /** `landed` for the lowest of these prices first; nothing without a country. */
  Sort?: 'landed' | undefined
  /** `reality` for QC photos in place of the seller's. */
  look?: 'reality' | undefined
  /** `compact` for the dense grid. */
  view?: string | undefined
  /** How many steps of cards are shown, 1 by default. */
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

/** The part of a URL that filters products; unknown and invalid values are ignored. */
export function parsePopularSearch(params: URLSearchParams): PopularSearch {
  const given = new Map([...params].map(([name, value]) => [name.toLowerCase(), value.trim()]))
  const shop = parseShopType(given.get('storefront') ?? '')
  const ShipTo = matchOrUndefined(countryPattern, given.get('shipto')?.toUpperCase())
  return {
    Trending: (['true', 'false'] as const).find((value) => value === given.get('trending')),
    MinPrice: matchOrUndefined(amountPattern, given.get('minprice')),
    MaxPrice: matchOrUndefined(amountPattern, given.get('maxprice')),
    Storefront: shop && storeNames[shop],
    ShipTo,
    Sort: ShipTo && given.get('sort') === 'landed' ? 'landed' : undefined,
    look: parseLook(params),
    view: given.get('view') === 'compact' ? 'compact' : undefined,
    page: matchOrUndefined(pagePattern, given.get('page')),
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

/** How many cards are shown, step by step. */
export function countShownCards({ page = '1' }: PopularSearch): number {
  return Math.min(Number(page) * productLimits.step, productLimits.cards)
}

/** Prices without shipping, in the list's own order. */
export function clearDestination(search: PopularSearch): PopularSearch {
  return { ...search, ShipTo: undefined, Sort: undefined, page: undefined }
}

/** What decides on the list and its order, without how much of it is shown. */
export function getListFilters(search: PopularSearch): PopularSearch {
  const { Trending, MinPrice, MaxPrice, Storefront, ShipTo, Sort } = search
  return { Trending, MinPrice, MaxPrice, Storefront, ShipTo, Sort }
}
