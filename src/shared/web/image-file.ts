/** Bytes that a picture may have as a file. */
const mostBytes = 5 * 1024 * 1024

/** Why a file cannot be taken as a picture. */
export type ImageProblem = 'no-image' | 'too-large'

/** What a file begins with, by its kind; `.` stands for any byte. */
const beginnings = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff', // JPEG
  'RIFF....WEBP',
  'GIF87a',
  'GIF89a',
]
const longestBeginning = 12

/**
 * Why a file cannot be taken as a picture, or undefined when it can. Seen before anything is sent: by what the file
 * calls itself and by its first bytes. The server looks for itself.
 */
export async function imageProblem(file: Blob): Promise<ImageProblem | undefined> {
  if (!file.type.startsWith('image/')) return 'no-image'
  const bytes = new Uint8Array(await file.slice(0, longestBeginning).arrayBuffer())
  const start = String.fromCharCode(...bytes)
  if (!beginnings.some((beginning) => begins(start, beginning))) return 'no-image'
  return file.size > mostBytes ? 'too-large' : undefined
}

/** The kinds of file that the browser's own dialog offers. */
export const imageKinds = 'image/png,image/jpeg,image/webp,image/gif'

function begins(start: string, beginning: string): boolean {
  return (
    start.length >= beginning.length &&
    [...beginning].every((letter, place) => letter === '.' || letter === start[place])
  )
}

/** '184 KB' */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
