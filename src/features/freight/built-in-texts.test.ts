import { expect, test } from 'vitest'
import dutyNotes from '../duty-notes/duty-notes.json' with { type: 'json' }
import { builtInCard } from './built-in-card.ts'

/** Every sentence that came with the site about where a figure is from. */
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
  ['shows no working', /[=/_]| x our|\d x \d+ [a-z]{3,}/, false],
  [
    'is not about those who looked it up',
    /\b(ours?|inferred|as answered|taken (as|apart)|read as|looks like)\b/i,
    false,
  ],
  ['has numbers as everywhere', /\d %|\d-\d+ (d|days)\b|\d [A-Z]{3}\b(?! \d)(?=,|\.| (pay|in))/, false],
] as const)('every built-in text %s', (_what, pattern, expected) => {
  expect(texts.filter((text) => pattern.test(text) !== expected)).toEqual([])
})

test('no built-in text is longer than it has to be', () => {
  const long = (max: number, all: readonly string[]) => all.filter((text) => text.length > max)
  expect(
    long(
      130,
      builtInCard.lines.flatMap(({ rates }) => rates.flatMap(({ note }) => note ?? [])),
    ),
  ).toEqual([])
  expect(long(160, Object.values(builtInCard.sources ?? {}))).toEqual([])
})
