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
  /** Undefined: as it is. */
  isWanted: boolean | undefined
}

/** What the reviews' photos share with the photos that members submit: uploads, limits, the QC photos' moderation. */
export const reviewPhotoIntake = {
  claimUploads,

  /** Denies a review with new photos when too many of the member, or of all, are pending. */
  assertRoom: (tx: Db, userId: string): Promise<void> => assertMaySubmit(tx, { userId, isAdmin: false }),

  /**
   * Makes the author's photos among the item's QC photos be those of the review, or none: new ones wait for
   * approval, others are removed. Returns the images that were removed, and whether the review's are among
   * the QC photos now. Under the item's lock.
   */
  async showWithQc(
    tx: Db,
    review: ReviewedItem,
    { photos, isWanted }: ShownWithQc,
  ): Promise<{ removed: string[]; isShown: boolean }> {
    const before = await lockReviewSubmissions(tx, review)
    const isShown = (isWanted ?? before.length > 0) && photos.length > 0
    const wanted = new Map(isShown ? photos.map((photo) => [photo.image, photo]) : [])
    const there = before.length === 0 ? [] : await readImages(tx, before)
    const removed = there.filter(({ image }) => !wanted.has(image))
    await removePhotos(tx, before, removed)
    for (const { image } of there) wanted.delete(image)
    if (wanted.size > 0) await addSubmission(tx, review, [...wanted.values()])
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

/** A submission that loses its last photo goes too. */
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
  const [set] = await tx
    .insert(photoSubmissions)
    .values({ shopType, itemId, userId, author, isOfReview: true, createdAt: now, updatedAt: now })
    .returning()
  if (!set) throw new Error('The database returned no row for the photo submission.')
  await tx.insert(qcPhotos).values(toPhotoRows(set, photos))
}
