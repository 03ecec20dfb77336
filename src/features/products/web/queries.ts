import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#shared/contract.ts'
import type { ShopType } from '#shared/shops.ts'
import type { ProductFilterInput, ProductsContract } from '../contract.ts'
import type { PopularSearch } from '../filter.ts'

export type ItemKey = { shopType: ShopType; productCode: string }

function productsQuery(send: Send, query: ProductFilterInput) {
  return queryOptions({
    queryKey: ['getAllProduct', query],
    queryFn: () => send<ProductsContract['getAllProduct']>('GET /products/getAllProduct', { query }),
  })
}

/** The home carousel's items. */
export function trendingQuery(send: Send) {
  return productsQuery(send, { Trending: 'true' })
}

/** The whole list that the filters of Popular leave; the page shows it step by step. */
export function popularQuery(send: Send, { MinPrice, MaxPrice, Storefront }: PopularSearch) {
  return productsQuery(send, { MinPrice, MaxPrice, Storefront })
}

/** The item's place in our catalogue, or null. */
export function productQuery(send: Send, query: ItemKey) {
  return queryOptions({
    queryKey: ['findProductById', query],
    queryFn: () => send<ProductsContract['findProductById']>('GET /products/findProductById', { query }),
  })
}

/** What anybody knows of the item: its state and, when known, title, pictures, variants. */
export function productInfoQuery(send: Send, query: ItemKey) {
  return queryOptions({
    queryKey: ['productInfo', query],
    queryFn: () => send<ProductsContract['productInfo']>('GET /product-info', { query }),
    staleTime: 60_000,
  })
}

/** Tells the server that a person opened the page; the answer is not needed (P3). */
export function countView(send: Send, item: ItemKey): Promise<unknown> {
  const query = { ...item, count: 'true' as const }
  return send<ProductsContract['findProductById']>('GET /products/findProductById', { query }).catch(
    () => undefined,
  )
}
