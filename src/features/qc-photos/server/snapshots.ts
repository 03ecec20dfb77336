import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { deleteOldRows } from '#db/delete-old-rows.ts'
import { updateShownVariant } from '#db/queries/shown-variant.ts'
import { qcSnapshots } from '#db/schema.ts'
import { getImageIdentity } from '#features/images/image-identity.ts'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { DAY_MS } from '#shared/time.ts'

export type QcSnapshot = { source: string; photos: SourcePhoto[]; fetchedAt: Date }

/** How long a stored copy is used when the source fails. */
const snapshotLifetimeMs = 30 * DAY_MS

/**
 * Stores a source's photos of an item. An empty list does not replace a valid copy with photos, because the source may
 * have lost its index; the copy is shown only when the source fails.
 */
export async function saveSnapshot(
  db: Db,
  key: ItemKey,
  { source, photos, fetchedAt }: QcSnapshot,
): Promise<void> {
  const isReplaceable = or(
    eq(sql`jsonb_array_length(${qcSnapshots.photos})`, 0),
    lt(qcSnapshots.fetchedAt, new Date(fetchedAt.getTime() - snapshotLifetimeMs)),
  )
  await db
    .insert(qcSnapshots)
    .values({ ...key, source, photos, fetchedAt })
    .onConflictDoUpdate({
      target: [qcSnapshots.shopType, qcSnapshots.itemId, qcSnapshots.source],
      set: { photos, fetchedAt },
      ...(photos.length === 0 && isReplaceable && { setWhere: isReplaceable }),
    })
}

/**
 * Counts the photos that no source had before. Photos in a source's first response about an item are not new: the
 * source may have had them for a long time.
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

/** The stored photos of an item that are still valid, by source. */
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
 * Deletes expired copies, and the oldest above the maximum, so that lookups do not fill the database.
 */
export async function sweepSnapshots(db: Db, now: Date): Promise<void> {
  const { shopType, itemId, fetchedAt } = qcSnapshots
  const deletedItems = await db
    .delete(qcSnapshots)
    .where(lt(fetchedAt, new Date(now.getTime() - snapshotLifetimeMs)))
    .returning({ shopType, itemId })
  for (const item of deletedItems) {
    await db.transaction((tx) => updateShownVariant(tx, item))
  }
  await deleteOldRows(db, qcSnapshots, qcSnapshots.fetchedAt)
}
