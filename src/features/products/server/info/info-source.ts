import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemKey, ShopType } from '#shared/marketplaces.ts'

/** `signal` aborts the whole search. `timeoutMs` is the time for this source. */
export type InfoRequest = { timeoutMs: number; signal: AbortSignal; forceReload: boolean }

/** A source's result. `unknown`: the response contains neither the item nor a clear 'not found'. */
export type InfoSourceResult =
  | { state: 'found'; info: ProductInfo }
  | { state: 'not-found' }
  | { state: 'unknown' }

/**
 * A source of item information. `find` throws a SourceError when the source fails. Its image URLs are not checked yet.
 */
export type InfoSource = {
  name: string
  covers: (shopType: ShopType) => boolean
  find: (key: ItemKey, request: InfoRequest) => Promise<InfoSourceResult>
}

/** The maximum size of a source's response about one item. */
export const maxSourceBytes = 2 * 1024 * 1024
