import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

/** What a field of a form holds, as whoever sends it says. */
export type Picture = { name: string; bytes: Uint8Array; fileName?: string; type?: string }

const text = (words: string): Uint8Array => Buffer.from(words)
const join = (...parts: (Uint8Array | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

/** A picture of a few colours, as anybody's. */
const honest = () => sharp({ create: { width: 24, height: 16, channels: 3, background: 'teal' } })

const svg = (inside: string, before = '') =>
  text(`${before}<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${inside}</svg>`)

const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
  '',
)

/** Files that are no picture of a kind we take, whatever they call themselves: none may be kept. */
export function disguised(): Picture[] {
  const named = (name: string, bytes: Uint8Array, fileName = 'mark.png', type = 'image/png') => ({
    name,
    bytes,
    fileName,
    type,
  })
  return [
    named('SVG with a script', svg('<script>alert(1)</script>'), 'mark.svg', 'image/svg+xml'),
    named('SVG called PNG', svg('<script>alert(1)</script>')),
    named('SVG with a page inside', svg('<foreignObject><body onload="alert(1)"/></foreignObject>')),
    named('SVG that loads another', svg('<image href="http://127.0.0.1:1/x.png" width="8" height="8"/>')),
    named(
      'SVG that reads a file',
      svg('<text>&x;</text>', '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ),
    named('SVG of a billion laughs', svg('<text>&l9;</text>', `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`)),
    named('SVG after blanks', text(`\ufeff\n\n  ${svg('<script>alert(1)</script>')}`)),
    named('SVG packed', gzipSync(svg('<script>alert(1)</script>')), 'mark.svgz', 'image/svg+xml'),
    named('HTML', text('<!doctype html><script>alert(1)</script>'), 'mark.html', 'text/html'),
    named('HTML called PNG', text('<!doctype html><script>alert(1)</script>')),
    named('JavaScript called PNG', text('alert(1)')),
    named('PHP called PNG', text('<?php system($_GET["c"]); ?>'), 'mark.php.png'),
    named(
      'a script behind the first bytes of a GIF',
      text('GIF89a/*<script>*/=1;alert(1)//'),
      'mark.gif',
      'image/gif',
    ),
    named('a script behind the first bytes of a PNG', join('\x89PNG\r\n\x1a\n', '<script>alert(1)</script>')),
    named('a script behind the first bytes of a JPEG', join('\xff\xd8\xff\xe0', '<script>alert(1)</script>')),
    named(
      'a script behind the first bytes of a WebP',
      join('RIFF\x20\0\0\0WEBPVP8 ', '<script>alert(1)</script>'),
    ),
    named(
      'a command for ImageMagick',
      text("push graphic-context\nimage over 0,0 0,0 'https://127.0.0.1/x|id'"),
    ),
    named('PostScript', text('%!PS\n(/etc/passwd) (r) file pop'), 'mark.eps', 'application/postscript'),
    named('PDF', text('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')),
    named(
      'BMP',
      join('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0', Buffer.alloc(28)),
    ),
    named('icon', join('\0\0\x01\0\x01\0\x01\x01\0\0\x01\0\x20\0\x30\0\0\0\x16\0\0\0', Buffer.alloc(48))),
    named('film called PNG', join('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', Buffer.alloc(200))),
    named('ZIP called PNG', join('PK\x03\x04\x14\0\0\0\0\0', Buffer.alloc(60))),
    named('one byte', text('\x89')),
    named('noise', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919 + (at >> 3)) % 256))),
  ]
}

/** Pictures of a kind we take, but broken, of the wrong size, or of another kind: none may be kept. */
export async function hopeless(): Promise<Picture[]> {
  const [png, jpeg, webp, tiff, avif] = await Promise.all([
    honest().png().toBuffer(),
    honest().jpeg().toBuffer(),
    honest().webp().toBuffer(),
    honest().tiff().toBuffer(),
    honest().avif({ effort: 0 }).toBuffer(),
  ])
  const half = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2))
  return [
    { name: 'TIFF', bytes: tiff, fileName: 'mark.tif', type: 'image/tiff' },
    { name: 'AVIF', bytes: avif, fileName: 'mark.avif', type: 'image/avif' },
    { name: 'half a PNG', bytes: half(png) },
    { name: 'half a JPEG header', bytes: jpeg.subarray(0, 30), type: 'image/jpeg' },
    { name: 'half a WebP', bytes: webp.subarray(0, 24), type: 'image/webp' },
    { name: 'a PNG of its first bytes alone', bytes: png.subarray(0, 33) },
    { name: 'a PNG of 0 × 0', bytes: flatPng(0, 0) },
    { name: 'a flat PNG of 17,000²', bytes: flatPng(17_000, 17_000) },
    { name: 'a flat PNG of 30,000²', bytes: flatPng(30_000, 30_000) },
    { name: 'a flat PNG of 26 megapixels', bytes: flatPng(26_000, 1000) },
    { name: 'a PNG of 2,000,000 × 13', bytes: flatPng(2_000_000, 13) },
    { name: 'a JPEG that says 65,535²', bytes: jpegSaying(jpeg, 65_535), type: 'image/jpeg' },
    { name: 'a GIF that says 65,535²', bytes: gif(65_535, 1, '', 65_535), type: 'image/gif' },
    { name: 'a byte more than 5 MB', bytes: join(png, Buffer.alloc(5 * 1024 * 1024 + 1 - png.length)) },
    { name: '10 MB', bytes: Buffer.alloc(10 * 1024 * 1024, 'x') },
  ]
}

/** Pictures with something in them beside the picture: either refused, or kept without it. */
export async function laden(): Promise<Picture[]> {
  const [png, jpeg, webp] = await Promise.all([
    honest().png().toBuffer(),
    honest().jpeg().toBuffer(),
    honest().webp({ lossless: true }).toBuffer(),
  ])
  const located = await honest()
    .withExif({
      IFD0: { Copyright: '<script>alert(1)</script>' },
      IFD3: { GPSLatitude: '51/1 30/1 3230/100' },
    })
    .jpeg()
    .toBuffer()
  const packed = (length: number) => join('x\0\0', deflateSync(Buffer.alloc(length, 'A')))
  return [
    { name: 'a JPEG that says where it was taken', bytes: located, type: 'image/jpeg' },
    {
      name: 'a JPEG with a ZIP behind it',
      bytes: join(jpeg, 'PK\x03\x04', Buffer.alloc(40)),
      type: 'image/jpeg',
    },
    {
      name: 'a JPEG with a page in a comment',
      bytes: join(jpeg.subarray(0, 2), comment('<script>alert(1)</script>'), jpeg.subarray(2)),
      type: 'image/jpeg',
    },
    { name: 'a PNG with a page behind it', bytes: join(png, '<script>alert(1)</script>') },
    {
      name: 'a PNG with a page in its text',
      bytes: withChunk(png, 'tEXt', text('Comment\0<script>alert(1)</script>')),
    },
    {
      name: 'a PNG with PHP in its text',
      bytes: withChunk(png, 'tEXt', text('Comment\0<?php system("id"); ?>')),
    },
    { name: 'a PNG with 50 MB of text packed', bytes: withChunk(png, 'zTXt', packed(50_000_000)) },
    { name: 'a PNG with a profile of 50 MB packed', bytes: withChunk(png, 'iCCP', packed(50_000_000)) },
    {
      name: 'a GIF that is a script too',
      bytes: gif(0x2f2a, 1, '*/=1;alert(1)//<script>'),
      type: 'image/gif',
    },
    { name: 'a GIF of 10,000 frames', bytes: gif(1, 10_000), type: 'image/gif' },
    { name: 'a WebP of 10,000 frames', bytes: framesOf(webp, 10_000), type: 'image/webp' },
    {
      name: 'a WebP with a page as metadata',
      bytes: riff(webp.subarray(12), chunk4('XMP ', text('<script>alert(1)</script>'))),
      type: 'image/webp',
    },
    { name: 'a PNG that says it is HTML', bytes: png, fileName: 'mark.html', type: 'text/html' },
    { name: 'a PNG that says it is an SVG', bytes: png, fileName: 'mark.svg', type: 'image/svg+xml' },
  ]
}

function pngChunk(kind: string, data: Uint8Array): Buffer {
  const named = join(kind, data)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return join(length, named, sum)
}

/** A PNG of one colour and a bit for each pixel, which packs very well. */
function flatPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 })
  const chunks = [pngChunk('IHDR', head), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]
  return join('\x89PNG\r\n\x1a\n', ...chunks)
}

/** The PNG with a chunk more, behind the first. */
function withChunk(png: Uint8Array, kind: string, data: Uint8Array): Buffer {
  return join(png.subarray(0, 33), pngChunk(kind, data), png.subarray(33))
}

function comment(words: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(words.length + 2)
  return join('\xff\xfe', length, words)
}

/** The JPEG with other sizes in its frame header. */
function jpegSaying(jpeg: Uint8Array, size: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(size, frame + 5)
  changed.writeUInt16BE(size, frame + 7)
  return changed
}

function squareOf(width: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(width, 2)
  return size
}

/** A GIF with small frames, and a comment. */
function gif(width: number, frames: number, words = '', frameWidth = 1): Buffer {
  const size = squareOf(width)
  const head = join('GIF89a', size, '\x80\0\0', '\0\0\0\xff\xff\xff')
  const said = words ? join('\x21\xfe', Buffer.from([words.length]), words, '\0') : ''
  const frame = join(
    '\x21\xf9\x04\0\x01\0\0\0',
    '\x2c\0\0\0\0',
    squareOf(frameWidth),
    '\0',
    '\x02\x02\x44\x01\0',
  )
  return join(head, said, ...Array.from({ length: frames }, () => frame), '\x3b')
}

function chunk4(kind: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return join(kind, length, data, data.length % 2 === 1 ? '\0' : '')
}

function riff(...chunks: Uint8Array[]): Buffer {
  return chunk4('RIFF', join('WEBP', ...chunks))
}

/** An animation that shows the same picture again and again. */
function framesOf(webp: Uint8Array, frames: number): Buffer {
  const head = Buffer.alloc(10)
  head[0] = 0x02 // animated
  head.writeUIntLE(23, 4, 3)
  head.writeUIntLE(15, 7, 3)
  const where = Buffer.alloc(16)
  where.writeUIntLE(23, 6, 3)
  where.writeUIntLE(15, 9, 3)
  where.writeUIntLE(10, 12, 3)
  const frame = chunk4('ANMF', join(where, webp.subarray(12)))
  return riff(
    chunk4('VP8X', head),
    chunk4('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  )
}
