import { failures, RequestError } from '#shared/failure.ts'
import { describeRefusedImage } from '#shared/image-kinds.ts'

/** Folders of the media folder for users' uploads, and nothing else. */
export const uploadFolders = ['agents', 'qc', 'products'] as const
export type UploadFolder = (typeof uploadFolders)[number]

/**
 * The result of an upload: its image source and its size in px, or the reason why it was rejected.
 */
export type UploadResult =
  | { name: string; width: number; height: number }
  | { failed: 'no-picture' | 'cut' | 'no-space' }

/** What features need to accept images from users. */
export type Uploads = {
  /**
   * Renders the image again and stores it under a random name. Throws a RequestError (503) when too many wait, and when
   * it takes too long.
   */
  store: (file: Uint8Array, folder: UploadFolder) => Promise<UploadResult>
  /** Deletes a file that no row uses. */
  discard: (name: string) => Promise<void>
}

/** A stored image: its source and its size in px. */
export type StoredUpload = Exclude<UploadResult, { failed: string }>

const cutImageMessage = 'A part of this image is missing. Save it again, or choose another one.'

/**
 * Stores an image from a form's field `file`. Throws a RequestError: 400 when it is not an image, 503 when the disk is
 * full.
 */
export async function storeUploadedImage(
  uploads: Uploads,
  { file, folder }: { file: Uint8Array; folder: UploadFolder },
  messages: { notAnImage: string; failed: string },
): Promise<StoredUpload> {
  const stored = await uploads.store(file, folder)
  if ('name' in stored) return stored
  if (stored.failed === 'no-space') throw new RequestError({ ...failures.busy, message: messages.failed })
  const message = stored.failed === 'cut' ? cutImageMessage : describeRefusedImage(file, messages.notAnImage)
  throw new RequestError({ status: 400, message, code: 'NOT_AN_IMAGE', errors: [{ field: 'file', message }] })
}
