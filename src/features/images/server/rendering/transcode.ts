import sharp, { type FailOnOptions, type ResizeOptions, type Sharp } from 'sharp'
import { detectImageKind, type ImageKind } from '#shared/image-kinds.ts'
import { imageLimits, uploadLimits } from '../../limits.ts'
import type { UploadFolder } from '../../uploads.ts'
import { stripPngText } from './png-metadata.ts'

// One thread and no cache of opened files: two drawings at once are fast enough, and memory stays low.
sharp.concurrency(1)
sharp.cache(false)

const quality = { shown: 72, kept: 85 } as const
/** AVIF takes ten times as long as WebP; this is where more effort stops making it smaller by much. */
const avifOptions = { quality: 50, effort: 3 } as const
const webpTimeoutSeconds = 8
const avifTimeoutSeconds = 30
/** No side of a WebP can be longer. */
const maxSidePx = 16_383

const displayKinds: readonly ImageKind[] = ['png', 'jpeg', 'webp', 'gif', 'avif']
const uploadKinds: readonly ImageKind[] = ['png', 'jpeg', 'webp', 'gif']

/**
 * The image at most `width` px wide as WebP: first frame, upright, without metadata; narrower where it would be too
 * tall for the format. Rejects for anything but a complete PNG, WebP or GIF or a JPEG of at most 25 million pixels, or
 * an AVIF of 4 million. Of a JPEG that was cut the rest is gray, as in browsers.
 */
export async function renderWebp(original: Buffer, width: number): Promise<Buffer> {
  return openImage(original, { kinds: displayKinds, seconds: webpTimeoutSeconds })
    .resize(fitInto(width))
    .webp({ quality: quality.shown })
    .toBuffer()
}

/** As `renderWebp`, as AVIF: about two thirds of the bytes for ten times the work. */
export async function renderAvif(original: Buffer, width: number): Promise<Buffer> {
  return openImage(original, { kinds: displayKinds, seconds: avifTimeoutSeconds })
    .resize(fitInto(width))
    .avif(avifOptions)
    .toBuffer()
}

function fitInto(width: number): ResizeOptions {
  return { width, height: maxSidePx, fit: 'inside', withoutEnlargement: true }
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
  return (
    pixels > (detectImageKind(original) === 'avif' ? imageLimits.heavyAvifPixels : imageLimits.heavyPixels)
  )
}

type RenderedImage = { bytes: Buffer; width: number; height: number }

/**
 * As `renderWebp`, for an upload: no AVIF, whose decoder takes long; it fits into a square. Rejects with a
 * `CutImageError` for a JPEG whose pixels are not all there.
 */
export async function renderUpload(original: Uint8Array, folder: UploadFolder): Promise<RenderedImage> {
  const side = uploadLimits.side[folder]
  const render = async (bytes: Uint8Array, failOn: 'error' | 'warning'): Promise<RenderedImage> => {
    const { data, info } = await openImage(bytes, {
      kinds: uploadKinds,
      seconds: uploadLimits.drawSeconds,
      failOn,
    })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: quality.kept })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  }
  try {
    return await render(original, 'error')
  } catch (error) {
    if (!isCutJpeg(original, error)) throw error
    // The mark of the end alone may be missing; where a decoder meets it too early, it warns.
    return render(Buffer.concat([original, endOfJpeg]), 'warning').catch((problem) => {
      throw isTooSlowError(problem) ? problem : new CutImageError('Only a part of this image is there.')
    })
  }
}

const endOfJpeg = Buffer.from([0xff, 0xd9])

function isCutJpeg(bytes: Uint8Array, error: unknown): boolean {
  return detectImageKind(bytes) === 'jpeg' && String(error).includes('premature end of JPEG')
}

/** A part of the pixels of a JPEG is missing. */
export class CutImageError extends Error {
  override readonly name = 'CutImageError'
}

/** True when drawing was given up because it took too long, which may go better later. */
export function isTooSlowError(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout: ')
}

/** Looks at the bytes first, so that nothing written for a program (SVG, PDF) reaches a decoder. */
function openImage(
  original: Uint8Array,
  { kinds, seconds, failOn }: { kinds: readonly ImageKind[]; seconds: number; failOn?: FailOnOptions },
): Sharp {
  const kind = detectImageKind(original)
  if (!kind || !kinds.includes(kind)) throw new Error('The file is not an image of a supported format.')
  return sharp(kind === 'png' ? stripPngText(original) : original, {
    failOn: failOn ?? (kind === 'jpeg' ? 'none' : 'error'),
    limitInputPixels: kind === 'avif' ? imageLimits.avifPixels : imageLimits.originalPixels,
    pages: 1,
  })
    .timeout({ seconds })
    .autoOrient()
}

/** Whether bytes with this beginning, 16 if there are so many, can be an image that we render. */
export function hasImageSignature(start: Uint8Array): boolean {
  return detectImageKind(start) !== undefined
}
