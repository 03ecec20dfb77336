import { expect, test } from 'vitest'
import { describeRefusedImage, detectImageKind } from './image-kinds.ts'

const message = 'Please select an image file'
const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['HEIC', '\0\0\0\x18ftypheix\0\0\0\0'],
  ['HEIC', '\0\0\0\x18ftypmif1\0\0\0\0heic'],
  ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0'],
  ['TIFF', 'II*\0\x08\0\0\0'],
  ['TIFF', 'MM\0*\0\0\0\x08'],
  ['BMP', 'BM\x36\x10\0\0\0\0\0\0\x36\0\0\0'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['SVG', '\xef\xbb\xbf\n<?xml version="1.0"?>\n<!-- made by hand --><svg width="9">'],
  ['JPEG XL', '\xff\x0a\xfa\x00'],
  ['PSD', '8BPS\0\x01'],
])('adds the name of the format to the message for %s', (name, start) => {
  expect(describeRefusedImage(toBytes(start), message)).toBe(
    `Please select an image file. ${name} cannot be used here: send JPEG, PNG or WebP.`,
  )
})

test.each([
  'Hello, world',
  '%PDF-1.7\n',
  'BMW owners, unite',
  '<!doctype html><script>alert(1)</script>',
  '<p>an <svg> in a page</p>',
  'GIF89a/*\x01\0\x01\0*/',
  '\0\0\0\x18ftypisom\0\0\0\0',
  '',
])('adds nothing to the message for %j', (start) => {
  expect(describeRefusedImage(toBytes(start), message)).toBe('Please select an image file')
})

test.each([
  ['png', '\x89PNG\r\n\x1a\n0000'],
  ['jpeg', '\xff\xd8\xff\xe0JFIF'],
  ['webp', 'RIFF\x10\x02\0\0WEBPVP8 '],
  ['gif', 'GIF89a000000'],
  ['avif', '\0\0\0\x1cftypavif'],
  [undefined, '\0\0\0\x18ftypheic'],
  [undefined, ''],
])('detects %s by its first bytes', (format, start) => {
  expect(detectImageKind(toBytes(start))).toBe(format)
})
