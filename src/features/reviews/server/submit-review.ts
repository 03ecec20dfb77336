import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { lockItem } from '#db/queries/item-lock.ts'
import { readKnownItem } from '#db/queries/known-item.ts'
import { readAuthor } from '#db/queries/read-author.ts'
import { removeUnusedImages } from '#db/queries/unused-images.ts'
import { reviews } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { capMarks } from '#shared/format/cap-marks.ts'
import { stripMarks } from '#shared/format/plain-text.ts'
import type { ReviewDraft } from '../contract.ts'
import { reviewLimits } from '../texts-and-limits.ts'
import { claimPhotos, type ReviewPhotoIntake, storePhotos } from './review-photos.ts'
import type { StoredReview } from './serialize-review.ts'

type ItemDescription = Pick<StoredReview, 'productName' | 'productImage'>
type SubmitReviewDeps = { db: Db; pictures: ImageRegistry; intake: ReviewPhotoIntake }
/** `unusedImages`: images that no row uses any more. */
export type SubmittedReview = { row: StoredReview; unusedImages: string[] }

/** Stores a member's review; admins moderate it first. */
export async function submitReview(
  deps: SubmitReviewDeps,
  draft: ReviewDraft,
  userId: string,
): Promise<SubmittedReview> {
  // Before the transaction: registering an image uses its own transaction.
  const itemDescription = await describeItem(deps, draft)
  return deps.db.transaction((tx) => storeReview(tx, { draft, itemDescription, userId }, deps.intake))
}

/** Name and image of the item from stored data, or from the client for an unknown item. */
async function describeItem(
  { db, pictures }: SubmitReviewDeps,
  draft: ReviewDraft,
): Promise<ItemDescription> {
  const knownItem = await readKnownItem(db, { shopType: draft.store_name, itemId: draft.product_code })
  if (knownItem) return { productName: knownItem.title ?? '', productImage: knownItem.image ?? '' }
  const productImage = pictures.toImageSource(draft.product_img ?? '') ?? ''
  if (productImage) await pictures.register([productImage], { isClaim: true })
  return { productName: toPlainLine(draft.productName ?? ''), productImage }
}

/** Converts a client's text to one line of plain text instead of rejecting the review. */
function toPlainLine(claim: string): string {
  const text = capMarks(stripMarks(claim.replaceAll(/\s+/g, ' '))).trim()
  return Array.from(text).slice(0, reviewLimits.claim).join('').trim()
}

type ReviewSubmission = { draft: ReviewDraft; itemDescription: ItemDescription; userId: string }

async function storeReview(
  tx: Db,
  { draft, itemDescription, userId }: ReviewSubmission,
  intake: ReviewPhotoIntake,
): Promise<SubmittedReview> {
  const key = { shopType: draft.store_name, itemId: draft.product_code }
  await lockItem(tx, key)
  // Locks the account, so that its photos can be counted.
  const author = await readAuthor(tx, userId, draft.photos ? 'no key update' : 'key share')
  const versions = await readVersions(tx, { ...key, userId })
  const versionIds = versions.map(({ id }) => id)
  const photos = await claimPhotos(tx, { ids: draft.photos, versionIds, userId }, intake)
  const { removed } = await intake.showWithQc(
    tx,
    { ...key, userId, author },
    { photos, isWanted: draft.showWithQc },
  )
  const { rating, comment } = draft
  const now = sql<Date>`clock_timestamp()` // not now(): the transaction may have waited for the lock
  const text = {
    author,
    rating,
    comment,
    ...itemDescription,
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  } as const
  const replaceable = findReplaceable(versions)
  const [row] = replaceable
    ? await tx.update(reviews).set(text).where(eq(reviews.id, replaceable.id)).returning()
    : await tx
        .insert(reviews)
        .values({ ...key, userId, ...text })
        .returning()
  if (!row) throw new Error('The database returned no row for the written review.')
  const replaced = await storePhotos(tx, { reviewId: row.id, userId }, photos)
  const unusedImages = await removeUnusedImages(tx, [...replaced, ...removed])
  return { row, unusedImages }
}

/** The author's versions of a review, the newest first. */
export function readVersions(
  db: Db,
  { shopType, itemId, userId }: Pick<StoredReview, 'shopType' | 'itemId'> & { userId: string },
): Promise<StoredReview[]> {
  return db
    .select()
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.shopType, shopType), eq(reviews.itemId, itemId)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
}

/** The version to overwrite: a pending one, or the newest if it was denied. Expects the newest first. */
function findReplaceable<V extends Pick<StoredReview, 'status'>>(versions: readonly V[]): V | undefined {
  const [newest] = versions
  const waiting = versions.find(({ status }) => status === 'pending')
  return waiting ?? (newest?.status === 'denied' ? newest : undefined)
}
