import sharp, { type FailOnOptions, type ResizeOptions, type Sharp } from 'sharp'
import { detectImageKind, type ImageKind } from '#shared/image-kinds.ts'
import { imageLimits, uploadLimits } from '../../limits.ts'
import type { UploadFolder } from '../../uploads.ts'
import { stripPngText } from './png-metadata.ts'

// One thread per image and no cache of opened files: two concurrent images are fast enough, and memory use stays low.
sharp.concurrency(1)
sharp.cache(false)

const quality = { displayed: 72, stored: 85 } as const
/** AVIF takes ten times as long as WebP; more effort than this makes files only slightly smaller. */
const avifOptions = { quality: 50, effort: 3 } as const
const webpTimeoutSeconds = 8
const avifTimeoutSeconds = 30
/** The maximum side of a WebP. */
const maxSidePx = 16_383

const displayKinds: readonly ImageKind[] = ['png', 'jpeg', 'webp', 'gif', 'avif']
const uploadKinds: readonly ImageKind[] = ['png', 'jpeg', 'webp', 'gif']

/**
 * Renders an image as WebP, at most `width` px wide, or narrower when it would be too tall for the format: first frame,
 * upright, without metadata. Rejects anything but a complete PNG, WebP or GIF or a JPEG of at most 25 million pixels,
 * or an AVIF of 4 million. The missing part of an incomplete JPEG is gray, as in browsers.
 */
export async function renderWebp(original: Buffer, width: number): Promise<Buffer> {
  return openImage(original, { kinds: displayKinds, seconds: webpTimeoutSeconds })
    .resize(fitInto(width))
    .webp({ quality: quality.displayed })
    .toBuffer()
}

/** Like `renderWebp`, as AVIF: about two thirds of the bytes for ten times the work. */
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

/** True for an image whose decoder may need so much memory that no second one may run at the same time. */
export async function needsExclusiveSlot(original: Buffer): Promise<boolean> {
  const { width, height } = await readImageSize(original)
  const pixels = width * height
  return (
    pixels > (detectImageKind(original) === 'avif' ? imageLimits.heavyAvifPixels : imageLimits.heavyPixels)
  )
}

type RenderedImage = { bytes: Buffer; width: number; height: number }

/**
 * Like `renderWebp`, for an upload: fits into a square; AVIF is rejected, because its decoder is slow. Rejects an
 * incomplete JPEG with a `CutImageError`.
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
      .webp({ quality: quality.stored })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  }
  try {
    return await render(original, 'error')
  } catch (error) {
    if (!isCutJpeg(original, error)) throw error
    // Only the end marker may be missing. When it is added too early, the decoder warns, and the image is incomplete.
    return render(Buffer.concat([original, endOfJpeg]), 'warning').catch((secondError) => {
      throw isTooSlowError(secondError) ? secondError : new CutImageError('A part of this image is missing.')
    })
  }
}

const endOfJpeg = Buffer.from([0xff, 0xd9])

function isCutJpeg(bytes: Uint8Array, error: unknown): boolean {
  return detectImageKind(bytes) === 'jpeg' && String(error).includes('premature end of JPEG')
}

/** The error for a JPEG with missing pixels. */
export class CutImageError extends Error {
  override readonly name = 'CutImageError'
}

/** True when rendering was stopped because it took too long; it may succeed later. */
export function isTooSlowError(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout: ')
}

/**
 * Detects the format by the first bytes, so that formats that can contain programs (SVG, PDF) never reach a decoder.
 */
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

/** Whether the first bytes, up to 16, are those of a supported image format. */
export function hasImageSignature(start: Uint8Array): boolean {
  return detectImageKind(start) !== undefined
}
