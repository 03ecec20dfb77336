import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { lockItem } from '#db/queries/item-lock.ts'
import { recomputeRatings } from '#db/queries/ratings.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { reviews } from '#db/schema.ts'
import { markStale } from '#db/transaction-guard.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { RequestError } from '#shared/failure.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import { reviewErrors } from '../texts-and-limits.ts'
import { getReviewQueries } from './review-queries.ts'
import type { StoredReview } from './serialize-review.ts'

export type ReviewStatusChange = {
  id: string
  status: ModerationStatus
  /** The creation time of the version that the admin saw, if sent. */
  seen?: string | undefined
}

/** Sets a review's status, and updates the public version and the ratings in the same transaction. */
export async function setReviewStatus(
  tx: Db,
  { id, status, seen }: ReviewStatusChange,
  actor: Actor,
): Promise<StoredReview> {
  const row = await lockReview(tx, id)
  if (seen !== undefined && Date.parse(seen) !== row.createdAt.getTime())
    throw new RequestError({ status: 409, message: reviewErrors.changed, code: 'REVIEW_CHANGED' })
  if (status === 'approved') await assertNewest(tx, row)
  if (row.status !== status) await applyStatusChange(tx, { row, status }, actor)
  await publishNewest(tx, row)
  await recomputeRatings(tx, row)
  markStale(getReviewQueries(row.itemId))
  return readReview(tx, id)
}

/** Reads the review after locking all reviews of its item. */
async function lockReview(tx: Db, id: string): Promise<StoredReview> {
  const { shopType, itemId } = await readReview(tx, id)
  await lockItem(tx, { shopType, itemId })
  return readReview(tx, id)
}

async function readReview(tx: Db, id: string): Promise<StoredReview> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.id, id))
  if (!row) throw new RequestError({ status: 404, message: reviewErrors.unknown, code: 'REVIEW_NOT_FOUND' })
  return row
}

async function applyStatusChange(
  tx: Db,
  { row, status }: { row: StoredReview; status: ModerationStatus },
  { session, caller }: Actor,
): Promise<void> {
  if (status === 'pending') await assertNonePending(tx, row)
  await tx
    .update(reviews)
    .set({ status, isPublic: false, updatedAt: sql`clock_timestamp()` })
    .where(eq(reviews.id, row.id))
  await recordEvent(tx, {
    type: 'review-moderated',
    actorId: session.userId,
    subjectId: row.userId ?? undefined,
    caller,
    details: { review: row.id, old: row.status, new: status },
  })
}

/** Throws when the author has another pending version of the review. */
async function assertNonePending(tx: Db, row: StoredReview): Promise<void> {
  if (row.userId === null) return
  const isPending = and(isBySameAuthor(row, row.userId), eq(reviews.status, 'pending'))
  if ((await tx.$count(reviews, isPending)) > 0)
    throw new RequestError({ status: 409, message: reviewErrors.alreadyWaiting, code: 'REVIEW_WAITING' })
}

/** Throws when a newer version of the author is approved: approving this one would not make it public. */
async function assertNewest(tx: Db, row: StoredReview): Promise<void> {
  if (row.userId === null) return
  const isNewer = sql`(${reviews.createdAt}, ${reviews.id}) > (select created_at, id from ${reviews} where id = ${row.id})`
  const isApproved = eq(reviews.status, 'approved')
  if ((await tx.$count(reviews, and(isBySameAuthor(row, row.userId), isApproved, isNewer))) > 0)
    throw new RequestError({ status: 409, message: reviewErrors.superseded, code: 'REVIEW_SUPERSEDED' })
}

/** Makes the author's newest approved version public; a review without an account has only one version. */
async function publishNewest(tx: Db, row: StoredReview): Promise<void> {
  const isSameReview = row.userId === null ? eq(reviews.id, row.id) : isBySameAuthor(row, row.userId)
  const [newest] = await tx
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(isSameReview, eq(reviews.status, 'approved')))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(1)
  const isOlder = newest && ne(reviews.id, newest.id)
  // The old version is unpublished first, because the unique index allows only one public version at a time.
  await tx
    .update(reviews)
    .set({ isPublic: false, updatedAt: sql`clock_timestamp()` })
    .where(and(isSameReview, isOlder, reviews.isPublic))
  if (newest) await tx.update(reviews).set({ isPublic: true }).where(eq(reviews.id, newest.id))
}

function isBySameAuthor({ shopType, itemId }: StoredReview, userId: string) {
  return and(eq(reviews.userId, userId), eq(reviews.shopType, shopType), eq(reviews.itemId, itemId))
}
