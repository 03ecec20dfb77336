import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { deleteOldRows } from '#db/delete-old-rows.ts'
import { updateShownVariant } from '#db/queries/shown-variant.ts'
import { qcSnapshots } from '#db/schema.ts'
import { getImageIdentity } from '#features/images/image-identity.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { DAY_MS } from '#shared/time.ts'
import type { SourcePhoto } from '../source-photo.ts'

export type QcSnapshot = { source: string; photos: SourcePhoto[]; fetchedAt: Date }

/** How long a stored copy is better than nothing, in ms. */
const snapshotLifetimeMs = 30 * DAY_MS

/**
 * Stores a source's answer about an item. An empty one does not replace an earlier valid copy with photos: a
 * source may have lost its index, and such a copy is shown only where the source fails.
 */
export async function saveSnapshot(
  db: Db,
  key: ItemKey,
  { source, photos, fetchedAt }: QcSnapshot,
): Promise<void> {
  const isNoLoss = or(
    eq(sql`jsonb_array_length(${qcSnapshots.photos})`, 0),
    lt(qcSnapshots.fetchedAt, new Date(fetchedAt.getTime() - snapshotLifetimeMs)),
  )
  await db
    .insert(qcSnapshots)
    .values({ ...key, source, photos, fetchedAt })
    .onConflictDoUpdate({
      target: [qcSnapshots.shopType, qcSnapshots.itemId, qcSnapshots.source],
      set: { photos, fetchedAt },
      ...(photos.length === 0 && isNoLoss && { setWhere: isNoLoss }),
    })
}

/**
 * How many of these photos no source had before. A source's first answer about an item contains nothing new:
 * it may have had it all along.
 */
export async function countNewPhotos(
  db: Db,
  { shopType, itemId }: ItemKey,
  { source, photos }: Pick<QcSnapshot, 'source' | 'photos'>,
): Promise<number> {
  const rows = await db
    .select({ source: qcSnapshots.source, photos: qcSnapshots.photos })
    .from(qcSnapshots)
    .where(and(eq(qcSnapshots.shopType, shopType), eq(qcSnapshots.itemId, itemId)))
  if (!rows.some((row) => row.source === source)) return 0
  return getPhotoNames(photos).difference(getPhotoNames(rows.flatMap((row) => row.photos))).size
}

function getPhotoNames(photos: readonly SourcePhoto[]): Set<string> {
  return new Set(photos.map(({ image }) => getImageIdentity(image)))
}

/** The sources' last answers about an item, as far as they are still valid. */
export async function readSnapshots(
  db: Db,
  { shopType, itemId }: ItemKey,
  now: number,
): Promise<QcSnapshot[]> {
  return db
    .select({ source: qcSnapshots.source, photos: qcSnapshots.photos, fetchedAt: qcSnapshots.fetchedAt })
    .from(qcSnapshots)
    .where(
      and(
        eq(qcSnapshots.shopType, shopType),
        eq(qcSnapshots.itemId, itemId),
        gt(qcSnapshots.fetchedAt, new Date(now - snapshotLifetimeMs)),
      ),
    )
}

/**
 * Deletes expired copies, and the oldest above the maximum, so that lookups of unvisited items leave nothing
 * behind.
 */
export async function sweepSnapshots(
  { db, invalidation }: { db: Db; invalidation: Pick<Invalidation, 'publish'> },
  now: Date,
): Promise<void> {
  const { shopType, itemId, fetchedAt } = qcSnapshots
  const gone = await db
    .delete(qcSnapshots)
    .where(lt(fetchedAt, new Date(now.getTime() - snapshotLifetimeMs)))
    .returning({ shopType, itemId })
  for (const item of gone) {
    await invalidation.publish(await db.transaction((tx) => updateShownVariant(tx, item)))
  }
  await deleteOldRows(db, qcSnapshots, qcSnapshots.fetchedAt)
}
