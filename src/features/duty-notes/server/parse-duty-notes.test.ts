import { expect, test } from 'vitest'
import builtInFile from '../duty-notes.json' with { type: 'json' }
import { parseDutyFile } from './parse-duty-notes.ts'

const note = { countries: ['DE', 'FR'], text: 'Ask customs.', asOf: '2026-11', source: 'Customs office' }
const withField = (field: object) => [{ ...note, ...field }]

test('accepts the built-in notes without changes', () => {
  expect(parseDutyFile(builtInFile)).toEqual(builtInFile)
})

test('trims texts', () => {
  expect(parseDutyFile(withField({ text: ' Ask customs. ' }))).toEqual([note])
})

test.each<[string, unknown, string]>([
  ['an object', {}, 'The file: This is not a list.'],
  ['a text', 'notes', 'The file: This is not a list.'],
  ['null', null, 'The file: This is not a list.'],
  ['a list of texts', ['DE'], 'notes[0]: This is not an object.'],
  [
    'a list of deep lists',
    JSON.parse('[['.repeat(5000) + ']]'.repeat(5000)),
    'notes[0]: This is not an object.',
  ],
  ['an unknown field', withField({ price: 1 }), unknownField('notes[0] (DE, FR)')],
  [
    'a key of the prototype',
    JSON.parse(JSON.stringify([note]).replace('{', '{"__proto__":{"x":1},')),
    unknownField('notes[0] (DE, FR)'),
  ],
  ['no text', withField({ text: undefined }), 'notes[0].text (DE, FR): This is missing.'],
  ['an empty text', withField({ text: ' ' }), 'notes[0].text (DE, FR): This is missing.'],
  ['an invisible text', withField({ text: '\u200b' }), 'notes[0].text (DE, FR): This is missing.'],
  ['a text that is a list', withField({ text: ['x'] }), 'notes[0].text (DE, FR): This is not a text.'],
  [
    'a text of two lines',
    withField({ text: 'a\nb' }),
    'notes[0].text (DE, FR): This is not one line of plain text.',
  ],
  [
    'a long text',
    withField({ text: 'x'.repeat(601) }),
    'notes[0].text (DE, FR): This has more than 600 characters.',
  ],
  [
    'a long date',
    withField({ asOf: '2'.repeat(41) }),
    'notes[0].asOf (DE, FR): This has more than 40 characters.',
  ],
  [
    'a long source',
    withField({ source: 'x'.repeat(201) }),
    'notes[0].source (DE, FR): This has more than 200 characters.',
  ],
  ['no country', withField({ countries: [] }), 'notes[0].countries: This names no country.'],
  [
    'an unknown country',
    withField({ countries: ['DE', 'UK'] }),
    "notes[0].countries[1] (DE): This isn't a country in /country.json.",
  ],
  [
    'a country twice',
    [note, { ...note, countries: ['FR'] }],
    'notes[1].countries: FR has a note in notes[0] already.',
  ],
])('rejects %s with one sentence', (_case, file, sentence) => {
  expect(() => parseDutyFile(file)).toThrow(new Error(sentence))
  expect(Object({}).x).toBeUndefined()
})

function unknownField(path: string): string {
  return `${path}: This has an unknown field; a note has countries, text, asOf and source.`
}
