import { and, eq, inArray, lt, ne, not, or, type SQL } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { removeUnusedImages } from '#db/queries/unused-images.ts'
import { photoSubmissions, photoUploads, qcPhotos, reviewPhotos, reviews } from '#db/schema.ts'
import { submissionRetentionMs } from '../texts-and-limits.ts'

type SweepSubmissionsDeps = { db: Db; discard: (image: string) => Promise<void> }

/**
 * Deletes uploads that were not submitted within an hour, submissions denied a month ago, and those pending for two
 * months; also the photos of reviews that are not public, after the same times. Returns the number of deleted images.
 * Rows are deleted first: a remaining file without a row is deleted by the sweep of uploads.
 */
export async function sweepSubmissions({ db, discard }: SweepSubmissionsDeps, now: Date): Promise<number> {
  const getCutoff = (retentionMs: number) => new Date(now.getTime() - retentionMs)
  const { unused, denied, pending } = submissionRetentionMs
  const unusedImages = await db.transaction(async (tx) => {
    const uploads = await tx
      .delete(photoUploads)
      .where(lt(photoUploads.createdAt, getCutoff(unused)))
      .returning({ image: photoUploads.image })
    const hasExpired = (status: 'denied' | 'pending', retentionMs: number) =>
      and(eq(photoSubmissions.status, status), lt(photoSubmissions.updatedAt, getCutoff(retentionMs)))
    const submitted = await removeSets(tx, or(hasExpired('denied', denied), hasExpired('pending', pending)))
    const ofReviews = await removeReviewPhotos(
      tx,
      or(
        and(ne(reviews.status, 'pending'), lt(reviews.updatedAt, getCutoff(denied))),
        and(eq(reviews.status, 'pending'), lt(reviews.updatedAt, getCutoff(pending))),
      ),
    )
    return removeUnusedImages(
      tx,
      [...uploads, ...submitted, ...ofReviews].map(({ image }) => image),
    )
  })
  for (const image of unusedImages) await discard(image)
  return unusedImages.length
}

/** Photos of versions that are not public: denied, pending, or replaced by a newer one. */
async function removeReviewPhotos(tx: Db, where: SQL | undefined): Promise<{ image: string }[]> {
  const hasPhotos = inArray(reviews.id, tx.select({ id: reviewPhotos.reviewId }).from(reviewPhotos))
  const expired = await tx
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(not(reviews.isPublic), where, hasPhotos))
    .for('update')
  const ids = expired.map(({ id }) => id)
  if (ids.length === 0) return []
  return tx
    .delete(reviewPhotos)
    .where(inArray(reviewPhotos.reviewId, ids))
    .returning({ image: reviewPhotos.image })
}

async function removeSets(tx: Db, where: SQL | undefined): Promise<{ image: string }[]> {
  const expired = await tx
    .select({ id: photoSubmissions.id })
    .from(photoSubmissions)
    .where(where)
    .for('update')
  const ids = expired.map(({ id }) => id)
  if (ids.length === 0) return []
  const photos = await tx
    .delete(qcPhotos)
    .where(inArray(qcPhotos.submissionId, ids))
    .returning({ image: qcPhotos.image })
  await tx.delete(photoSubmissions).where(inArray(photoSubmissions.id, ids))
  return photos
}
