import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockItem } from '#db/queries/item-lock.ts'
import { readKnownItem } from '#db/queries/known-item.ts'
import { readAuthor } from '#db/queries/read-author.ts'
import { reviews } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { stripMarks } from '#shared/format/plain-text.ts'
import type { ReviewDraft } from '../contract.ts'
import { reviewLimits } from '../spec.ts'
import type { StoredReview } from './serialize-review.ts'

type ItemDescription = Pick<StoredReview, 'productName' | 'productImage'>
type SubmitReviewDeps = { db: Db; pictures: ImageRegistry }

/** Stores a member's review; admins moderate it first. */
export async function submitReview(
  deps: SubmitReviewDeps,
  draft: ReviewDraft,
  userId: string,
): Promise<StoredReview> {
  // Before the transaction, because registering an image takes one of its own.
  const described = await describeItem(deps, draft)
  return deps.db.transaction((tx) => storeReview(tx, { draft, described, userId }))
}

/** Name and image of the item: ours, and the client's only if we know nothing. */
async function describeItem(
  { db, pictures }: SubmitReviewDeps,
  draft: ReviewDraft,
): Promise<ItemDescription> {
  const known = await readKnownItem(db, { shopType: draft.store_name, itemId: draft.product_code })
  if (known) return { productName: known.title ?? '', productImage: known.image ?? '' }
  const productImage = pictures.toImageSource(draft.product_img ?? '') ?? ''
  if (productImage) await pictures.keep([productImage], { isClaim: true })
  return { productName: toPlainLine(draft.productName ?? ''), productImage }
}

/** A client's text as one line of plain text: a bad name is no reason to lose the review. */
function toPlainLine(claim: string): string {
  const text = stripMarks(claim.replaceAll(/\s+/g, ' ')).trim()
  return Array.from(text).slice(0, reviewLimits.claim).join('').trim()
}

type ReviewSubmission = { draft: ReviewDraft; described: ItemDescription; userId: string }

async function storeReview(tx: Db, { draft, described, userId }: ReviewSubmission): Promise<StoredReview> {
  const key = { shopType: draft.store_name, itemId: draft.product_code }
  await lockItem(tx, key)
  const author = await readAuthor(tx, userId, 'key share')
  const own = await tx
    .select({ id: reviews.id, status: reviews.status })
    .from(reviews)
    .where(
      and(eq(reviews.userId, userId), eq(reviews.shopType, key.shopType), eq(reviews.itemId, key.itemId)),
    )
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
  const { rating, comment } = draft
  const now = sql<Date>`clock_timestamp()` // the transaction began before its turn came
  const text = {
    author,
    rating,
    comment,
    ...described,
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  } as const
  const open = findReplaceable(own)
  const [row] = open
    ? await tx.update(reviews).set(text).where(eq(reviews.id, open.id)).returning()
    : await tx
        .insert(reviews)
        .values({ ...key, userId, ...text })
        .returning()
  if (!row) throw new Error('The database returned no review.')
  return row
}

/** The version to write over, of those given with the newest first: one that waits, or a last one that was denied. */
function findReplaceable<V extends Pick<StoredReview, 'status'>>(versions: readonly V[]): V | undefined {
  const [newest] = versions
  const waiting = versions.find(({ status }) => status === 'pending')
  return waiting ?? (newest?.status === 'denied' ? newest : undefined)
}
