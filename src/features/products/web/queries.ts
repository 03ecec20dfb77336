import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { Product, ProductFilterInput, ProductsContract } from '../contract.ts'
import { countShownCards, getListFilters, type PopularSearch } from '../popular-search.ts'
import { productLimits, trendingCarousel } from '../spec.ts'

function productsQuery(send: ApiClient, query: ProductFilterInput) {
  return queryOptions({
    queryKey: ['getAllProduct', query],
    queryFn: () => send<ProductsContract['getAllProduct']>('GET /products/getAllProduct', { query }),
  })
}

/** The home carousel's items, with their prices with shipping where a country is given. */
export function trendingQuery(send: ApiClient, ShipTo?: string) {
  return productsQuery(send, { Trending: 'true', limit: String(trendingCarousel.slides), ShipTo })
}

/** The first steps of the products that match the filters; `total` is their number. */
export function popularQuery(send: ApiClient, search: PopularSearch) {
  return productsQuery(send, { ...getListFilters(search), limit: String(countShownCards(search)) })
}

/** How many products filters would leave, in `total`. */
export function popularCountQuery(send: ApiClient, search: PopularSearch) {
  return productsQuery(send, { ...getListFilters(search), limit: '1' })
}

/** How much there is on the site. */
export function catalogueFactsQuery(send: ApiClient) {
  return queryOptions({
    queryKey: ['catalogueFacts'],
    queryFn: () => send<ProductsContract['catalogueFacts']>('GET /products/catalogueFacts', {}),
    staleTime: MINUTE_MS,
  })
}

/** How many products there are, in `total`. */
export function catalogueSizeQuery(send: ApiClient) {
  return productsQuery(send, { limit: '1' })
}

/** Every product of ours, to name items by. */
export function catalogueQuery(send: ApiClient) {
  return productsQuery(send, {})
}

/** The whole catalogue as one admin manages it, however long it is. */
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
    const part = await send<ProductsContract['getAllProduct']>('GET /products/getAllProduct', { query })
    data.push(...part.data)
    if (part.data.length === 0 || data.length >= (part.total ?? 0)) return { data }
  }
}

/** The item's place in our catalogue, or null. */
export function productQuery(send: ApiClient, query: ItemParams) {
  return queryOptions({
    queryKey: ['findProductById', query],
    queryFn: () => send<ProductsContract['findProductById']>('GET /products/findProductById', { query }),
  })
}

/** The item's information: its state and, when known, title, images, variants. */
export function productInfoQuery(send: ApiClient, query: ItemParams) {
  return queryOptions({
    queryKey: ['productInfo', query],
    queryFn: () => send<ProductsContract['productInfo']>('GET /product-info', { query }),
    staleTime: 60_000,
  })
}

/** The addresses of a product's pictures, for an admin who edits this version of it. */
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

/** Reports that a visitor opened the page; the response is not needed. */
export function countView(send: ApiClient, item: ItemParams): Promise<unknown> {
  const query = { ...item, count: 'true' as const }
  return send<ProductsContract['findProductById']>('GET /products/findProductById', { query }).catch(
    () => undefined,
  )
}
