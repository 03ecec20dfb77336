import {
  describeRefusedImage,
  detectImageKind,
  type ImageKind,
  imageStartLength,
} from '#shared/image-kinds.ts'

/** Maximum size of an image file, in bytes. */
const maxFileBytes = 5 * 1024 * 1024

/** Why a file is not accepted as an image. */
export type ImageProblem = 'no-image' | 'too-large'

const uploadedKinds: readonly (ImageKind | undefined)[] = ['png', 'jpeg', 'webp', 'gif']

/**
 * Why a file is not accepted as an image, or undefined when it is. Checked before anything is sent: by the
 * file's declared type and its first bytes. The server checks again.
 */
export async function findImageProblem(file: Blob): Promise<ImageProblem | undefined> {
  if (!file.type.startsWith('image/')) return 'no-image'
  if (!uploadedKinds.includes(detectImageKind(await readStart(file)))) return 'no-image'
  return file.size > maxFileBytes ? 'too-large' : undefined
}

/** The file types that the browser's file dialog offers. */
export const acceptedImageTypes = 'image/png,image/jpeg,image/webp,image/gif'

/**
 * The message for a rejected file: `message`, with the name of the file's format if that format is not
 * accepted.
 */
export async function describeRefusedFile(file: Blob, message: string): Promise<string> {
  return describeRefusedImage(await readStart(file), message)
}

async function readStart(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, imageStartLength).arrayBuffer())
}

/** '184 KB' */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
