import { type PictureWidth, pictureWidths } from '#shared/image-urls.ts'

export type PictureFormat = 'webp' | 'avif'
/** The name of a drawn picture beside its others. */
export type PictureFile = `${PictureWidth}.${PictureFormat}`

/** All that can be drawn of a picture: what every browser shows first, the largest before the others. */
export const formats = ['webp', 'avif'] as const
const allFiles = formats.flatMap((format) =>
  pictureWidths.toReversed().map((width): PictureFile => `${width}.${format}`),
)

/** Those of the names that are drawn pictures', the largest WebP first. */
export function drawnAmong(names: readonly string[]): PictureFile[] {
  return allFiles.filter((file) => names.includes(file))
}

export function formatOf(file: PictureFile): PictureFormat {
  return file.endsWith('avif') ? 'avif' : 'webp'
}

/** Where drawn pictures are kept. What is missing or broken reads as undefined; writing may reject. */
export type PictureStore = {
  read(hash: string, file: PictureFile): Promise<Buffer | undefined>
  write(hash: string, file: PictureFile, bytes: Buffer): Promise<void>
  /** Which of a picture there are, the largest WebP first. */
  filesOf(hash: string): Promise<PictureFile[]>
  /** Takes all that was drawn of a picture away. */
  remove(hash: string): Promise<void>
  /** Tells that somebody looks at the picture, so that others go first when room is needed. */
  touch(hash: string): void
}

/** True for bytes that are there to their end: a crash may have cut a file short. */
export function isWhole(bytes: Buffer, file: PictureFile): boolean {
  return formatOf(file) === 'webp' ? isWholeWebp(bytes) : isWholeAvif(bytes)
}

/** Its head says how long it is. */
function isWholeWebp(bytes: Buffer): boolean {
  const isWebp = bytes.length > 12 && bytes.toString('latin1', 0, 4) === 'RIFF'
  return isWebp && bytes.readUInt32LE(4) === bytes.length - 8
}

/** A chain of boxes, each of which says how long it is. */
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
  return at === bytes.length && last === 'mdat' // what it shows comes last
}
