import { marketplaceLabels, parseShopType } from '#shared/marketplaces.ts'
import { amountPattern, type PopularSearch } from './popular-search.ts'

/** Whether Min Price is above Max Price. */
export function isRangeEmpty({ MinPrice, MaxPrice }: PopularSearch): boolean {
  return MinPrice !== undefined && MaxPrice !== undefined && Number(MinPrice) > Number(MaxPrice)
}

const filterNames = ['Trending', 'MinPrice', 'MaxPrice', 'Storefront'] as const
export type FilterName = (typeof filterNames)[number]
export type AppliedFilter = {
  name: FilterName
  label: string
  value: string
  /** The search without this filter, at the first step of cards. */
  without: PopularSearch
}

const filterLabels: Record<FilterName, string> = {
  Trending: 'Trending',
  MinPrice: 'Min Price',
  MaxPrice: 'Max Price',
  Storefront: 'Storefront',
}

/** The applied filters, each with the search that removes it. */
export function getAppliedFilters(search: PopularSearch): AppliedFilter[] {
  const names = filterNames.filter((name) => search[name])
  return names.map((name) => ({
    name,
    label: filterLabels[name],
    value: formatFilterValue(name, search),
    without: { ...search, [name]: undefined, page: undefined },
  }))
}

function formatFilterValue(name: FilterName, search: PopularSearch): string {
  if (name === 'Trending') return search.Trending === 'true' ? 'yes' : 'no'
  return name === 'Storefront' ? getStorefrontLabel(search.Storefront) : `¥${search[name]}`
}

/** The search without filters. It keeps how the cards are displayed, the destination and the order. */
export function clearFilters(search: PopularSearch): PopularSearch {
  return { look: search.look, view: search.view, ShipTo: search.ShipTo, Sort: search.Sort }
}

/** The part of a search that the filter fields contain. */
export function getFilters({ Trending, MinPrice, MaxPrice, Storefront }: PopularSearch): PopularSearch {
  return { Trending, MinPrice, MaxPrice, Storefront }
}

/** The marketplace's display name: 'Taobao', '1688'; 'All' without one. */
export function getStorefrontLabel(storefront: string | undefined): string {
  const shop = parseShopType(storefront ?? '')
  return shop ? marketplaceLabels[shop] : 'All'
}

/** The typed values of the filter form. Empty texts filter nothing. */
export type FilterDraft = {
  /** Has no field; it comes from the URL. */
  Trending?: PopularSearch['Trending']
  MinPrice: string
  MaxPrice: string
  Storefront: string
}
export type FilterProblem = { field: 'MinPrice' | 'MaxPrice'; message: string }

/** The error of a draft and the field beside which it is shown; undefined when the draft is valid. */
export function validateFilterDraft({ MinPrice, MaxPrice }: FilterDraft): FilterProblem | undefined {
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

/** The filter form's values for a search. */
export function toFilterDraft(search: PopularSearch): FilterDraft {
  const { Trending, MinPrice = '', MaxPrice = '', Storefront = '' } = search
  return { Trending, MinPrice, MaxPrice, Storefront }
}

/** The search of a valid draft, at the first step of cards. The display options are taken from `current`. */
export function toPopularSearch(
  { Trending, MinPrice, MaxPrice, Storefront }: FilterDraft,
  current: PopularSearch,
): PopularSearch {
  return {
    ...clearFilters(current),
    Trending,
    MinPrice: MinPrice.trim() || undefined,
    MaxPrice: MaxPrice.trim() || undefined,
    Storefront: Storefront || undefined,
  }
}
