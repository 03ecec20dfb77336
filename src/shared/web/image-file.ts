/** Maximum size of an image file, in bytes. */
const maxFileBytes = 5 * 1024 * 1024

/** Why a file is not accepted as an image. */
export type ImageProblem = 'no-image' | 'too-large'

/** The first bytes of a file, by its type; `.` stands for any byte. */
const fileSignatures = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff', // JPEG
  'RIFF....WEBP',
  'GIF87a',
  'GIF89a',
]
const maxSignatureLength = 12

/**
 * Why a file is not accepted as an image, or undefined when it is. Checked before anything is sent: by the
 * file's declared type and its first bytes. The server checks again.
 */
export async function findImageProblem(file: Blob): Promise<ImageProblem | undefined> {
  if (!file.type.startsWith('image/')) return 'no-image'
  const bytes = new Uint8Array(await file.slice(0, maxSignatureLength).arrayBuffer())
  const start = String.fromCharCode(...bytes)
  if (!fileSignatures.some((beginning) => matchesSignature(start, beginning))) return 'no-image'
  return file.size > maxFileBytes ? 'too-large' : undefined
}

/** The file types that the browser's file dialog offers. */
export const acceptedImageTypes = 'image/png,image/jpeg,image/webp,image/gif'

function matchesSignature(start: string, beginning: string): boolean {
  return (
    start.length >= beginning.length &&
    [...beginning].every((letter, place) => letter === '.' || letter === start[place])
  )
}

/** '184 KB' */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
