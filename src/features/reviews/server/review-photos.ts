import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { reviewPhotos } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { reviewErrors } from '../texts-and-limits.ts'

export type StoredPhoto = typeof reviewPhotos.$inferSelect
type NamedPhoto = Pick<StoredPhoto, 'id' | 'image' | 'width' | 'height'> & { reviewId?: string }
export type PhotosByReview = ReadonlyMap<string, readonly StoredPhoto[]>

/** The functions of members' photos that reviews use. */
export type ReviewPhotoIntake = {
  /** Claims the account's own uploads: all of them or none. */
  claimUploads: (tx: Db, ids: readonly string[], userId: string) => Promise<NamedPhoto[]>
  /** Throws when too many photos wait for approval. */
  assertRoom: (tx: Db, userId: string) => Promise<void>
  /** Adds the photos to or removes them from the item's QC photos; undefined does not change that. */
  showWithQc: (
    tx: Db,
    review: ItemKey & { userId: string; author: string },
    selection: { photos: readonly NamedPhoto[]; isWanted: boolean | undefined },
  ) => Promise<{ removed: string[]; isShown: boolean }>
  isShownWithQc: (db: Db, review: ItemKey & { userId: string }) => Promise<boolean>
}

type WantedPhotos = {
  /** Ids of uploads and of photos of earlier versions; undefined for the photos of the newest version. */
  ids: readonly string[] | undefined
  /** The author's versions of the review, the newest first. */
  versionIds: readonly string[]
  userId: string
}

/** Claims the photos of a review, in order. */
export async function claimPhotos(
  tx: Db,
  { ids, versionIds, userId }: WantedPhotos,
  intake: ReviewPhotoIntake,
): Promise<NamedPhoto[]> {
  const photosByVersion = await readPhotos(tx, versionIds)
  if (!ids) return [...(photosByVersion.get(versionIds[0] ?? '') ?? [])]
  const photosById = new Map<string, NamedPhoto>(
    [...photosByVersion.values()].flat().map((photo) => [photo.id, photo]),
  )
  const wantedIds = ids.map((id) => id.toLowerCase())
  const newIds = wantedIds.filter((id) => !photosById.has(id))
  if (newIds.length > 0) {
    await intake.assertRoom(tx, userId)
    for (const upload of await intake.claimUploads(tx, newIds, userId)) photosById.set(upload.id, upload)
  }
  const photos = wantedIds.flatMap((id) => photosById.get(id) ?? [])
  if (photos.length < wantedIds.length)
    throw new RequestError({ status: 409, message: reviewErrors.photoGone, code: 'QC_PHOTO_GONE' })
  if (new Set(photos.map(({ image }) => image)).size < photos.length)
    throw new RequestError({ status: 409, message: reviewErrors.photoTwice, code: 'QC_PHOTO_GONE' })
  return photos
}

/** Replaces the photos of a version; returns the images of the previous ones. */
export async function storePhotos(
  tx: Db,
  { reviewId, userId }: { reviewId: string; userId: string },
  photos: readonly NamedPhoto[],
): Promise<string[]> {
  const previous = await tx.delete(reviewPhotos).where(eq(reviewPhotos.reviewId, reviewId)).returning()
  if (photos.length > 0)
    await tx.insert(reviewPhotos).values(
      photos.map(({ id, image, width, height, reviewId: from = reviewId }, index) => ({
        ...(from === reviewId && { id }), // a photo of another version is copied with a new id
        reviewId,
        userId,
        place: index,
        image,
        width,
        height,
      })),
    )
  return previous.map(({ image }) => image)
}

/** The photos of reviews, in order. */
export async function readPhotos(db: Db, reviewIds: readonly string[]): Promise<PhotosByReview> {
  if (reviewIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(reviewPhotos)
    .where(inArray(reviewPhotos.reviewId, [...reviewIds]))
    .orderBy(asc(reviewPhotos.place))
  return Map.groupBy(rows, ({ reviewId }) => reviewId)
}
