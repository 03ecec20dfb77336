import { expect, it } from 'vitest'
import { findImageProblem, formatFileSize } from './image-file.ts'

const png = '\x89PNG\r\n\x1a\n0000'

function createFile(start: string, type: string, length = start.length): Blob {
  const bytes = new Uint8Array(length)
  bytes.set([...start].map((letter) => letter.charCodeAt(0)))
  return new Blob([bytes], { type })
}

it.each([
  ['PNG', png, 'image/png'],
  ['JPEG', '\xff\xd8\xff\xe0JFIF0000', 'image/jpeg'],
  ['WebP', 'RIFF\x10\x02\x00\x00WEBPVP8 ', 'image/webp'],
  ['GIF', 'GIF89a000000', 'image/gif'],
])('accepts a %s', async (_kind, start, type) => {
  expect(await findImageProblem(createFile(start, type))).toBeUndefined()
})

it.each([
  ['a text', 'Hello, world', 'text/plain'],
  ['a text that calls itself a picture', 'Hello, world', 'image/png'],
  ['a picture that calls itself a text', png, 'text/plain'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', 'image/svg+xml'],
  ['another kind in a RIFF', 'RIFF\x10\x02\x00\x00WAVEfmt ', 'image/webp'],
  ['a file of one byte', '\x89', 'image/png'],
  ['an empty file', '', 'image/png'],
])('rejects %s', async (_kind, start, type) => {
  expect(await findImageProblem(createFile(start, type))).toBe('no-image')
})

it('accepts files of at most 5 MB', async () => {
  const limit = 5 * 1024 * 1024
  expect(await findImageProblem(createFile(png, 'image/png', limit))).toBeUndefined()
  expect(await findImageProblem(createFile(png, 'image/png', limit + 1))).toBe('too-large')
})

it.each([
  [512, '512 bytes'],
  [188_416, '184 KB'],
  [3 * 1024 * 1024 + 300_000, '3.3 MB'],
])('formats %i bytes as %s', (bytes, formatted) => {
  expect(formatFileSize(bytes)).toBe(formatted)
})
