import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { lockItem } from '#db/queries/item-lock.ts'
import { recomputeRatings } from '#db/queries/ratings.ts'
import { removeUnusedImages } from '#db/queries/unused-images.ts'
import { reviews } from '#db/schema.ts'
import { markStale } from '#db/transaction-guard.ts'
import { RequestError } from '#shared/failure.ts'
import { reviewErrors } from '../texts-and-limits.ts'
import { type ReviewPhotoIntake, readPhotos } from './review-photos.ts'
import { getReviewQueries } from './review-queries.ts'
import type { StoredReview } from './serialize-review.ts'
import { readVersions } from './submit-review.ts'

/**
 * Deletes all versions of the author's review, selected by the id of any version, with its photos and QC photos.
 * Throws 404 for another account's review. Returns the images that no row uses any more.
 */
export async function deleteReview(
  tx: Db,
  { id, userId }: { id: string; userId: string },
  intake: Pick<ReviewPhotoIntake, 'showWithQc'>,
): Promise<string[]> {
  const { shopType, itemId } = await readOwn(tx, { id, userId })
  await lockItem(tx, { shopType, itemId })
  const row = await readOwn(tx, { id, userId })
  const ids = (await readVersions(tx, { ...row, userId })).map((version) => version.id)
  const photos = [...(await readPhotos(tx, ids)).values()].flat()
  const { removed } = await intake.showWithQc(tx, { ...row, userId }, { photos: [], isWanted: false })
  await tx.delete(reviews).where(inArray(reviews.id, ids))
  await recomputeRatings(tx, row)
  markStale(getReviewQueries(row.itemId))
  return removeUnusedImages(tx, [...photos.map(({ image }) => image), ...removed])
}

async function readOwn(tx: Db, { id, userId }: { id: string; userId: string }): Promise<StoredReview> {
  const [row] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.id, id), eq(reviews.userId, userId)))
  if (!row) throw new RequestError({ status: 404, message: reviewErrors.unknown, code: 'REVIEW_NOT_FOUND' })
  return row
}
