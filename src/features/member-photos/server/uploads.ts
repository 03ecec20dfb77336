import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { photoUploads, users } from '#db/schema.ts'
import type { ImageRegistry } from '#features/pictures/image-registry.ts'
import type { Uploads } from '#features/pictures/uploads.ts'
import { failures, isRequestError, RequestError } from '#shared/failure.ts'
import type { QcUpload } from '../contract.ts'
import { submissionLimits, submissionText } from '../spec.ts'
import { requireTurn, type Submitter } from './limits.ts'

export type PhotoUploadService = ReturnType<typeof createPhotoUploads>

type PhotoUploadsDeps = {
  db: Db
  pictures: Pick<ImageRegistry, 'privateAddressOf' | 'keep'>
  uploads: Uploads
}
type Owner = { userId: string }

/** Members' uploaded photos before their submission. */
export function createPhotoUploads({ db, pictures, uploads }: PhotoUploadsDeps) {
  async function draw(file: Uint8Array) {
    const stored = await uploads.store(file, 'qc')
    if ('name' in stored) return stored
    if (stored.failed === 'no-space')
      throw new RequestError({ ...failures.busy, message: submissionText.uploadFailed })
    const message = submissionText.notAnImage
    throw new RequestError({
      status: 400,
      message,
      code: 'NOT_AN_IMAGE',
      errors: [{ field: 'file', message }],
    })
  }

  return {
    /** Stores the file before the row that uses it, and deletes it again when the row is rejected. */
    async add(file: Uint8Array, submitter: Submitter): Promise<QcUpload> {
      const { userId } = submitter
      await requireTurn(db, submitter)
      await requireRoom(db, { userId })
      const { name: image, width, height } = await draw(file)
      try {
        await pictures.keep([image])
        const { id, createdAt } = await db.transaction((tx) => insert(tx, { userId, image, width, height }))
        return { id, url: pictures.privateAddressOf({ id, image, since: createdAt }), width, height }
      } catch (error) {
        // After any other failure the row may exist; a file without one is swept.
        if (isRequestError(error)) await uploads.discard(image)
        throw error
      }
    },

    /** 404 for another account's photo. */
    async remove(id: string, { userId }: Owner): Promise<void> {
      const [gone] = await db
        .delete(photoUploads)
        .where(and(eq(photoUploads.id, id), eq(photoUploads.userId, userId)))
        .returning()
      if (!gone)
        throw new RequestError({ status: 404, message: submissionText.unknown, code: 'QC_PHOTO_NOT_FOUND' })
      await uploads.discard(gone.image)
    },
  }
}

async function insert(tx: Db, values: typeof photoUploads.$inferInsert) {
  // Nobody else adds to this account's photos meanwhile, so that they can be counted.
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, values.userId))
    .for('no key update')
  if (!account) throw new RequestError(failures.unauthorized)
  await requireRoom(tx, values)
  const [row] = await tx.insert(photoUploads).values(values).returning()
  if (!row) throw new Error('The database returned no photo.')
  return row
}

async function requireRoom(db: Db, { userId }: Owner): Promise<void> {
  const unused = await db.$count(photoUploads, eq(photoUploads.userId, userId))
  if (unused >= submissionLimits.unused)
    throw new RequestError({ status: 429, message: submissionText.tooManyUnused, code: 'TOO_MANY_UNUSED' })
}
