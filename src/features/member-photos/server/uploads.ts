import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { photoUploads, users } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { storeUploadedImage, type Uploads } from '#features/images/uploads.ts'
import { failures, isRequestError, RequestError } from '#shared/failure.ts'
import type { PhotoUpload } from '../contract.ts'
import { submissionLimits, submissionText } from '../texts-and-limits.ts'
import { assertMaySubmit, type Submitter } from './limits.ts'

export type PhotoUploadService = ReturnType<typeof createPhotoUploads>

type PhotoUploadsDeps = {
  db: Db
  pictures: Pick<ImageRegistry, 'toPrivateImageUrl' | 'register'>
  uploads: Uploads
}
type UploadOwner = { userId: string }

/** Members' uploaded photos before their submission. */
export function createPhotoUploads({ db, pictures, uploads }: PhotoUploadsDeps) {
  return {
    /** Stores the file before the row that uses it, and deletes it again when the row is rejected. */
    async add(file: Uint8Array, submitter: Submitter): Promise<PhotoUpload> {
      const { userId } = submitter
      await assertMaySubmit(db, submitter)
      await assertUploadLimit(db, { userId })
      const {
        name: image,
        width,
        height,
      } = await storeUploadedImage(
        uploads,
        { file, folder: 'qc' },
        { notAnImage: submissionText.notAnImage, failed: submissionText.uploadFailed },
      )
      try {
        await pictures.register([image])
        const { id, createdAt } = await db.transaction((tx) =>
          insertUpload(tx, { userId, image, width, height }),
        )
        return { id, url: pictures.toPrivateImageUrl({ id, image, since: createdAt }), width, height }
      } catch (error) {
        // After another error the row may exist; a file without a row is deleted by the sweep.
        if (isRequestError(error)) await uploads.discard(image)
        throw error
      }
    },

    /** Deletes an upload; throws a RequestError (404) for another account's upload. */
    async remove(id: string, { userId }: UploadOwner): Promise<void> {
      const [deleted] = await db
        .delete(photoUploads)
        .where(and(eq(photoUploads.id, id), eq(photoUploads.userId, userId)))
        .returning()
      if (!deleted)
        throw new RequestError({ status: 404, message: submissionText.unknown, code: 'QC_PHOTO_NOT_FOUND' })
      await uploads.discard(deleted.image)
    },
  }
}

async function insertUpload(tx: Db, values: typeof photoUploads.$inferInsert) {
  // Locks the account, so that its photos can be counted.
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, values.userId))
    .for('no key update')
  if (!account) throw new RequestError(failures.unauthorized)
  await assertUploadLimit(tx, values)
  const [row] = await tx.insert(photoUploads).values(values).returning()
  if (!row) throw new Error('The database returned no row for the uploaded photo.')
  return row
}

async function assertUploadLimit(db: Db, { userId }: UploadOwner): Promise<void> {
  const unused = await db.$count(photoUploads, eq(photoUploads.userId, userId))
  if (unused >= submissionLimits.unused)
    throw new RequestError({ status: 429, message: submissionText.tooManyUnused, code: 'TOO_MANY_UNUSED' })
}
