import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { stripPngText } from './png-metadata.ts'

const plain = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

/** Adds a chunk after the first one; the checksum of a removed chunk is not verified. */
function addChunk(kind: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([
    plain.subarray(0, 33),
    length,
    Buffer.from(kind),
    data,
    Buffer.alloc(4),
    plain.subarray(33),
  ])
}

const packed = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000, 'A'))])

test.each([
  ['tEXt', Buffer.from('Comment\0hello')],
  ['zTXt', packed],
  ['iTXt', Buffer.from('Comment\0\0\0\0\0hello')],
])('removes a %s chunk and nothing else', (kind, data) => {
  expect(stripPngText(addChunk(kind, data))).toEqual(plain)
})

test('keeps other chunks', () => {
  const other = addChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))
  expect(stripPngText(other)).toEqual(other)
  expect(stripPngText(plain)).toEqual(plain)
})

test.each([0, 8, 9, 20, 33, 40, plain.length - 1])('returns the first %i bytes unchanged', (length) => {
  expect(stripPngText(plain.subarray(0, length))).toEqual(plain.subarray(0, length))
})

test('keeps a chunk whose length is beyond the end of the file', () => {
  const wrongLength = Buffer.from(plain)
  wrongLength.writeUInt32BE(0xffff_ffff, 33)
  expect(stripPngText(wrongLength)).toEqual(wrongLength)
})

test('removes bytes after the end chunk', () => {
  expect(stripPngText(Buffer.concat([plain, Buffer.alloc(5_000_000)]))).toEqual(plain)
})

test('removes a million text chunks, and rejects an image in thousands of pieces', () => {
  const empty = addChunk('tEXt', Buffer.alloc(0)).subarray(33, 45)
  const head = plain.subarray(0, 33)
  const many = Buffer.concat([head, ...Array.from({ length: 1_000_000 }, () => empty), plain.subarray(33)])
  expect(stripPngText(many)).toEqual(plain)
  const piece = addChunk('gAMA', Buffer.alloc(4)).subarray(33, 49)
  const pieces = Array.from({ length: 2_000 }, () => [piece, empty]).flat()
  expect(() => stripPngText(Buffer.concat([head, ...pieces, plain.subarray(33)]))).toThrow(
    'The PNG has too many chunks.',
  )
})
