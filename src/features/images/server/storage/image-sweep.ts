import { and, asc, inArray, like, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { maxUnsavedRows } from '#db/delete-old-rows.ts'
import {
  agents,
  collectionEntries,
  images,
  itemReadings,
  photoUploads,
  productInfos,
  products,
  qcPhotos,
  qcSnapshots,
  reviewPhotos,
  reviews,
} from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'

const unusedRetentionMs = 90 * DAY_MS
const batchSize = 500

/** Five images for each unsaved item; above this the oldest are deleted at any age. */
const maxImages = 5 * maxUnsavedRows
const maxBatchSize = 20_000

type SweepImagesDeps = {
  db: Db
  /** Deletes what was rendered of an image. */
  deleteImage: (source: string) => Promise<void>
}

/** The image sources in all tables. */
export const shownImages = sql`
  select thumbnail as address from ${products}
  union all select jsonb_array_elements_text(pictures) from ${products}
  union all select product_image from ${reviews}
  union all select image from ${agents}
  union all select image from ${qcPhotos}
  union all select image from ${photoUploads}
  union all select image from ${reviewPhotos}
  union all select jsonb_array_elements_text(pictures) from ${itemReadings}
  union all select image from ${collectionEntries}
  union all select jsonb_path_query(photos, '$[*].image') #>> '{}' from ${qcSnapshots}
  union all select jsonb_path_query(info, '$.imgList[*]') #>> '{}' from ${productInfos}
  union all select jsonb_path_query(info, '$.skus[*].imgUrl') #>> '{}' from ${productInfos}`

/** Compared without query strings, because signatures differ; so a few unused images may stay. */
const isNotShown = sql`not exists (
  select from (${shownImages}) shown where split_part(address, '?', 1) = split_part(${images.source}, '?', 1)
)`

/**
 * Deletes registered images of external hosts that were not used for long and that no row contains; returns their
 * number. Each run checks a limited number; images in use are checked again after the same time. When there are too
 * many images, the oldest are deleted at any age.
 */
export async function sweepImages({ db, deleteImage }: SweepImagesDeps, now: Date): Promise<number> {
  const deleted = await db.transaction((tx) => deleteUnused(tx, now))
  for (const source of deleted) await deleteImage(source)
  return deleted.length
}

/** A concurrent registration of a deleted image waits and registers it again. */
async function deleteUnused(tx: Db, now: Date): Promise<string[]> {
  const excess = (await tx.$count(images)) - maxImages
  const isOld = excess > 0 ? undefined : lt(images.lastUsedAt, new Date(now.getTime() - unusedRetentionMs))
  const oldImages = await tx
    .select({ hash: images.hash })
    .from(images)
    .where(and(isOld, like(images.source, 'http%')))
    .orderBy(asc(images.lastUsedAt))
    .limit(Math.min(Math.max(excess, batchSize), maxBatchSize))
    .for('update', { skipLocked: true })
  if (oldImages.length === 0) return []
  const isSelected = inArray(
    images.hash,
    oldImages.map(({ hash }) => hash),
  )
  const deleted = await tx
    .delete(images)
    .where(and(isSelected, isNotShown))
    .returning({ source: images.source })
  await tx.update(images).set({ lastUsedAt: now }).where(isSelected)
  return deleted.map(({ source }) => source)
}
