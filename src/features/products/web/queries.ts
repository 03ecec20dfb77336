import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { Product, ProductFilterInput, ProductsContract } from '../contract.ts'
import { countShownCards, getListFilters, type PopularSearch } from '../popular-search.ts'
import { productLimits, trendingCarousel } from '../texts-and-limits.ts'

function productsQuery(send: ApiClient, query: ProductFilterInput) {
  return queryOptions({
    queryKey: ['getAllProduct', query],
    queryFn: () => send<ProductsContract['getAllProduct']>('GET /products/getAllProduct', { query }),
  })
}

/** The products of the home carousel; with a country, including their prices with shipping. */
export function trendingQuery(send: ApiClient, ShipTo?: string) {
  return productsQuery(send, { Trending: 'true', limit: String(trendingCarousel.slides), ShipTo })
}

/** The visible steps of the matching products; `total` is the number of matches. */
export function popularQuery(send: ApiClient, search: PopularSearch) {
  return productsQuery(send, { ...getListFilters(search), limit: String(countShownCards(search)) })
}

/** The number of products that match filters, in `total`. */
export function popularCountQuery(send: ApiClient, search: PopularSearch) {
  return productsQuery(send, { ...getListFilters(search), limit: '1' })
}

/** The totals of the site. */
export function catalogueFactsQuery(send: ApiClient) {
  return queryOptions({
    queryKey: ['catalogueFacts'],
    queryFn: () => send<ProductsContract['catalogueFacts']>('GET /products/catalogueFacts', {}),
    staleTime: MINUTE_MS,
  })
}

/** The number of all products, in `total`. */
export function catalogueSizeQuery(send: ApiClient) {
  return productsQuery(send, { limit: '1' })
}

/** All products of the list (at most 1,000), to name items. */
export function catalogueQuery(send: ApiClient) {
  return productsQuery(send, {})
}

/** The whole catalogue for one admin, of any length. */
export function managedProductsQuery(send: ApiClient, adminId: string) {
  return queryOptions({
    queryKey: ['getAllProduct', { page: 'all' }, adminId],
    queryFn: () => fetchAllProducts(send),
  })
}

async function fetchAllProducts(send: ApiClient): Promise<{ data: Product[] }> {
  const data: Product[] = []
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), limit: String(productLimits.list) }
    const response = await send<ProductsContract['getAllProduct']>('GET /products/getAllProduct', { query })
    data.push(...response.data)
    if (response.data.length === 0 || data.length >= (response.total ?? 0)) return { data }
  }
}

/** The product of the item, or null. */
export function productQuery(send: ApiClient, query: ItemParams) {
  return queryOptions({
    queryKey: ['findProductById', query],
    queryFn: () => send<ProductsContract['findProductById']>('GET /products/findProductById', { query }),
  })
}

/** The item's information: its state and, if available, title, images and variants. */
export function productInfoQuery(send: ApiClient, query: ItemParams) {
  return queryOptions({
    queryKey: ['productInfo', query],
    queryFn: () => send<ProductsContract['productInfo']>('GET /product-info', { query }),
    staleTime: 60_000,
  })
}

/** The URLs of a product's pictures, for an admin who edits this version of it. */
export function productPicturesQuery(send: ApiClient, { _id: product_id, version }: Product) {
  return queryOptions({
    queryKey: ['getProductPictures', product_id, version],
    queryFn: () =>
      send<ProductsContract['getProductPictures']>('GET /products/getProductPictures', {
        query: { product_id },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Reports a view of the item's page. The response is ignored. */
export function countView(send: ApiClient, item: ItemParams): Promise<unknown> {
  const query = { ...item, count: 'true' as const }
  return send<ProductsContract['findProductById']>('GET /products/findProductById', { query }).catch(
    () => undefined,
  )
}
