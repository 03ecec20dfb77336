import type { ItemKey, ShopType } from '#shared/shops.ts'
import type { ProductInfo } from '../contract.ts'

/** `signal` ends the search; `timeoutMs` is what this source may take of it. */
export type Ask = { timeoutMs: number; signal: AbortSignal; forceReload: boolean }

/** A source's answer. `unknown`: it answered, but neither with the item nor with a clear 'not found'. */
export type SourceAnswer =
  | { state: 'found'; info: ProductInfo }
  | { state: 'not-found' }
  | { state: 'unknown' }

/**
 * A source of item information. `find` throws a SourceError when the source fails; its image URLs are raw.
 */
export type InfoSource = {
  name: string
  covers: (shopType: ShopType) => boolean
  find: (key: ItemKey, ask: Ask) => Promise<SourceAnswer>
}

/** No source's answer about one item may be larger. */
export const sourceBytes = 2 * 1024 * 1024
