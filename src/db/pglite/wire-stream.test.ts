import { expect, test } from 'vitest'
import { countCompleteBytes } from './wire-stream.ts'

const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
const query = Buffer.from([0x51, 0, 0, 0, 6, 0x3b, 0])

test('cuts a stream only between messages', () => {
  const stream = Buffer.concat([startup, query, query])
  const ends = [...stream, 0].map((_, length) => countCompleteBytes(stream.subarray(0, length)))
  expect(new Set(ends)).toEqual(new Set([0, 9, 16, 23]))
  expect(ends.every((end, length) => end <= length)).toBe(true)
})
