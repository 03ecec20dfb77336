import { and, asc, inArray, like, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { maxUnsavedRows } from '#db/delete-old-rows.ts'
import {
  agents,
  collectionEntries,
  images,
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

/** Five for each item that is known without being saved; above it the oldest are deleted at any age. */
const maxImages = 5 * maxUnsavedRows
const maxBatchSize = 20_000

type SweepImagesDeps = {
  db: Db
  /** Deletes what was rendered of an image. */
  forget: (source: string) => Promise<void>
}

/** All that rows show. */
export const shownImages = sql`
  select thumbnail as address from ${products}
  union all select jsonb_array_elements_text(pictures) from ${products}
  union all select product_image from ${reviews}
  union all select image from ${agents}
  union all select image from ${qcPhotos}
  union all select image from ${photoUploads}
  union all select image from ${reviewPhotos}
  union all select image from ${collectionEntries}
  union all select jsonb_path_query(photos, '$[*].image') #>> '{}' from ${qcSnapshots}
  union all select jsonb_path_query(info, '$.imgList[*]') #>> '{}' from ${productInfos}
  union all select jsonb_path_query(info, '$.skus[*].imgUrl') #>> '{}' from ${productInfos}`

/** Compared without queries, because signatures differ; that keeps a few too many. */
const isNotShown = sql`not exists (
  select from (${shownImages}) shown where split_part(address, '?', 1) = split_part(${images.source}, '?', 1)
)`

/**
 * Deletes registered images of others that were not registered for long and that no row shows, and returns
 * how many. A bounded number is checked in one run, and those that are shown not again for as long; of too
 * many the oldest are deleted at any age.
 */
export async function sweepImages({ db, forget }: SweepImagesDeps, now: Date): Promise<number> {
  const gone = await db.transaction((tx) => removeForgotten(tx, now))
  for (const source of gone) await forget(source)
  return gone.length
}

/** A concurrent registration waits, and registers it anew. */
async function removeForgotten(tx: Db, now: Date): Promise<string[]> {
  const excess = (await tx.$count(images)) - maxImages
  const isOld = excess > 0 ? undefined : lt(images.lastUsedAt, new Date(now.getTime() - unusedRetentionMs))
  const old = await tx
    .select({ hash: images.hash })
    .from(images)
    .where(and(isOld, like(images.source, 'http%')))
    .orderBy(asc(images.lastUsedAt))
    .limit(Math.min(Math.max(excess, batchSize), maxBatchSize))
    .for('update', { skipLocked: true })
  if (old.length === 0) return []
  const isMeant = inArray(
    images.hash,
    old.map(({ hash }) => hash),
  )
  const gone = await tx.delete(images).where(and(isMeant, isNotShown)).returning({ source: images.source })
  await tx.update(images).set({ lastUsedAt: now }).where(isMeant)
  return gone.map(({ source }) => source)
}
