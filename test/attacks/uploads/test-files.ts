import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type HostileFile, noPictures, pictures } from '#support/hostile-pictures.ts'

/** A file of a form, with the name and type that its sender claims. */
export type Picture = { name: string; bytes: Uint8Array; fileName?: string; type?: string }

const join = (...parts: (Uint8Array | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

/** Files of an unsupported type, broken or of a wrong size: none may be stored. */
export async function invalidFiles(): Promise<Picture[]> {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const png = await validImage().png().toBuffer()
  return [
    ...(await Promise.all(noPictures.map(createPicture))),
    {
      name: 'an SVG with its own type',
      bytes: Buffer.from(svg),
      fileName: 'mark.svg',
      type: 'image/svg+xml',
    },
    {
      name: 'a page with its own type',
      bytes: Buffer.from('<!doctype html>'),
      fileName: 'x.html',
      type: 'text/html',
    },
    { name: 'a film', bytes: join('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', Buffer.alloc(200)) },
    {
      name: 'noise',
      bytes: Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919 + (index >> 3)) % 256)),
    },
    { name: 'a flat PNG of 26 megapixels', bytes: flatPng(26_000, 1000) },
    { name: 'a PNG of 2,000,000 × 13', bytes: flatPng(2_000_000, 13) },
    { name: 'a PNG of 0 × 0', bytes: flatPng(0, 0) },
    { name: 'a byte more than 5 MB', bytes: join(png, Buffer.alloc(5 * 1024 * 1024 + 1 - png.length)) },
    { name: '10 MB', bytes: Buffer.alloc(10 * 1024 * 1024, 'x') },
  ]
}

/** Images with additional content: either refused, or stored without it. */
export async function filesWithPayload(): Promise<Picture[]> {
  const [png, webp] = await Promise.all([
    validImage().png().toBuffer(),
    validImage().webp({ lossless: true }).toBuffer(),
  ])
  const metadata = chunk('XMP ', Buffer.from('<script>alert(1)</script>'))
  return [
    ...(await Promise.all(pictures.map(createPicture))),
    { name: 'a WebP of 10,000 frames', bytes: createAnimation(webp, 10_000), type: 'image/webp' },
    { name: 'a WebP with a page as metadata', bytes: riff(webp.subarray(12), metadata), type: 'image/webp' },
    { name: 'a PNG with the type of HTML', bytes: png, fileName: 'mark.html', type: 'text/html' },
    { name: 'a PNG with the type of an SVG', bytes: png, fileName: 'mark.svg', type: 'image/svg+xml' },
  ]
}

/** An ordinary image of one color. */
export const validImage = () => sharp({ create: { width: 24, height: 16, channels: 3, background: 'teal' } })

async function createPicture([name, make]: HostileFile): Promise<Picture> {
  const bytes = await make()
  return { name, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes }
}

/** A PNG of one color with one bit for each pixel, which compresses very well. */
function flatPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 })
  const chunks = [pngChunk('IHDR', head), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]
  return join('\x89PNG\r\n\x1a\n', ...chunks)
}

function pngChunk(kind: string, data: Uint8Array): Buffer {
  const named = join(kind, data)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return join(length, named, sum)
}

/** A chunk of a WebP. */
function chunk(kind: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return join(kind, length, data, data.length % 2 === 1 ? '\0' : '')
}

function riff(...chunks: Uint8Array[]): Buffer {
  return chunk('RIFF', join('WEBP', ...chunks))
}

/** An animation with many copies of the same image. */
function createAnimation(webp: Uint8Array, frames: number): Buffer {
  const head = Buffer.alloc(10)
  head[0] = 0x02 // animated
  head.writeUIntLE(23, 4, 3)
  head.writeUIntLE(15, 7, 3)
  const frameHeader = Buffer.alloc(16)
  frameHeader.writeUIntLE(23, 6, 3)
  frameHeader.writeUIntLE(15, 9, 3)
  frameHeader.writeUIntLE(10, 12, 3)
  const frame = chunk('ANMF', join(frameHeader, webp.subarray(12)))
  return riff(
    chunk('VP8X', head),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  )
}
