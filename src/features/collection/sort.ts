import type { CollectionEntry } from './contract.ts'

/** How a collection may be sorted, as in the URL; the default is the newest first. */
export const sortKeys = ['newest', 'price-drop'] as const
export type CollectionSortKey = (typeof sortKeys)[number]

type PricedEntry = Pick<CollectionEntry, 'price' | 'priceNow'>

/** The sort key in a URL. */
export function parseSortKey(params: URLSearchParams): CollectionSortKey {
  return sortKeys.find((order) => order === params.get('order')) ?? 'newest'
}

/** By how much an item costs more than when it was saved; 0 where one of the prices is unknown. */
export function getPriceIncrease({ price, priceNow }: PricedEntry): number {
  if (price === null || priceNow === null) return 0
  return Math.round((priceNow - price) * 100) / 100
}

/** The entries, which come newest first, in another order. */
export function sortEntries<E extends PricedEntry>(
  entries: readonly E[],
  order: CollectionSortKey,
): readonly E[] {
  if (order === 'newest') return entries
  return entries.toSorted((one, other) => getPriceIncrease(one) - getPriceIncrease(other))
}
