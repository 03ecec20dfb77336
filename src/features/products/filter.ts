import { marketplaceLabels, parseShopType } from '#shared/marketplaces.ts'
import { amountPattern, type PopularSearch } from './popular-search.ts'

/** Both prices are given and the range is empty. */
export function isRangeEmpty({ MinPrice, MaxPrice }: PopularSearch): boolean {
  return MinPrice !== undefined && MaxPrice !== undefined && Number(MinPrice) > Number(MaxPrice)
}

const filterNames = ['Trending', 'MinPrice', 'MaxPrice', 'Storefront'] as const
export type FilterName = (typeof filterNames)[number]
export type AppliedFilter = {
  name: FilterName
  label: string
  value: string
  /** The filters that are left without this one, from the first step of cards on. */
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
    value: shownValue(name, search),
    without: { ...search, [name]: undefined, page: undefined },
  }))
}

function shownValue(name: FilterName, search: PopularSearch): string {
  if (name === 'Trending') return search.Trending === 'true' ? 'yes' : 'no'
  return name === 'Storefront' ? getStorefrontLabel(search.Storefront) : `¥${search[name]}`
}

/** No filter at all; what each card shows and how dense the grid is are none. */
export function clearFilters({ look, view, ShipTo, Sort }: PopularSearch): PopularSearch {
  return { look, view, ShipTo, Sort }
}

/** What the fields of the filters hold. */
export function getFilters({ Trending, MinPrice, MaxPrice, Storefront }: PopularSearch): PopularSearch {
  return { Trending, MinPrice, MaxPrice, Storefront }
}

/** The marketplace's display name: 'Taobao', '1688'; 'All' without one. */
export function getStorefrontLabel(storefront: string | undefined): string {
  const shop = parseShopType(storefront ?? '')
  return shop ? marketplaceLabels[shop] : 'All'
}

/** The filter form as it is typed; empty texts filter nothing. */
export type FilterDraft = {
  /** Without a field of its own: it comes by an address. */
  Trending?: PopularSearch['Trending']
  MinPrice: string
  MaxPrice: string
  Storefront: string
}
export type FilterProblem = { field: 'MinPrice' | 'MaxPrice'; message: string }

/** Why a draft cannot be applied, and the field where that is shown. */
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

export function toFilterDraft(search: PopularSearch): FilterDraft {
  const { Trending, MinPrice = '', MaxPrice = '', Storefront = '' } = search
  return { Trending, MinPrice, MaxPrice, Storefront }
}

/** The search that a draft without problems asks for, from the first step of cards on, shown as in another one. */
export function toPopularSearch(
  { Trending, MinPrice, MaxPrice, Storefront }: FilterDraft,
  shown: PopularSearch,
): PopularSearch {
  return {
    ...clearFilters(shown),
    Trending,
    MinPrice: MinPrice.trim() || undefined,
    MaxPrice: MaxPrice.trim() || undefined,
    Storefront: Storefront || undefined,
  }
}
