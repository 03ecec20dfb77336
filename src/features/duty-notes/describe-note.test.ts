import { expect, test } from 'vitest'
import { formatCheckedDate, splitDutyNote } from './describe-note.ts'
import notes from './duty-notes.json' with { type: 'json' }

test.each([
  ['VAT applies. Below EUR 150 more.', 'VAT applies.', 'Below EUR 150 more.'],
  ['A rate of 33.5% applies to parcels. It is new.', 'A rate of 33.5% applies to parcels.', 'It is new.'],
  ['One sentence only.', 'One sentence only.', ''],
  ['no end', 'no end', ''],
])('splits %s after its first sentence', (text, first, rest) => {
  expect(splitDutyNote(text)).toEqual({ first, rest })
})

test.each([
  ['2026-07', 'Jul 2026'],
  ['2026-11-22', '22 Nov 2026'],
  ['2021', '2021'],
  ['2025-12 to 2026-07', '2025-12 to 2026-07'],
])('formats the date %s as %s', (asOf, label) => {
  expect(formatCheckedDate(asOf)).toBe(label)
})

test('every built-in note has a short first sentence and more text after it', () => {
  for (const { text } of notes) {
    const { first, rest } = splitDutyNote(text)
    expect(first.length, first).toBeLessThanOrEqual(70)
    expect(rest, first).not.toBe('')
  }
})
