import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { qcSnapshots } from '#db/schema.ts'
import type { SourcePhoto } from '../source-photo.ts'
import type { ItemKey } from './qc-source.ts'

export type Snapshot = { source: string; photos: SourcePhoto[]; fetchedAt: Date }

/** How long a stored copy is better than nothing, in ms. */
export const snapshotLife = 30 * 86_400_000

/**
 * Stores what a source said of an item. That it has none now takes nothing from an earlier copy with photos that still
 * counts: a source may have lost its index, and such a copy is shown only where the source fails.
 */
export async function keepSnapshot(
  db: Db,
  key: ItemKey,
  { source, photos, fetchedAt }: Snapshot,
): Promise<void> {
  const isNoLoss = or(
    eq(sql`jsonb_array_length(${qcSnapshots.photos})`, 0),
    lt(qcSnapshots.fetchedAt, new Date(fetchedAt.getTime() - snapshotLife)),
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

/** What the sources last said of an item, as far as it still counts. */
export async function readSnapshots(db: Db, { shopType, itemId }: ItemKey, now: number): Promise<Snapshot[]> {
  return db
    .select({ source: qcSnapshots.source, photos: qcSnapshots.photos, fetchedAt: qcSnapshots.fetchedAt })
    .from(qcSnapshots)
    .where(
      and(
        eq(qcSnapshots.shopType, shopType),
        eq(qcSnapshots.itemId, itemId),
        gt(qcSnapshots.fetchedAt, new Date(now - snapshotLife)),
      ),
    )
}
