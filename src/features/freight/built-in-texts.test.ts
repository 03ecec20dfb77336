import { expect, test } from 'vitest'
import dutyNotes from '../duty-notes/duty-notes.json' with { type: 'json' }
import { builtInCard } from './built-in-card.ts'

/** Every built-in sentence about the source of a figure. */
const texts = [
  ...Object.values(builtInCard.sources ?? {}),
  ...builtInCard.lines.flatMap(({ rates }) => rates.flatMap(({ note }) => note ?? [])),
  ...dutyNotes.map(({ text }) => text),
]

test.each([
  ['is a sentence', /^[\p{Lu}].*\.$/u, true],
  ['names no key of another source', /\bS\d\b|\bILL\b/, false],
  [
    'names no file, repository or stored copy',
    /github|https?:|\.(csv|xlsx?|js|json)\b|stored file|public code/i,
    false,
  ],
  ['contains no formula', /[=/_]| x our|\d x \d+ [a-z]{3,}/, false],
  [
    'does not mention who researched it',
    /\b(ours?|inferred|as answered|taken (as|apart)|read as|looks like)\b/i,
    false,
  ],
  [
    'formats numbers like the rest of the site',
    /\d %|\d-\d+ (d|days)\b|\d [A-Z]{3}\b(?! \d)(?=,|\.| (pay|in))/,
    false,
  ],
] as const)('every built-in text %s', (_rule, pattern, expected) => {
  expect(texts.filter((text) => pattern.test(text) !== expected)).toEqual([])
})

test('every built-in text is short', () => {
  const filterLong = (maxLength: number, texts: readonly string[]) =>
    texts.filter((text) => text.length > maxLength)
  expect(
    filterLong(
      130,
      builtInCard.lines.flatMap(({ rates }) => rates.flatMap(({ note }) => note ?? [])),
    ),
  ).toEqual([])
  expect(filterLong(160, Object.values(builtInCard.sources ?? {}))).toEqual([])
})
