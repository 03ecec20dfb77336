import sharp from 'sharp'
import type { ImageMetadata } from '../../image-registry.ts'
import { computePerceptualHash } from './perceptual-hash.ts'
import { readImageSize } from './transcode.ts'

/** The side of the small image whose colors are averaged; a single pixel would lose the opacity. */
const sampleSidePx = 8

/**
 * Extracts an image's metadata: the size from the original's header, color and hash from the rendered copy, which is
 * small and trusted.
 */
export async function extractMetadata(original: Buffer, rendered: Buffer): Promise<ImageMetadata> {
  const { width, height } = await readImageSize(original)
  const pixels = await sharp(rendered)
    .ensureAlpha()
    .toColourspace('srgb')
    .resize(sampleSidePx, sampleSidePx, { fit: 'fill' })
    .raw()
    .toBuffer()
  return {
    width,
    height,
    colour: computeAverageColor(pixels),
    fingerprint: await computePerceptualHash(rendered),
  }
}

/** The average color weighted by opacity, with the average opacity appended when the image is transparent. */
function computeAverageColor(pixels: Buffer): string {
  let [red, green, blue, totalAlpha] = [0, 0, 0, 0]
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const alpha = pixels.readUInt8(offset + 3)
    red += pixels.readUInt8(offset) * alpha
    green += pixels.readUInt8(offset + 1) * alpha
    blue += pixels.readUInt8(offset + 2) * alpha
    totalAlpha += alpha
  }
  const channels = [red, green, blue].map((channel) => (totalAlpha === 0 ? 255 : channel / totalAlpha))
  const averageAlpha = totalAlpha / (pixels.length / 4)
  if (averageAlpha < 254) channels.push(averageAlpha)
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
