import sharp from 'sharp'
import { pictureLimits } from '../spec.ts'

// One thread and no cache of opened files: two drawings at once are fast enough, and memory stays low.
sharp.concurrency(1)
sharp.cache(false)

const quality = 72
const drawSeconds = 10

/**
 * The picture at most `width` px wide as WebP: first frame, upright, without metadata. Rejects for anything but a whole
 * PNG, JPEG, WebP, GIF or AVIF of at most 25 million pixels.
 */
export async function draw(original: Buffer, width: number): Promise<Buffer> {
  if (!isRaster(original)) throw new Error('This is no picture of a known kind.')
  return sharp(original, { failOn: 'error', limitInputPixels: pictureLimits.originalPixels, pages: 1 })
    .timeout({ seconds: drawSeconds })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality })
    .toBuffer()
}

/** Looks at the bytes alone, so that nothing written for a program (SVG, PDF) reaches a decoder. */
function isRaster(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 16)
  return (
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    start.startsWith('\xff\xd8\xff') ||
    /^RIFF.{4}WEBP/s.test(start) ||
    /^GIF8[79]a/.test(start) ||
    /^.{4}ftypavi[fs]/s.test(start)
  )
}
