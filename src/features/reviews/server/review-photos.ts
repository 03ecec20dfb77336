import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { reviewPhotos } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { reviewRefusals } from '../spec.ts'

export type StoredPhoto = typeof reviewPhotos.$inferSelect
type NamedPhoto = Pick<StoredPhoto, 'id' | 'image' | 'width' | 'height'> & { reviewId?: string }
export type PhotosByReview = ReadonlyMap<string, readonly StoredPhoto[]>

/** What the members' photos do for reviews. */
export type ReviewPhotoIntake = {
  /** Takes uploads of the account's own: all of them or none. */
  claimUploads: (tx: Db, ids: readonly string[], userId: string) => Promise<NamedPhoto[]>
  /** Throws when too many photos wait for approval. */
  assertRoom: (tx: Db, userId: string) => Promise<void>
  /** Shows the photos among the item's QC photos, once approved there; undefined leaves it as it is. */
  showWithQc: (
    tx: Db,
    review: ItemKey & { userId: string; author: string },
    shown: { photos: readonly NamedPhoto[]; isWanted: boolean | undefined },
  ) => Promise<{ removed: string[]; isShown: boolean }>
  isShownWithQc: (db: Db, review: ItemKey & { userId: string }) => Promise<boolean>
}

type WantedPhotos = {
  /** Uploads, and photos of the author's versions; undefined: those of the newest version. */
  ids: readonly string[] | undefined
  /** The author's versions of the review, the newest first. */
  versionIds: readonly string[]
  userId: string
}

/** The photos that a review will have, in their order. */
export async function takePhotos(
  tx: Db,
  { ids, versionIds, userId }: WantedPhotos,
  intake: ReviewPhotoIntake,
): Promise<NamedPhoto[]> {
  const own = await readPhotos(tx, versionIds)
  if (!ids) return [...(own.get(versionIds[0] ?? '') ?? [])]
  const known = new Map<string, NamedPhoto>([...own.values()].flat().map((photo) => [photo.id, photo]))
  const wanted = ids.map((id) => id.toLowerCase())
  const added = wanted.filter((id) => !known.has(id))
  if (added.length > 0) {
    await intake.assertRoom(tx, userId)
    for (const upload of await intake.claimUploads(tx, added, userId)) known.set(upload.id, upload)
  }
  const photos = wanted.flatMap((id) => known.get(id) ?? [])
  if (photos.length < wanted.length)
    throw new RequestError({ status: 409, message: reviewRefusals.photoGone, code: 'QC_PHOTO_GONE' })
  if (new Set(photos.map(({ image }) => image)).size < photos.length)
    throw new RequestError({ status: 409, message: reviewRefusals.photoTwice, code: 'QC_PHOTO_GONE' })
  return photos
}

/** Gives a version these photos in place of those it had, whose images are given back. */
export async function storePhotos(
  tx: Db,
  { reviewId, userId }: { reviewId: string; userId: string },
  photos: readonly NamedPhoto[],
): Promise<string[]> {
  const before = await tx.delete(reviewPhotos).where(eq(reviewPhotos.reviewId, reviewId)).returning()
  if (photos.length > 0)
    await tx.insert(reviewPhotos).values(
      photos.map(({ id, image, width, height, reviewId: from = reviewId }, place) => ({
        ...(from === reviewId && { id }), // a photo of another version stays there, too
        reviewId,
        userId,
        place,
        image,
        width,
        height,
      })),
    )
  return before.map(({ image }) => image)
}

/** The photos of reviews, each in its order. */
export async function readPhotos(db: Db, reviewIds: readonly string[]): Promise<PhotosByReview> {
  if (reviewIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(reviewPhotos)
    .where(inArray(reviewPhotos.reviewId, [...reviewIds]))
    .orderBy(asc(reviewPhotos.place))
  return Map.groupBy(rows, ({ reviewId }) => reviewId)
}
