import { paths } from '#shared/paths.ts'
import { shopLabels, shopTypeOf, storeNames } from '#shared/shops.ts'
import { productLimits } from './spec.ts'

/** The filters of Popular as its address carries them, under the API's own names. */
export type PopularSearch = {
  MinPrice?: string | undefined
  MaxPrice?: string | undefined
  Storefront?: string | undefined
  /** A country's code: each card says what its product costs with freight to there. */
  ShipTo?: string | undefined
  /** `landed` for the lowest of these prices first; nothing without a country. */
  Sort?: 'landed' | undefined
  /** `compact` for the dense grid. */
  view?: string | undefined
  /** How many steps of cards are shown, 1 when it is not said. */
  page?: string | undefined
}

const amountPattern = /^\d{1,7}(\.\d{1,2})?$/
const countryPattern = /^[A-Z]{2}$/
const pagePattern = /^([2-9]|[1-9]\d)$/
const parameters = ['MinPrice', 'MaxPrice', 'Storefront', 'ShipTo', 'Sort', 'view', 'page'] as const

/** The part of an address that filters products; whatever is unknown or invalid is as if it were not there. */
export function popularSearchOf(params: URLSearchParams): PopularSearch {
  const given = new Map([...params].map(([name, value]) => [name.toLowerCase(), value.trim()]))
  const shop = shopTypeOf(given.get('storefront') ?? '')
  const ShipTo = matching(countryPattern, given.get('shipto')?.toUpperCase())
  return {
    MinPrice: matching(amountPattern, given.get('minprice')),
    MaxPrice: matching(amountPattern, given.get('maxprice')),
    Storefront: shop && storeNames[shop],
    ShipTo,
    Sort: ShipTo && given.get('sort') === 'landed' ? 'landed' : undefined,
    view: given.get('view') === 'compact' ? 'compact' : undefined,
    page: matching(pagePattern, given.get('page')),
  }
}

/** The address of Popular with these filters: `/popular?MaxPrice=400&view=compact`. */
export function popularAddress(search: PopularSearch): string {
  const params = new URLSearchParams()
  for (const name of parameters) if (search[name]) params.append(name, search[name])
  return params.size > 0 ? `${paths.popular()}?${params}` : paths.popular()
}

function matching(pattern: RegExp, value: string | undefined): string | undefined {
  return value !== undefined && pattern.test(value) ? value : undefined
}

/** Both prices are given and no price can lie between them. */
export function isRangeEmpty({ MinPrice, MaxPrice }: PopularSearch): boolean {
  return MinPrice !== undefined && MaxPrice !== undefined && Number(MinPrice) > Number(MaxPrice)
}

/** How many cards are shown, step by step, as far as one list goes. */
export function shownCards({ page = '1' }: PopularSearch): number {
  return Math.min(Number(page) * productLimits.step, productLimits.list)
}

export type FilterName = 'MinPrice' | 'MaxPrice' | 'Storefront'
export type AppliedFilter = {
  name: FilterName
  label: string
  value: string
  /** The filters that are left without this one, from the first step of cards on. */
  without: PopularSearch
}

const filterLabels: Record<FilterName, string> = {
  MinPrice: 'Min Price',
  MaxPrice: 'Max Price',
  Storefront: 'Storefront',
}

/** The filters in force, each with the way to drop it. */
export function appliedFilters(search: PopularSearch): AppliedFilter[] {
  const names = (['MinPrice', 'MaxPrice', 'Storefront'] as const).filter((name) => search[name])
  return names.map((name) => ({
    name,
    label: filterLabels[name],
    value: name === 'Storefront' ? storefrontLabel(search.Storefront) : `¥${search[name]}`,
    without: { ...search, [name]: undefined, page: undefined },
  }))
}

/** Prices as they stand in the shop, in the list's own order. */
export function withoutFreight(search: PopularSearch): PopularSearch {
  return { ...search, ShipTo: undefined, Sort: undefined, page: undefined }
}

/** No filter at all; what each card shows and how dense the grid is are none. */
export function withoutFilters({ view, ShipTo, Sort }: PopularSearch): PopularSearch {
  return { view, ShipTo, Sort }
}

/** What decides on the list and its order, without how much of it is shown. */
export function askedOf({ MinPrice, MaxPrice, Storefront, ShipTo, Sort }: PopularSearch): PopularSearch {
  return { MinPrice, MaxPrice, Storefront, ShipTo, Sort }
}

/** What the fields of the filters hold. */
export function filtersOf({ MinPrice, MaxPrice, Storefront }: PopularSearch): PopularSearch {
  return { MinPrice, MaxPrice, Storefront }
}

/** The storefront as people write it: 'Taobao', '1688'; 'All' without one. */
export function storefrontLabel(storefront: string | undefined): string {
  const shop = shopTypeOf(storefront ?? '')
  return shop ? shopLabels[shop] : 'All'
}

/** The filter form as it is typed; empty texts filter nothing. */
export type FilterDraft = { MinPrice: string; MaxPrice: string; Storefront: string }
export type FilterProblem = { field: 'MinPrice' | 'MaxPrice'; message: string }

/** What keeps a draft from being applied, and beside which field that is said. */
export function draftProblem({ MinPrice, MaxPrice }: FilterDraft): FilterProblem | undefined {
  for (const [field, text] of [
    ['MinPrice', MinPrice],
    ['MaxPrice', MaxPrice],
  ] as const) {
    if (text.trim() !== '' && !amountPattern.test(text.trim())) {
      return { field, message: 'Enter an amount of yuan, like 20 or 20.50.' }
    }
  }
  const range = { MinPrice: MinPrice.trim() || undefined, MaxPrice: MaxPrice.trim() || undefined }
  if (isRangeEmpty(range)) return { field: 'MaxPrice', message: 'Max Price is below Min Price.' }
  return undefined
}

export function draftOf({ MinPrice = '', MaxPrice = '', Storefront = '' }: PopularSearch): FilterDraft {
  return { MinPrice, MaxPrice, Storefront }
}

/** The search that a draft without problems asks for, from the first step of cards on, shown as in another one. */
export function searchOf(
  { MinPrice, MaxPrice, Storefront }: FilterDraft,
  shown: PopularSearch,
): PopularSearch {
  return {
    ...withoutFilters(shown),
    MinPrice: MinPrice.trim() || undefined,
    MaxPrice: MaxPrice.trim() || undefined,
    Storefront: Storefront || undefined,
  }
}
