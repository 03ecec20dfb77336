import { type ImageWidth, imageWidths } from '#shared/image-urls.ts'

export type ImageFormat = 'webp' | 'avif'
/** The file name of a rendered image beside its others. */
export type RenditionFile = `${ImageWidth}.${ImageFormat}`
/** What is drawn of several images, in a folder of its own. */
export type DrawingFile = `${string}.jpg`
export type StoredFile = RenditionFile | DrawingFile

/** All formats and widths of an image: what every browser shows first, the largest before the others. */
export const imageFormats = ['webp', 'avif'] as const
const allRenditionFiles = imageFormats.flatMap((format) =>
  imageWidths.toReversed().map((width): RenditionFile => `${width}.${format}`),
)

/** Those of the names that are rendered images, the largest WebP first. */
export function filterRenditionFiles(names: readonly string[]): RenditionFile[] {
  return allRenditionFiles.filter((file) => names.includes(file))
}

export function getFormat(file: StoredFile): ImageFormat | 'jpeg' {
  if (file.endsWith('.jpg')) return 'jpeg'
  return file.endsWith('avif') ? 'avif' : 'webp'
}

/** Storage of rendered images. What is missing or broken reads as undefined; writing may reject. */
export type ImageStore = {
  read(hash: string, file: StoredFile): Promise<Buffer | undefined>
  write(hash: string, file: StoredFile, bytes: Buffer): Promise<void>
  /** The existing files of an image, the largest WebP first. */
  listFiles(hash: string): Promise<RenditionFile[]>
  /** Deletes all that was rendered of an image. */
  remove(hash: string): Promise<void>
  /** Marks the image as used, so that others are deleted first when room is needed. */
  touch(hash: string): void
}

/** True for bytes that are there to their end: a crash may have cut a file short. */
export function isCompleteImage(bytes: Buffer, file: StoredFile): boolean {
  const format = getFormat(file)
  if (format === 'jpeg') return isWholeJpeg(bytes)
  return format === 'webp' ? isWholeWebp(bytes) : isWholeAvif(bytes)
}

/** It ends with a mark of its own. */
function isWholeJpeg(bytes: Buffer): boolean {
  return (
    bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  )
}

/** Its header declares its length. */
function isWholeWebp(bytes: Buffer): boolean {
  const isWebp = bytes.length > 12 && bytes.toString('latin1', 0, 4) === 'RIFF'
  return isWebp && bytes.readUInt32LE(4) === bytes.length - 8
}

/** A chain of boxes, each of which declares its length. */
function isWholeAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  let at = 0
  let last = ''
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    if (length < 8) return false
    last = bytes.toString('latin1', at + 4, at + 8)
    at += length
  }
  return at === bytes.length && last === 'mdat' // the pixel data comes last
}
