import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { readAuthor } from '#db/queries/read-author.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { photoSubmissions, photoUploads, qcPhotos } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import type { Actor } from '#shared/server/access/actor.ts'
import type { PhotoSubmissionDraft } from '../contract.ts'
import { submissionText } from '../texts-and-limits.ts'
import { assertMaySubmit } from './limits.ts'
import type { SubmissionRow } from './submissions-repository.ts'

/** The submitting member, and the request. */
export type SubmittingActor = Actor & { isAdmin: boolean }
type UploadRow = typeof photoUploads.$inferSelect

/**
 * Makes a submission of uploads, each of which belongs to the account and to no submission yet. The same one
 * submitted again, as after a lost response, is returned unchanged.
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
  const about = {
    ...key,
    agent: draft.agent ?? null,
    variant: draft.variant ?? null,
    takenAt: draft.takenAt ? new Date(draft.takenAt) : null,
  }
  // The transaction began before its turn came. Both times are equal until it is moderated.
  const now = sql<Date>`statement_timestamp()`
  const status = isAdmin ? 'approved' : 'pending'
  const [set] = await tx
    .insert(photoSubmissions)
    .values({ ...about, userId, author, status, createdAt: now, updatedAt: now })
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

/** All of them, or none; who comes second waits for what comes of the first, always in the same order. */
export async function claimUploads(tx: Db, ids: readonly string[], userId: string): Promise<UploadRow[]> {
  const own = and(inArray(photoUploads.id, [...ids]), eq(photoUploads.userId, userId))
  const uploads = await tx.select().from(photoUploads).where(own).orderBy(asc(photoUploads.id)).for('update')
  if (uploads.length < ids.length) return []
  return tx.delete(photoUploads).where(own).returning()
}

/** The set that these very photos have become before. */
async function findSubmitted(tx: Db, draft: PhotoSubmissionDraft, userId: string): Promise<SubmissionRow> {
  const rows = await tx
    .select({ set: photoSubmissions })
    .from(qcPhotos)
    .innerJoin(photoSubmissions, eq(photoSubmissions.id, qcPhotos.submissionId))
    .where(and(inArray(qcPhotos.id, draft.uploads), eq(photoSubmissions.userId, userId)))
  const [first] = rows
  const isOfOne = first && rows.every(({ set }) => set.id === first.set.id)
  if (isOfOne && isSameItem(first.set, draft) && rows.length === draft.uploads.length) {
    const photos = await tx.$count(qcPhotos, eq(qcPhotos.submissionId, first.set.id))
    if (photos === rows.length) return first.set
  }
  throw new RequestError({ status: 409, message: submissionText.gone, code: 'QC_PHOTO_GONE' })
}

function isSameItem({ shopType, itemId }: SubmissionRow, draft: PhotoSubmissionDraft): boolean {
  return shopType === draft.shopType && itemId === draft.productCode
}

function sortByIds(uploads: readonly UploadRow[], ids: readonly string[]): UploadRow[] {
  const byId = new Map(uploads.map((upload) => [upload.id, upload]))
  return ids.flatMap((id) => byId.get(id.toLowerCase()) ?? [])
}

type SubmittedPhoto = Pick<UploadRow, 'image' | 'width' | 'height'> & { id?: string }

/** They keep the uploads' ids, by which a submission is recognized, and their order by their time. */
export function toPhotoRows(
  set: SubmissionRow,
  photos: readonly SubmittedPhoto[],
): (typeof qcPhotos.$inferInsert)[] {
  const { id: submissionId, shopType, itemId, agent, variant, takenAt, author } = set
  // No agent took them, so none stands in the photos' own column.
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
