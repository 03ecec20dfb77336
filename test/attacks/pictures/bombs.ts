import sharp from 'sharp'
import { type Picture, validImage } from '../uploads/test-files.ts'

/** Images that are costly to decode, some just within the allowed size. */
export async function bombs(): Promise<Picture[]> {
  const [avif, png] = await Promise.all([validImage().avif().toBuffer(), validImage().png().toBuffer()])
  const flat = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, background: 'teal' },
      limitInputPixels: false,
      unlimited: true,
    })
  const noisy = sharp({
    create: {
      width: 2_000,
      height: 2_000,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
  const turned = { orientation: 6 }
  return [
    { name: 'an AVIF that claims 65,535 × 65,535', bytes: setClaimedSize(avif, 65_535), type: 'image/avif' },
    { name: 'an AVIF that claims 5,000 × 5,000', bytes: setClaimedSize(avif, 5_000), type: 'image/avif' },
    { name: 'a cut AVIF', bytes: avif.subarray(0, avif.length - 20), type: 'image/avif' },
    { name: 'an AVIF of 26 megapixels', bytes: await flat(5_200, 5_001).avif({ effort: 0 }).toBuffer() },
    { name: 'an AVIF of 4 megapixels', bytes: await flat(2_048, 2_048).avif({ effort: 0 }).toBuffer() },
    {
      name: 'a turned JPEG of 25 megapixels',
      bytes: await flat(5_000, 5_000).withMetadata(turned).jpeg().toBuffer(),
    },
    {
      name: 'a progressive JPEG of noise',
      bytes: await noisy.clone().jpeg({ progressive: true, quality: 90 }).toBuffer(),
    },
    {
      name: 'a PNG of 16 bits',
      bytes: await noisy.clone().toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer(),
    },
    { name: 'a PNG in seven passes', bytes: await flat(5_000, 4_900).png({ progressive: true }).toBuffer() },
    {
      name: 'a WebP of 25 megapixels',
      bytes: await flat(5_000, 5_000).webp({ lossless: true, effort: 0 }).toBuffer(),
    },
    { name: 'a PNG of a million empty words', bytes: addChunks(png, 1_000_000) },
    { name: 'a strip of 16,000 × 1', bytes: await flat(16_000, 1).png().toBuffer() },
    { name: 'a strip of 1 × 16,000', bytes: await flat(1, 16_000).png().toBuffer() },
  ]
}

/** The same AVIF with another size in its header. */
function setClaimedSize(avif: Buffer, side: number): Buffer {
  const bytes = Buffer.from(avif)
  const size = bytes.indexOf('ispe')
  bytes.writeUInt32BE(side, size + 8)
  bytes.writeUInt32BE(side, size + 12)
  return bytes
}

/** The same PNG with empty text chunks behind its header. */
function addChunks(png: Buffer, count: number): Buffer {
  const piece = Buffer.concat([Buffer.alloc(4), Buffer.from('tEXt'), Buffer.alloc(4)])
  return Buffer.concat([png.subarray(0, 33), ...Array.from({ length: count }, () => piece), png.subarray(33)])
}
