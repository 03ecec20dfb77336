import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plainText } from '#shared/format/plain-text.ts'
import { nameParameter } from './wire.ts'

function listMessages(name: string): string[] {
  return nameParameter.safeParse(name).error?.issues.map(({ message }) => message) ?? []
}

describe('a name', () => {
  test.each(['Ann', 'Ánna-Lena O’Neil 3', 'محمد', 'ราม', '李雷', '👩‍👩‍👧'])('accepts "%s"', (name) => {
    expect(nameParameter.parse(` ${name} `)).toBe(name)
  })

  test.each([
    ['', 'nothing'],
    ['   ', 'spaces'],
    ['\u200b', 'a space of no width'],
    ['\u2060\u200d', 'joiners'],
    ['\u3164', 'a filler'],
    ['\u2800', 'a blank pattern of dots'],
    ['\u0301\u0301', 'accents without a letter'],
    ['\u202e', 'a mark that turns the direction'],
  ])('counts as missing when it is %s (%j)', (name) => {
    expect(listMessages(name)).toEqual(['Please enter your name.'])
  })

  test.each([
    ['a\nb', 'a line break'],
    ['a\u2028b', 'a separator of lines'],
    ['a\u0000b', 'a control character'],
    ['a\u202eb', 'an override of the direction'],
    ['a\u061cb', 'a mark of Arabic letters'],
    ['a\u2067b', 'an isolate'],
    ['a\ud800b', 'half a character'],
  ])('is invalid with %s', (name) => {
    expect(listMessages(name)).toEqual(["This name contains characters we can't accept."])
  })
})

test.each([
  ['two\nlines\tand\r\na tab', true],
  ['a\u061cb', false],
  ['a\u202eb', false],
  ['a\u0000b', false],
])('a text of several lines %j is valid: %s', (text, isValid) => {
  expect(z.string().regex(plainText).safeParse(text).success).toBe(isValid)
})
