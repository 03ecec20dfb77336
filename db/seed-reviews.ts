import type { reviews } from '#db/schema.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type DemoItem, getItemKey, getThumbnail } from './seed-products.ts'

type DemoComment = [rating: number, text: string]

/**
 * The texts of `demo/reviews.json`: for each item the pools its comments come from and, if fixed, their
 * count.
 */
export type DemoReviews = {
  handles: string[]
  comments: Record<string, DemoComment[]>
  denied: DemoComment[]
  items: Record<string, { pools: string[]; count?: number }>
}

export type DemoReviewRow = typeof reviews.$inferInsert & { rating: number; status: string }

/** An item's reviews in all states; `index` is its place in the list, from 0. The same words for the same item each time. */
export function createReviewRows(
  item: DemoItem,
  index: number,
  words: DemoReviews,
  now: number,
): DemoReviewRow[] {
  const { pools = ['any'], count = 1 + (index % 5) } = words.items[item.slug] ?? {}
  const comments = shuffle(
    pools.flatMap((name) => words.comments[name] ?? []),
    index,
  )
  const shown = comments.slice(0, count)
  const waiting = index % 4 === 0 ? comments.slice(count, count + 1) : []
  const denied = index % 9 === 3 ? shuffle(words.denied, index).slice(0, 1) : []
  const authors = shuffle(words.handles, index * 5)
  const drafts = [
    ...waiting.map((comment) => ({ comment, status: 'pending' as const })),
    ...denied.map((comment) => ({ comment, status: 'denied' as const })),
    ...shown.map((comment) => ({ comment, status: 'approved' as const })),
  ]
  return drafts.map(({ comment: [rating, comment], status }, place) => ({
    ...getItemKey(item),
    author: authors[place % authors.length] ?? '',
    rating,
    comment,
    status,
    isPublic: status === 'approved',
    productName: item.title,
    productImage: getThumbnail(item),
    createdAt: new Date(now - computeHoursAgo(index, place) * HOUR_MS),
  }))
}

/** From some hours ago to more than a year, each review older than the one before it. */
function computeHoursAgo(index: number, place: number): number {
  return 3 + (index % 11) * 5 + place * (29 + (index % 7) * 12) + place ** 3
}

/** The list in another order, the same one for the same number: every k-th, where k shares no factor with its length. */
function shuffle<T>(list: readonly T[], seed: number): T[] {
  const step = [7, 11, 13, 17].find((prime) => list.length % prime !== 0) ?? 1
  const placed = list.map((_, place) => list[(seed + place * step) % list.length])
  return placed.filter((one) => one !== undefined)
}
