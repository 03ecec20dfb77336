import { type ImageWidth, imageWidths } from '#shared/image-urls.ts'

export type ImageFormat = 'webp' | 'avif'
/** The file name of a rendered image. */
export type RenditionFile = `${ImageWidth}.${ImageFormat}`
/** The file name of a drawing that combines several images. */
export type DrawingFile = `${string}.jpg`
export type StoredFile = RenditionFile | DrawingFile

/** The formats in order of preference as an original: the one that every browser supports first. */
export const imageFormats = ['webp', 'avif'] as const
const allRenditionFiles = imageFormats.flatMap((format) =>
  imageWidths.toReversed().map((width): RenditionFile => `${width}.${format}`),
)

/** The names of rendered images among file names, the largest WebP first. */
export function filterRenditionFiles(names: readonly string[]): RenditionFile[] {
  return allRenditionFiles.filter((file) => names.includes(file))
}

export function getFormat(file: StoredFile): ImageFormat | 'jpeg' {
  if (file.endsWith('.jpg')) return 'jpeg'
  return file.endsWith('avif') ? 'avif' : 'webp'
}

/** Storage of rendered images. Reading a missing or broken file returns undefined; writing may reject. */
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

/** True for a complete file; a crash may leave an incomplete one. */
export function isCompleteImage(bytes: Buffer, file: StoredFile): boolean {
  const format = getFormat(file)
  if (format === 'jpeg') return isWholeJpeg(bytes)
  return format === 'webp' ? isWholeWebp(bytes) : isWholeAvif(bytes)
}

/** A complete JPEG ends with an end marker. */
function isWholeJpeg(bytes: Buffer): boolean {
  return (
    bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  )
}

/** A WebP header contains the length of the file. */
function isWholeWebp(bytes: Buffer): boolean {
  const isWebp = bytes.length > 12 && bytes.toString('latin1', 0, 4) === 'RIFF'
  return isWebp && bytes.readUInt32LE(4) === bytes.length - 8
}

/** An AVIF is a chain of boxes with their lengths; the last one has the pixels. */
function isWholeAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  let offset = 0
  let boxType = ''
  while (offset + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(offset)
    if (length < 8) return false
    boxType = bytes.toString('latin1', offset + 4, offset + 8)
    offset += length
  }
  return offset === bytes.length && boxType === 'mdat' // the pixel data comes last
}
