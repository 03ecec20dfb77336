import type { CollectionEntry } from './contract.ts'

/** The sort orders of a collection, as in the URL; the first is the default. */
export const sortKeys = ['newest', 'price-drop'] as const
export type CollectionSortKey = (typeof sortKeys)[number]

type PricedEntry = Pick<CollectionEntry, 'price' | 'priceNow'>

/** The sort key in a URL. */
export function parseSortKey(params: URLSearchParams): CollectionSortKey {
  return sortKeys.find((key) => key === params.get('order')) ?? 'newest'
}

/** The price increase since the item was saved, in the entry's currency; 0 when one of the prices is unknown. */
export function getPriceIncrease({ price, priceNow }: PricedEntry): number {
  if (price === null || priceNow === null) return 0
  return Math.round((priceNow - price) * 100) / 100
}

/** Sorts entries that come newest first. */
export function sortEntries<E extends PricedEntry>(
  entries: readonly E[],
  order: CollectionSortKey,
): readonly E[] {
  if (order === 'newest') return entries
  return entries.toSorted((a, b) => getPriceIncrease(a) - getPriceIncrease(b))
}
