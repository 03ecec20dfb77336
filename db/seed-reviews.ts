import type { reviews } from '#db/schema.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type DemoItem, getItemKey, getThumbnail } from './seed-products.ts'

type DemoComment = [rating: number, text: string]

/**
 * The texts of `demo/reviews.json`: for each item the pools of its comments and, if fixed, their number.
 */
export type DemoReviews = {
  handles: string[]
  comments: Record<string, DemoComment[]>
  denied: DemoComment[]
  items: Record<string, { pools: string[]; count?: number }>
}

export type DemoReviewRow = typeof reviews.$inferInsert & { rating: number; status: string }

/**
 * An item's approved reviews, for every fourth item a pending one and for every ninth a denied one; `index` is its position in the list, from 0. The same texts for the same item each
 * time.
 */
export function createReviewRows(
  item: DemoItem,
  index: number,
  texts: DemoReviews,
  now: number,
): DemoReviewRow[] {
  const { pools = ['any'], count = 1 + (index % 5) } = texts.items[item.slug] ?? {}
  const comments = shuffle(
    pools.flatMap((name) => texts.comments[name] ?? []),
    index,
  )
  const approved = comments.slice(0, count)
  const pending = index % 4 === 0 ? comments.slice(count, count + 1) : []
  const denied = index % 9 === 3 ? shuffle(texts.denied, index).slice(0, 1) : []
  const authors = shuffle(texts.handles, index * 5)
  const drafts = [
    ...pending.map((comment) => ({ comment, status: 'pending' as const })),
    ...denied.map((comment) => ({ comment, status: 'denied' as const })),
    ...approved.map((comment) => ({ comment, status: 'approved' as const })),
  ]
  return drafts.map(({ comment: [rating, comment], status }, position) => ({
    ...getItemKey(item),
    author: authors[position % authors.length] ?? '',
    rating,
    comment,
    status,
    isPublic: status === 'approved',
    productName: item.title,
    productImage: getThumbnail(item),
    createdAt: new Date(now - computeHoursAgo(index, position) * HOUR_MS),
  }))
}

/** From some hours ago to more than a year, each review older than the one before it. */
function computeHoursAgo(index: number, position: number): number {
  return 3 + (index % 11) * 5 + position * (29 + (index % 7) * 12) + position ** 3
}

/** The list in another order, the same for the same seed: every k-th item, where k shares no factor with the length. */
function shuffle<T>(list: readonly T[], seed: number): T[] {
  const step = [7, 11, 13, 17].find((prime) => list.length % prime !== 0) ?? 1
  const placed = list.map((_, position) => list[(seed + position * step) % list.length])
  return placed.filter((item) => item !== undefined)
}
