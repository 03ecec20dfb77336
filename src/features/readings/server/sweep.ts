import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { removeUnusedImages } from '#db/queries/unused-images.ts'
import { itemReadings } from '#db/schema.ts'
import { uploadRetentionMs } from '../texts-and-limits.ts'

type SweepReadingsDeps = { db: Db; discard: (image: string) => Promise<void> }

/**
 * Deletes the uploaded pictures of readings denied a month ago, and of those pending for two months; their facts stay. Returns
 * the number of deleted images.
 */
export async function sweepReadings({ db, discard }: SweepReadingsDeps, now: Date): Promise<number> {
  const isOld = (status: keyof typeof uploadRetentionMs) =>
    and(
      eq(itemReadings.status, status),
      lt(itemReadings.updatedAt, new Date(now.getTime() - uploadRetentionMs[status])),
    )
  const hasUploads = sql`jsonb_array_length(${itemReadings.uploads}) > 0`
  const unused = await db.transaction(async (tx) => {
    const old = await tx
      .select({ id: itemReadings.id, uploads: itemReadings.uploads })
      .from(itemReadings)
      .where(and(hasUploads, or(isOld('denied'), isOld('pending'))))
      .for('update')
    for (const { id } of old)
      await tx.update(itemReadings).set({ uploads: [] }).where(eq(itemReadings.id, id))
    return removeUnusedImages(
      tx,
      old.flatMap(({ uploads }) => uploads),
    )
  })
  for (const image of unused) await discard(image)
  return unused.length
}
