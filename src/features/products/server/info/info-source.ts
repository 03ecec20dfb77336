import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import type { SourceHealthLine } from '#shared/server/outbound/source-stats.ts'

/** `signal` aborts the whole search. `timeoutMs` is the time for this source. */
export type InfoRequest = { timeoutMs: number; signal: AbortSignal; forceReload: boolean }

/**
 * A source's result. `walled`: the item is shown only to people who are logged in. `unknown`: the response contains neither
 * the item nor a clear 'not found'.
 */
export type InfoSourceResult =
  | { state: 'found'; info: ProductInfo }
  | { state: 'not-found' }
  | { state: 'walled' }
  | { state: 'unknown' }

/** Requests a source. Throws a SourceError when the source fails. Its image URLs are not checked yet. */
export type FindInfo = (key: ItemKey, request: InfoRequest) => Promise<InfoSourceResult>

/** A source of item data. */
export type InfoSource = {
  /** Stored with the item data, so it never changes and is never reused. */
  key: string
  /** The text for admins beside an item with its data. */
  label: string
  marketplaces: readonly ShopType[]
  /** Whether its 'not found' means that the item does not exist. Otherwise the next sources are requested too. */
  isNotFoundFinal: boolean
  /** The names of its circuit breakers, for metrics and the dashboard. */
  breakers: readonly string[]
  /** Its line on the dashboard; sources with the same line name share one. */
  healthLine: Pick<SourceHealthLine, 'name' | 'offNote' | 'fallback' | 'readQuota'>
  /** Undefined when the operator has not configured it. */
  find: FindInfo | undefined
}
export type ConfiguredInfoSource = InfoSource & { find: FindInfo }

/** The configured sources that serve a marketplace, in the order of requests. */
export function listUsableSources(
  sources: readonly InfoSource[],
  shopType: ShopType,
): ConfiguredInfoSource[] {
  return sources.filter(
    (source): source is ConfiguredInfoSource =>
      source.find !== undefined && source.marketplaces.includes(shopType),
  )
}

/** The maximum size of a source's response about one item. */
export const maxSourceBytes = 2 * 1024 * 1024
