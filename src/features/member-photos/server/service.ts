import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { removeUnusedImages } from '#db/queries/unused-images.ts'
import { photoSubmissions, qcPhotos, reviewPhotos } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import type { SessionRef } from '#shared/contract.ts'
import { RequestError } from '#shared/failure.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import type { RateLimits } from '#shared/server/access/rate-limits.ts'
import type { PhotoSubmission, PhotoSubmissionDraft } from '../contract.ts'
import { submissionLimits, submissionText } from '../texts-and-limits.ts'
import { readSubmission, readSubmissions, type SubmissionRow } from './submissions-repository.ts'
import { type SubmittingActor, submitPhotos } from './submit-photos.ts'
import { updatePhotos } from './update-photos.ts'

export type PhotoSubmissionService = ReturnType<typeof createPhotoSubmissions>

export type PhotoSubmissionsDeps = {
  db: Db
  pictures: Pick<ImageRegistry, 'toImageUrl' | 'toPrivateImageUrl'>
  limits: Pick<RateLimits, 'count'>
  /** Deletes an unused image with its rendered copies. */
  discard: (image: string) => Promise<void>
  /** Called in the transaction that makes photos of an item public for the first time. */
  onNewPhotos: (tx: Db, item: ItemKey, photos: { count: number; uploader: string | null }) => Promise<void>
}
export type SubmissionStatusChange = { id: string; status: ModerationStatus; seen?: string | undefined }

const newestFirst = [desc(photoSubmissions.createdAt), desc(photoSubmissions.id)]
/** The maximum number of listed submissions of one account and item. */
const maxShownToAuthor = 20

type SubmissionPageRequest = { status?: ModerationStatus | undefined; page?: number | undefined }

/** Members' photo submissions: their pending ones, and their moderation. */
export function createPhotoSubmissions({ db, pictures, limits, discard, onNewPhotos }: PhotoSubmissionsDeps) {
  const deps = { db, pictures }

  return {
    /** Submits the member's own uploads. */
    async create(draft: PhotoSubmissionDraft, actor: SubmittingActor): Promise<PhotoSubmission> {
      await limits.count('createQcSet', actor.session.userId, submissionLimits.setsPerHour)
      const { id } = await db.transaction(async (tx) => {
        const { set, isNew } = await submitPhotos(tx, draft, actor)
        if (!isNew || set.status !== 'approved') return set
        await updatePhotos(tx, set)
        await notifyFirstShown(tx, set, onNewPhotos)
        return set
      })
      return readSubmission(deps, id)
    },

    /** An account's pending submissions for an item. */
    ofAccount: (item: ItemKey, { userId }: SessionRef): Promise<PhotoSubmission[]> =>
      readPendingSubmissions(deps, item, userId),

    /** One page of submissions for admins. */
    list: (request: SubmissionPageRequest) => readSubmissionPage(deps, request),

    /** Changes the status of a submission. */
    async moderate(change: SubmissionStatusChange, actor: Actor): Promise<PhotoSubmission> {
      await db.transaction(async (tx) => {
        const before = await moderate(tx, change, actor)
        await updatePhotos(tx, before)
        const isFirst = before.createdAt.getTime() === before.updatedAt.getTime()
        if (isFirst && change.status === 'approved' && before.status !== 'approved')
          await notifyFirstShown(tx, before, onNewPhotos)
      })
      return readSubmission(deps, change.id)
    },

    /** Deletes a submission with its photos. */
    async remove(id: string, actor: Actor): Promise<void> {
      const deletedImages = await db.transaction((tx) => deleteSubmission(tx, id, actor))
      // Files that cannot be deleted now are deleted by the sweep.
      await Promise.allSettled(deletedImages.map(discard))
    },
  }
}

type SubmissionReader = Pick<PhotoSubmissionsDeps, 'db' | 'pictures'>

function readPendingSubmissions(
  reader: SubmissionReader,
  { shopType, itemId }: ItemKey,
  userId: string,
): Promise<PhotoSubmission[]> {
  return readSubmissions(reader, {
    where: and(
      eq(photoSubmissions.userId, userId),
      eq(photoSubmissions.shopType, shopType),
      eq(photoSubmissions.itemId, itemId),
      eq(photoSubmissions.status, 'pending'),
    ),
    orderBy: newestFirst,
    limit: maxShownToAuthor,
  })
}

async function readSubmissionPage(reader: SubmissionReader, { status, page = 1 }: SubmissionPageRequest) {
  const where = status && eq(photoSubmissions.status, status)
  const { page: size } = submissionLimits
  const [items, total] = await Promise.all([
    readSubmissions(reader, { where, orderBy: newestFirst, limit: size, offset: (page - 1) * size }),
    reader.db.$count(photoSubmissions, where),
  ])
  return { items, total }
}

async function notifyFirstShown(
  tx: Db,
  set: SubmissionRow,
  onNewPhotos: PhotoSubmissionsDeps['onNewPhotos'],
): Promise<void> {
  const count = await tx.$count(qcPhotos, eq(qcPhotos.submissionId, set.id))
  await onNewPhotos(tx, set, { count, uploader: set.userId })
}

async function lockSubmission(tx: Db, id: string): Promise<SubmissionRow> {
  const [row] = await tx.select().from(photoSubmissions).where(eq(photoSubmissions.id, id)).for('update')
  if (!row) throw new RequestError({ status: 404, message: submissionText.unknown, code: 'QC_SET_NOT_FOUND' })
  return row
}

/** Changes the status, and returns the submission as it was before. */
async function moderate(
  tx: Db,
  { id, status, seen }: SubmissionStatusChange,
  actor: Actor,
): Promise<SubmissionRow> {
  const row = await lockSubmission(tx, id)
  if (row.status === status) return row
  if (seen !== undefined && Date.parse(seen) !== row.updatedAt.getTime())
    throw new RequestError({ status: 409, message: submissionText.changed, code: 'QC_SET_CHANGED' })
  await tx
    .update(photoSubmissions)
    .set({ status, updatedAt: sql`clock_timestamp()` })
    .where(eq(photoSubmissions.id, id))
  const details = { set: id, old: row.status, new: status }
  await recordSubmissionEvent(tx, { type: 'photos-moderated', row, details }, actor)
  return row
}

/**
 * Deletes the rows of a submission, of its photos, and of the same photos in a review; their URLs become invalid.
 * Returns the unused images.
 */
async function deleteSubmission(tx: Db, id: string, actor: Actor): Promise<string[]> {
  const set = await lockSubmission(tx, id)
  const photos = await tx.delete(qcPhotos).where(eq(qcPhotos.submissionId, id)).returning()
  await tx.delete(photoSubmissions).where(eq(photoSubmissions.id, id))
  await updatePhotos(tx, set)
  const visibleImages = photos.map(({ image }) => image)
  await tx.delete(reviewPhotos).where(inArray(reviewPhotos.image, visibleImages))
  const deletedImages = await removeUnusedImages(tx, visibleImages)
  const details = { set: id, product: `${set.shopType}/${set.itemId}`, photos: String(deletedImages.length) }
  await recordSubmissionEvent(tx, { type: 'photos-deleted', row: set, details }, actor)
  return deletedImages
}

type SubmissionEvent = {
  type: 'photos-moderated' | 'photos-deleted'
  row: SubmissionRow
  details: Record<string, string>
}

function recordSubmissionEvent(
  tx: Db,
  { type, row, details }: SubmissionEvent,
  { session, caller }: Actor,
): Promise<void> {
  const subjectId = row.userId ?? undefined
  return recordEvent(tx, { type, actorId: session.userId, subjectId, caller, details })
}
