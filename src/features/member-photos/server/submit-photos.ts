import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { readAuthor } from '#db/queries/read-author.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { photoSubmissions, photoUploads, qcPhotos } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import type { PhotoSubmissionDraft } from '../contract.ts'
import { submissionText } from '../texts-and-limits.ts'
import { assertMaySubmit } from './limits.ts'
import type { SubmissionRow } from './submissions-repository.ts'

/** The submitting member, and the request. */
export type SubmittingActor = Actor & { isAdmin: boolean }
type UploadRow = typeof photoUploads.$inferSelect

/**
 * Creates a submission from uploads of the account. When the same uploads are submitted again, for example after a lost
 * response, the existing submission is returned.
 */
export async function submitPhotos(
  tx: Db,
  draft: PhotoSubmissionDraft,
  { session: { userId }, caller, isAdmin }: SubmittingActor,
): Promise<{ set: SubmissionRow; isNew: boolean }> {
  // Locks the account, so that its submissions can be counted.
  const author = await readAuthor(tx, userId, 'no key update')
  const uploads = await claimUploads(tx, draft.uploads, userId)
  if (uploads.length < draft.uploads.length)
    return { set: await findSubmitted(tx, draft, userId), isNew: false }
  await assertMaySubmit(tx, { userId, isAdmin })
  const key = { shopType: draft.shopType, itemId: draft.productCode }
  const fields = {
    ...key,
    agent: draft.agent ?? null,
    variant: draft.variant ?? null,
    takenAt: draft.takenAt ? new Date(draft.takenAt) : null,
  }
  // now() would be the start of the transaction, before it had the lock. Both times are equal until the first
  // moderation.
  const now = sql<Date>`statement_timestamp()`
  const status = isAdmin ? 'approved' : 'pending'
  const [set] = await tx
    .insert(photoSubmissions)
    .values({ ...fields, userId, author, status, createdAt: now, updatedAt: now })
    .returning()
  if (!set) throw new Error('The database returned no row for the photo submission.')
  await tx.insert(qcPhotos).values(toPhotoRows(set, sortByIds(uploads, draft.uploads)))
  if (isAdmin)
    await recordEvent(tx, {
      type: 'photos-added',
      actorId: userId,
      caller,
      details: { set: set.id, product: `${set.shopType}/${set.itemId}` },
    })
  return { set, isNew: true }
}

/**
 * Deletes and returns all uploads, or none when one is missing. Rows are locked in a fixed order to avoid deadlocks.
 */
export async function claimUploads(tx: Db, ids: readonly string[], userId: string): Promise<UploadRow[]> {
  const isOwnUpload = and(inArray(photoUploads.id, [...ids]), eq(photoUploads.userId, userId))
  const uploads = await tx
    .select()
    .from(photoUploads)
    .where(isOwnUpload)
    .orderBy(asc(photoUploads.id))
    .for('update')
  if (uploads.length < ids.length) return []
  return tx.delete(photoUploads).where(isOwnUpload).returning()
}

/** The submission that was created from exactly these uploads. */
async function findSubmitted(tx: Db, draft: PhotoSubmissionDraft, userId: string): Promise<SubmissionRow> {
  const rows = await tx
    .select({ set: photoSubmissions })
    .from(qcPhotos)
    .innerJoin(photoSubmissions, eq(photoSubmissions.id, qcPhotos.submissionId))
    .where(and(inArray(qcPhotos.id, draft.uploads), eq(photoSubmissions.userId, userId)))
  const [firstRow] = rows
  const areInOneSubmission = firstRow && rows.every(({ set }) => set.id === firstRow.set.id)
  if (areInOneSubmission && isSameItem(firstRow.set, draft) && rows.length === draft.uploads.length) {
    const photos = await tx.$count(qcPhotos, eq(qcPhotos.submissionId, firstRow.set.id))
    if (photos === rows.length) return firstRow.set
  }
  throw new RequestError({ status: 409, message: submissionText.gone, code: 'QC_PHOTO_GONE' })
}

function isSameItem({ shopType, itemId }: SubmissionRow, draft: PhotoSubmissionDraft): boolean {
  return shopType === draft.shopType && itemId === draft.productCode
}

function sortByIds(uploads: readonly UploadRow[], ids: readonly string[]): UploadRow[] {
  const uploadById = new Map(uploads.map((upload) => [upload.id, upload]))
  return ids.flatMap((id) => uploadById.get(id.toLowerCase()) ?? [])
}

type SubmittedPhoto = Pick<UploadRow, 'image' | 'width' | 'height'> & { id?: string }

/**
 * Rows of QC photos. Their ids are those of the uploads, so that a repeated submission is recognized; their times keep
 * the order.
 */
export function toPhotoRows(
  set: SubmissionRow,
  photos: readonly SubmittedPhoto[],
): (typeof qcPhotos.$inferInsert)[] {
  const { id: submissionId, shopType, itemId, agent, variant, takenAt, author } = set
  // The agent did not take the photos, so the column for the agent stays empty.
  const source = agent ? `Photos by ${author}, bought through ${agent}` : `Photos by ${author}`
  return photos.map(({ id, image, width, height }, index) => ({
    ...(id && { id }),
    submissionId,
    shopType,
    itemId,
    source,
    variant,
    takenAt,
    image,
    width,
    height,
    createdAt: new Date(set.createdAt.getTime() + index),
  }))
}
