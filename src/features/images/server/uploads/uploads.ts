import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { images } from '#db/schema.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { getRequesters } from '#shared/server/access/requesters.ts'
import { createDiskRoom, type DiskFloor } from '#shared/server/disk-room.ts'
import { createFairQueue, NoSlotError } from '#shared/server/fair-queue.ts'
import { releaseSlot } from '#shared/server/queue-slot.ts'
import { syncFolder } from '#shared/server/sync-folder.ts'
import { tooSlowToDraw, uploadLimits } from '../../limits.ts'
import type { UploadFolder, UploadResult, Uploads } from '../../uploads.ts'
import { CutImageError, isTooSlowError, renderUpload } from '../rendering/transcode.ts'
import type { Bucket } from '../storage/bucket.ts'
import { getMediaKey } from '../storage/originals.ts'

type UploadsDeps = {
  db: Db
  mediaDir: string
  /** Shares uploads with other instances. */
  bucket?: Bucket | undefined
  /** Deletes the rendered images of a source. */
  deleteImage?: ((name: string) => Promise<void>) | undefined
  /** Deletes other files when the disk has too little free space. */
  makeRoom?: (() => Promise<unknown>) | undefined
  diskFloor?: DiskFloor | undefined
  render?: typeof renderUpload
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Stores images from users; each is rendered again and gets a random name. */
export function createUploads({
  db,
  mediaDir,
  bucket,
  deleteImage,
  makeRoom,
  diskFloor,
  render = renderUpload,
  log,
}: UploadsDeps): Uploads {
  const drawing = createFairQueue(uploadLimits.drawing)
  const room = createDiskRoom(mediaDir, { floor: diskFloor })

  const warn = (err: unknown) =>
    log.warn({ err }, 'An upload could not be copied to the bucket. The hourly sync tries again.')

  async function hasRoom(): Promise<boolean> {
    if ((await room.left()) >= 0) return true
    await makeRoom?.()
    return (await room.left()) >= 0
  }

  async function renderInTurn(file: Uint8Array, folder: UploadFolder) {
    releaseSlot()
    try {
      return await drawing.run(getRequesters(), () => render(file, folder))
    } catch (error) {
      if (error instanceof NoSlotError) throw new RequestError({ ...failures.busy, retryAfter: 2 })
      if (isTooSlowError(error)) throw new RequestError(tooSlowToDraw)
      return error instanceof CutImageError ? 'cut' : undefined
    }
  }

  return {
    async store(file: Uint8Array, folder: UploadFolder): Promise<UploadResult> {
      if (!(await hasRoom())) {
        log.warn('An upload was rejected: the disk has too little free space. Free space or move MEDIA_DIR.')
        return { failed: 'no-space' }
      }
      const picture = await renderInTurn(file, folder)
      if (picture === 'cut') return { failed: 'cut' }
      if (!picture) return { failed: 'no-picture' }
      const name = `${folder}/${randomBytes(16).toString('base64url')}.webp`
      try {
        await writeCompleteFile(mediaDir, name, picture.bytes)
        await bucket?.write(getMediaKey(name), picture.bytes, 'image/webp').catch(warn)
        return { name, width: picture.width, height: picture.height }
      } catch (err) {
        log.warn({ err }, 'An upload could not be stored. Check the disk and the folder MEDIA_DIR.')
        return { failed: 'no-space' }
      }
    },

    async discard(name: string): Promise<void> {
      await rm(join(mediaDir, name), { force: true })
      await bucket?.remove(getMediaKey(name)).catch(warn)
      await db.delete(images).where(eq(images.source, name))
      await deleteImage?.(name)
    },
  }
}

/** Writes a file so that it is complete and synced, or does not exist. */
async function writeCompleteFile(mediaDir: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(mediaDir, name)
  const folder = join(path, '..')
  // In the same folder, because renaming works only within one disk; hidden files are not served.
  const draft = join(folder, `.${randomBytes(16).toString('base64url')}.tmp`)
  await mkdir(folder, { recursive: true })
  try {
    await using file = await open(draft, 'wx')
    await file.writeFile(bytes)
    await file.sync()
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(folder)
}
