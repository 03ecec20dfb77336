import sharp from 'sharp'
import type { ImageMetadata } from '../../image-registry.ts'
import { computePerceptualHash } from './perceptual-hash.ts'
import { readImageSize } from './transcode.ts'

/** Of the small image whose colors are averaged; a single pixel would lose the coverage. */
const sampleSidePx = 8

/**
 * An image's metadata: its size from the original's header, color and hash from the copy that was just
 * rendered, which is small, ours and fast to open.
 */
export async function extractMetadata(original: Buffer, drawn: Buffer): Promise<ImageMetadata> {
  const { width, height } = await readImageSize(original)
  const pixels = await sharp(drawn)
    .ensureAlpha()
    .toColourspace('srgb')
    .resize(sampleSidePx, sampleSidePx, { fit: 'fill' })
    .raw()
    .toBuffer()
  return {
    width,
    height,
    colour: computeAverageColor(pixels),
    fingerprint: await computePerceptualHash(drawn),
  }
}

/** The average of what covers, and how much that is where something shines through. */
function computeAverageColor(pixels: Buffer): string {
  let [red, green, blue, cover] = [0, 0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels.readUInt8(at + 3)
    red += pixels.readUInt8(at) * alpha
    green += pixels.readUInt8(at + 1) * alpha
    blue += pixels.readUInt8(at + 2) * alpha
    cover += alpha
  }
  const parts = [red, green, blue].map((part) => (cover === 0 ? 255 : part / cover))
  const share = cover / (pixels.length / 4)
  if (share < 254) parts.push(share)
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
