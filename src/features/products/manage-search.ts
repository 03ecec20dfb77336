import { paths } from '#shared/paths.ts'
import type { Product } from './contract.ts'
import { productLimits } from './texts-and-limits.ts'

/** §9 Trending filter. */
export const trendingFilters = ['All', 'true', 'false'] as const
export type TrendingFilter = (typeof trendingFilters)[number]

/** The filters of the list and the id of the edited product, as in the URL. */
export type ManageSearch = { text: string; trending: TrendingFilter; edit: string }

/** Parses the parameters of this screen. Invalid values are ignored. */
export function parseManageSearch(params: URLSearchParams): ManageSearch {
  const trending = trendingFilters.find((value) => value === params.get('Trending'))
  return {
    text: (params.get('search') ?? '').trim().slice(0, productLimits.name),
    trending: trending ?? 'All',
    edit: params.get('edit') ?? '',
  }
}

/** The URL of a list: `/dashboard/manage-products?search=cap&Trending=true`. */
export function getManageProductsPath({ text, trending, edit }: ManageSearch): string {
  const params = new URLSearchParams()
  if (text !== '') params.set('search', text)
  if (trending !== 'All') params.set('Trending', trending)
  if (edit !== '') params.set('edit', edit)
  return params.size > 0 ? `${paths.manageProducts()}?${params}` : paths.manageProducts()
}

type SearchableProduct = Pick<Product, 'name' | 'productCode' | 'onTrend'>

/** The products that match the filters. The text must occur literally in the name or the code, in any case. */
export function filterProducts<P extends SearchableProduct>(
  products: readonly P[],
  search: ManageSearch,
): P[] {
  const text = search.text.toLowerCase()
  return products.filter(
    ({ name, productCode, onTrend }) =>
      (search.trending === 'All' || String(onTrend) === search.trending) &&
      (name.toLowerCase().includes(text) || productCode.toLowerCase().includes(text)),
  )
}
