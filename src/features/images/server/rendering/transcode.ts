import sharp, { type Sharp } from 'sharp'
import { imageLimits, uploadLimits } from '../../spec.ts'
import type { UploadFolder } from '../../uploads.ts'
import { stripPngText } from './png-metadata.ts'

// One thread and no cache of opened files: two drawings at once are fast enough, and memory stays low.
sharp.concurrency(1)
sharp.cache(false)

const quality = { shown: 72, kept: 85 } as const
/** AVIF takes ten times as long as WebP; this is where more effort stops making it smaller by much. */
const avifOptions = { quality: 50, effort: 3 } as const
const webpTimeoutSeconds = 3
const avifTimeoutSeconds = 30

type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'
const displayKinds: readonly ImageKind[] = ['png', 'jpeg', 'webp', 'gif', 'avif']
const uploadKinds: readonly ImageKind[] = ['png', 'jpeg', 'webp', 'gif']

/**
 * The image at most `width` px wide as WebP: first frame, upright, without metadata. Rejects for anything but
 * a complete PNG, JPEG, WebP or GIF of at most 25 million pixels, or an AVIF of 4 million.
 */
export async function renderWebp(original: Buffer, width: number): Promise<Buffer> {
  return openImage(original, { kinds: displayKinds, seconds: webpTimeoutSeconds })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: quality.shown })
    .toBuffer()
}

/** As `renderWebp`, as AVIF: about two thirds of the bytes for ten times the work. */
export async function renderAvif(original: Buffer, width: number): Promise<Buffer> {
  return openImage(original, { kinds: displayKinds, seconds: avifTimeoutSeconds })
    .resize({ width, withoutEnlargement: true })
    .avif(avifOptions)
    .toBuffer()
}

/** The image's upright size, from its header. */
export async function readImageSize(original: Buffer): Promise<{ width: number; height: number }> {
  const { autoOrient } = await openImage(original, {
    kinds: displayKinds,
    seconds: webpTimeoutSeconds,
  }).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}

/** True for an image whose decoder may need so much memory that a second one beside it would be too many. */
export async function needsExclusiveSlot(original: Buffer): Promise<boolean> {
  const { width, height } = await readImageSize(original)
  const pixels = width * height
  return pixels > (detectKind(original) === 'avif' ? imageLimits.heavyAvifPixels : imageLimits.heavyPixels)
}

type RenderedImage = { bytes: Buffer; width: number; height: number }

/** As `renderWebp`, for an upload: no AVIF, whose decoder takes long; it fits into a square. */
export async function renderUpload(original: Uint8Array, folder: UploadFolder): Promise<RenderedImage> {
  const { drawSeconds: seconds } = uploadLimits
  const side = uploadLimits.side[folder]
  const { data, info } = await openImage(original, { kinds: uploadKinds, seconds })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: quality.kept })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Looks at the bytes first, so that nothing written for a program (SVG, PDF) reaches a decoder. */
function openImage(
  original: Uint8Array,
  { kinds, seconds }: { kinds: readonly ImageKind[]; seconds: number },
): Sharp {
  const kind = detectKind(original)
  if (!kind || !kinds.includes(kind)) throw new Error('This is no picture of a known kind.')
  return sharp(kind === 'png' ? stripPngText(original) : original, {
    failOn: 'error',
    limitInputPixels: kind === 'avif' ? imageLimits.avifPixels : imageLimits.originalPixels,
    pages: 1,
  })
    .timeout({ seconds })
    .autoOrient()
}

/** Whether bytes with this beginning, 16 if there are so many, can be an image that we render. */
export function hasImageSignature(start: Uint8Array): boolean {
  return detectKind(start) !== undefined
}

function detectKind(bytes: Uint8Array): ImageKind | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  return /^.{4}ftypavi[fs]/s.test(start) ? 'avif' : undefined
}
