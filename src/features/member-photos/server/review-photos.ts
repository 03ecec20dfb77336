import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { photoSubmissions, qcPhotos } from '#db/schema.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { assertMaySubmit } from './limits.ts'
import { claimUploads, toPhotoRows } from './submit-photos.ts'
import { updatePhotos } from './update-photos.ts'

type ReviewedItem = ItemKey & { userId: string; author: string }
type ReviewImage = { image: string; width: number; height: number }
type ShownWithQc = {
  photos: readonly ReviewImage[]
  /** Undefined keeps the current state. */
  isWanted: boolean | undefined
}

/** The functions that photos of reviews share with submitted photos: uploads, limits and moderation as QC photos. */
export const reviewPhotoIntake = {
  claimUploads,

  /** Throws a RequestError (429) for a review with new photos when too many of the member, or of all, are pending. */
  assertRoom: (tx: Db, userId: string): Promise<void> => assertMaySubmit(tx, { userId, isAdmin: false }),

  /**
   * Makes the photos of a review the author's QC photos of the item, or removes them: new ones wait for approval.
   * Returns the removed images, and whether the review's photos are QC photos now. The caller must hold the item's
   * lock.
   */
  async showWithQc(
    tx: Db,
    review: ReviewedItem,
    { photos, isWanted }: ShownWithQc,
  ): Promise<{ removed: string[]; isShown: boolean }> {
    const submissionIds = await lockReviewSubmissions(tx, review)
    const isShown = (isWanted ?? submissionIds.length > 0) && photos.length > 0
    const photosToAdd = new Map(isShown ? photos.map((photo) => [photo.image, photo]) : [])
    const currentPhotos = submissionIds.length === 0 ? [] : await readImages(tx, submissionIds)
    const removed = currentPhotos.filter(({ image }) => !photosToAdd.has(image))
    await removePhotos(tx, submissionIds, removed)
    for (const { image } of currentPhotos) photosToAdd.delete(image)
    if (photosToAdd.size > 0) await addSubmission(tx, review, [...photosToAdd.values()])
    if (removed.length > 0) await updatePhotos(tx, review)
    return { removed: removed.map(({ image }) => image), isShown }
  },

  /** Whether photos of the author's review are among the item's QC photos, approved or not. */
  async isShownWithQc(db: Db, review: Omit<ReviewedItem, 'author'>): Promise<boolean> {
    return (await db.$count(photoSubmissions, isOfReview(review))) > 0
  },
}

function isOfReview({ shopType, itemId, userId }: Omit<ReviewedItem, 'author'>) {
  return and(
    eq(photoSubmissions.userId, userId),
    eq(photoSubmissions.shopType, shopType),
    eq(photoSubmissions.itemId, itemId),
    photoSubmissions.isOfReview,
  )
}

async function lockReviewSubmissions(tx: Db, review: ReviewedItem): Promise<string[]> {
  const rows = await tx
    .select({ id: photoSubmissions.id })
    .from(photoSubmissions)
    .where(isOfReview(review))
    .for('update')
  return rows.map(({ id }) => id)
}

function readImages(tx: Db, submissionIds: string[]) {
  const { id, image } = qcPhotos
  return tx.select({ id, image }).from(qcPhotos).where(inArray(qcPhotos.submissionId, submissionIds))
}

/** Deletes photos, and submissions without any remaining photo. */
async function removePhotos(tx: Db, submissionIds: string[], photos: { id: string }[]): Promise<void> {
  if (photos.length === 0) return
  const ids = photos.map(({ id }) => id)
  await tx.delete(qcPhotos).where(inArray(qcPhotos.id, ids))
  const isEmpty = sql`not exists (select from ${qcPhotos} where ${qcPhotos.submissionId} = ${photoSubmissions.id})`
  await tx.delete(photoSubmissions).where(and(inArray(photoSubmissions.id, submissionIds), isEmpty))
}

async function addSubmission(tx: Db, review: ReviewedItem, photos: ReviewImage[]): Promise<void> {
  const now = sql<Date>`statement_timestamp()`
  const { shopType, itemId, userId, author } = review
  const [submission] = await tx
    .insert(photoSubmissions)
    .values({ shopType, itemId, userId, author, isOfReview: true, createdAt: now, updatedAt: now })
    .returning()
  if (!submission) throw new Error('The database returned no row for the photo submission.')
  await tx.insert(qcPhotos).values(toPhotoRows(submission, photos))
}
