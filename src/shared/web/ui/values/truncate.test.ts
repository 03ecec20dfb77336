import { expect, test } from 'vitest'
import { truncate } from './truncate.ts'

test.each([
  ['', 10, ''],
  ['exactly 10', 10, 'exactly 10'],
  ['eleven or so', 10, 'eleven or …'],
  ['Court low sneakers with suede overlays', 30, 'Court low sneakers with suede …'],
  ['123456789😀', 10, '123456789…'],
  ['12345678😀9', 10, '12345678😀…'],
])('%o cut to %i is %o', (text, most, expected) => {
  expect(truncate(text, most)).toBe(expected)
})
