import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import type { ProductInfo } from '../../contract.ts'

/** `signal` ends the search; `timeoutMs` is what this source may take of it. */
export type InfoRequest = { timeoutMs: number; signal: AbortSignal; forceReload: boolean }

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
  find: (key: ItemKey, ask: InfoRequest) => Promise<SourceAnswer>
}

/** No source's answer about one item may be larger. */
export const maxSourceBytes = 2 * 1024 * 1024
