import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { aPng } from './forms.ts'

/** Files that are no pictures, pretend to be some, or are more than a picture. */
type MakeFile = () => Uint8Array | string | Promise<Uint8Array | string>
export type HostileFile = readonly [what: string, make: MakeFile]

const encodeUint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
function createChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([encodeUint32(data.length), named, encodeUint32(crc32(named))])
}
const pngHead = Buffer.from('89504e470d0a1a0a', 'hex')
const black = { depth: 1, colour: 0 } // a bit for each pixel, so that the bomb is small

/** A whole PNG of one colour, however large. */
function createFlatPng(side: number): Buffer {
  const facts = Buffer.concat([
    encodeUint32(side),
    encodeUint32(side),
    Buffer.from([black.depth, black.colour, 0, 0, 0]),
  ])
  const pixels = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  return Buffer.concat([
    pngHead,
    createChunk('IHDR', facts),
    createChunk('IDAT', pixels),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A good PNG with something between its head and its pixels. */
async function createPngWith(type: string, data: Buffer): Promise<Buffer> {
  const png = await aPng()
  return Buffer.concat([png.subarray(0, 33), createChunk(type, data), png.subarray(33)])
}
const createUnfolding = () => deflateSync(Buffer.alloc(64 * 1024 * 1024))

const aJpeg = () =>
  sharp(Buffer.alloc(64 * 64 * 3, 120), { raw: { width: 64, height: 64, channels: 3 } })
    .jpeg()
    .toBuffer()

/** The head of a JPEG with any size in it. */
async function createJpegClaiming(side: number): Promise<Buffer> {
  const jpeg = Buffer.from(await aJpeg())
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  jpeg.writeUInt16BE(side, frame + 5)
  jpeg.writeUInt16BE(side, frame + 7)
  return jpeg
}

/** A segment of a JPEG that holds text, right behind its start. */
async function createJpegWith(marker: number, text: string): Promise<Buffer> {
  const jpeg = await aJpeg()
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  const segment = Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(text)])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

/** A GIF of many frames of one pixel; its canvas and the frames claim to be larger. */
function createGif(frames: number, { canvas = 1000, claimed = 1 } = {}): Buffer {
  const head = Buffer.from('47494638396100000000800000000000ffffff', 'hex')
  head.writeUInt16LE(canvas, 6)
  head.writeUInt16LE(canvas, 8)
  const frame = Buffer.from('21f90400000000002c0000000000000000000202440100', 'hex')
  frame.writeUInt16LE(claimed, 13)
  frame.writeUInt16LE(claimed, 15)
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

const createWebp = (frames: number) =>
  sharp(
    Buffer.alloc(8 * 8 * 3 * frames, 90).map((value, at) => value + Math.floor(at / 192)),
    {
      raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 },
    },
  )
    .webp({ lossless: true })
    .toBuffer()

const createSvg = (inside: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${inside}</svg>`
const laughs = Array.from({ length: 9 }, (_none, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
const zip = Buffer.concat([
  Buffer.from('PK\x03\x04\x14\0\0\0\0\0'),
  Buffer.alloc(40, 65),
  Buffer.from('PK\x05\x06'),
])
const page = '<!doctype html><script>alert(1)</script>'
const php = '<?php system($_GET["c"]); ?>'
const cutImage = async (picture: Promise<Buffer>, part: number) => {
  const bytes = await picture
  return bytes.subarray(0, Math.floor(bytes.length * part))
}
const createNoise = () =>
  sharp({
    create: {
      width: 90,
      height: 90,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

/** How it is refused: the sentence, the format's name where people send such files, and a cut JPEG's own. */
export const rejectionPattern = new RegExp(
  [
    '^Please select an image file(\\. [A-Z0-9 ]+ cannot be used here: send JPEG, PNG or WebP\\.)?$',
    '^A part of this image is missing\\. Save it again, or choose another one\\.$',
  ].join('|'),
)

/** What must be refused with the sentence for it. */
export const noPictures: readonly HostileFile[] = [
  ['SVG with a script', () => createSvg('<script>alert(1)</script>')],
  ['SVG with an event', () => createSvg('<rect onload="alert(1)" width="9" height="9"/>')],
  ['SVG with a page in it', () => createSvg(`<foreignObject width="9" height="9">${page}</foreignObject>`)],
  [
    'SVG that loads another file',
    () => createSvg('<image xlink:href="http://127.0.0.1:1/x" width="9" height="9"/>'),
  ],
  [
    'SVG that reads a file (XXE)',
    () => createSvg('&x;', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
  ],
  [
    'SVG of a billion laughs',
    () => createSvg('&l9;', `<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs.join('')}]>`),
  ],
  ['SVG after a byte order mark', () => `\ufeff${createSvg('<rect width="9" height="9"/>')}`],
  ['SVG after blanks', () => `\n\n  ${createSvg('<rect width="9" height="9"/>')}`],
  ['packed SVG', () => gzipSync(createSvg('<rect width="9" height="9"/>'))],
  ['a page', () => page],
  ['a script', () => 'alert(1)'],
  ['PHP', () => php],
  ['a ZIP', () => zip],
  ['a PDF', () => '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'],
  ['PostScript', () => '%!PS-Adobe-3.0 EPSF-3.0\nshowpage'],
  ['MVG', () => 'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "|id"'],
  ['a program', () => Buffer.from('7f454c4602010100', 'hex')],
  [
    'a TIFF',
    () =>
      sharp(Buffer.alloc(192), { raw: { width: 8, height: 8, channels: 3 } })
        .tiff()
        .toBuffer(),
  ],
  [
    'an AVIF',
    () =>
      sharp(Buffer.alloc(192), { raw: { width: 8, height: 8, channels: 3 } })
        .avif()
        .toBuffer(),
  ],
  ['a BMP', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(120)])],
  ['an icon', () => Buffer.concat([Buffer.from('00000100010010100000', 'hex'), Buffer.alloc(120)])],
  ['a page behind a GIF’s head', () => `GIF89a${page}`],
  ['a script that is a GIF’s head', () => 'GIF89a/*\x01\0\x01\0*/=1;alert(1)//'],
  ['a page behind a PNG’s head', () => Buffer.concat([pngHead, Buffer.from(page)])],
  ['a page behind a JPEG’s head', () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(page)])],
  ['a page behind a WebP’s head', () => `RIFF\x40\0\0\0WEBPVP8 ${page}`],
  ['a PNG of 17,000 × 17,000', () => createFlatPng(17_000)],
  ['a PNG of 30,000 × 30,000', () => createFlatPng(30_000)],
  ['a PNG of 5,001 × 5,001', () => createFlatPng(5_001)],
  ['a JPEG that claims 65,535 × 65,535', () => createJpegClaiming(65_535)],
  ['a GIF that claims 65,535 × 65,535', () => createGif(1, { canvas: 65_535, claimed: 65_535 })],
  ['a cut PNG', () => cutImage(createNoise().png().toBuffer(), 0.5)],
  ['a cut JPEG', () => cutImage(createNoise().jpeg().toBuffer(), 0.5)],
  ['a cut WebP', () => cutImage(createNoise().webp({ lossless: true }).toBuffer(), 0.5)],
  ['a PNG without pixels', async () => Buffer.concat([(await aPng()).subarray(0, 33)])],
  [
    'a PNG with a wrong checksum',
    async () => (await createNoise().png().toBuffer()).map((byte, at) => (at === 900 ? byte ^ 255 : byte)),
  ],
  ['one byte', () => 'x'],
  ['no byte', () => ''],
]

/** Files that are both a picture and something else. A site may accept them if it removes the other content. */
export const pictures: readonly HostileFile[] = [
  ['a JPEG with a ZIP behind it', async () => Buffer.concat([await aJpeg(), zip])],
  ['a PNG with a page behind it', async () => Buffer.concat([await aPng(), Buffer.from(page)])],
  ['a GIF with PHP behind it', () => Buffer.concat([createGif(1), Buffer.from(php)])],
  [
    'a PNG with a script in a text',
    () => createPngWith('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
  ],
  ['a JPEG with PHP in a comment', () => createJpegWith(0xfe, php)],
  ['a JPEG with a page for its EXIF', () => createJpegWith(0xe1, `Exif\0\0${page}`)],
  [
    'a PNG whose text unfolds',
    async () => createPngWith('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), createUnfolding()])),
  ],
  [
    'a PNG whose profile unfolds',
    async () => createPngWith('iCCP', Buffer.concat([Buffer.from('icc\0\0'), createUnfolding()])),
  ],
  ['a GIF of 10,000 frames', () => createGif(10_000)],
  ['a GIF of one pixel on a canvas of 65,535 × 65,535', () => createGif(1, { canvas: 65_535 })],
  ['a WebP of 60 frames', () => createWebp(60)],
  [
    'a photo that knows where it was taken',
    async () =>
      sharp(await aJpeg())
        .withExif({
          IFD0: { Copyright: 'PK\x03\x04' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
        })
        .jpeg()
        .toBuffer(),
  ],
  ['a picture of 5,000 × 5,000', () => createFlatPng(5_000)],
]
