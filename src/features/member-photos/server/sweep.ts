import { and, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { photoSubmissions, photoUploads, qcPhotos } from '#db/schema.ts'
import { submissionRetentionMs } from '../spec.ts'

type SweepSubmissionsDeps = { db: Db; discard: (image: string) => Promise<void> }

/**
 * Deletes photos that were not submitted within the hour, submissions denied a month ago, and those pending
 * for two; returns how many photos were deleted. The rows go first: a file left behind belongs to no row, and
 * the sweep of uploads deletes it.
 */
export async function sweepSubmissions({ db, discard }: SweepSubmissionsDeps, now: Date): Promise<number> {
  const getCutoff = (life: number) => new Date(now.getTime() - life)
  const unused = await db
    .delete(photoUploads)
    .where(lt(photoUploads.createdAt, getCutoff(submissionRetentionMs.unused)))
    .returning({ image: photoUploads.image })
  const hasBeen = (status: 'denied' | 'pending') =>
    and(
      eq(photoSubmissions.status, status),
      lt(photoSubmissions.updatedAt, getCutoff(submissionRetentionMs[status])),
    )
  const expired = await db.transaction((tx) => removeSets(tx, or(hasBeen('denied'), hasBeen('pending'))))
  const gone = [...unused, ...expired]
  for (const { image } of gone) await discard(image)
  return gone.length
}

async function removeSets(tx: Db, where: SQL | undefined): Promise<{ image: string }[]> {
  const old = await tx.select({ id: photoSubmissions.id }).from(photoSubmissions).where(where).for('update')
  const ids = old.map(({ id }) => id)
  if (ids.length === 0) return []
  const photos = await tx
    .delete(qcPhotos)
    .where(inArray(qcPhotos.submissionId, ids))
    .returning({ image: qcPhotos.image })
  await tx.delete(photoSubmissions).where(inArray(photoSubmissions.id, ids))
  return photos
}
