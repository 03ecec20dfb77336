import { expect, test } from 'vitest'
import { truncate } from './truncate.ts'

test.each([
  ['', 10, ''],
  ['exactly 10', 10, 'exactly 10'],
  ['eleven or so', 10, 'eleven or …'],
  ['Court low sneakers with suede overlays', 30, 'Court low sneakers with suede …'],
  ['123456789😀', 10, '123456789…'],
  ['12345678😀9', 10, '12345678😀…'],
])('truncates %o to %i characters: %o', (text, maxLength, expected) => {
  expect(truncate(text, maxLength)).toBe(expected)
})
