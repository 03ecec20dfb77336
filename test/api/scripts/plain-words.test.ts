import { describe, expect, test } from 'vitest'

const { listBannedWords } = await import('../../../scripts/plain-words.mjs' as string)

describe('a text with a banned word', () => {
  test.each([
    ['a comment', 'tea.ts', '/** Tells\n * whoever asks. */\nexport const tea = 1', 'tea.ts:2 whoever'],
    ['a comment of styles', 'tea.css', '/* for nobody */\n.tea {}', 'tea.css:1 nobody'],
    ['a document', 'tea.md', '# Tea\n\nSomebody drinks it.', 'tea.md:3 Somebody'],
    ['a migration', 'tea.sql', 'select 1;\n-- upkeeped', 'tea.sql:2 upkeep'],
    ['a message', 'tea.ts', "throw new Error('Nobody drinks tea.')", 'tea.ts:1 Nobody'],
    ['a part of a name', 'tea.ts', 'const isForNobody = true', 'tea.ts:1 Nobody'],
    ['a constant', 'tea.ts', 'const FOR_NOBODY = 1', 'tea.ts:1 NOBODY'],
    ['a local', 'tea.mjs', 'const tea = 1\nconst answer = tea', 'tea.mjs:2 answer'],
    ['a local of a pattern', 'tea.ts', 'const { tea: [kept] } = cup', 'tea.ts:1 kept'],
    ['a parameter', 'tea.ts', 'const drink = (told: boolean) => told', 'tea.ts:1 told'],
    ['a parameter of a type', 'tea.ts', 'type Drink = (place: number) => void', 'tea.ts:1 place'],
    ['a caught error', 'tea.ts', 'try {} catch (refusal) {}', 'tea.ts:1 refusal'],
    ['a function', 'tea.ts', 'function look() {}', 'tea.ts:1 look'],
    ['a component', 'Tea.tsx', 'const Shown = () => <p />', 'Tea.tsx:1 Shown'],
    ['a property of a type', 'tea.ts', 'type Tea = { words: string }', 'tea.ts:1 words'],
    ['a method of a class', 'tea.ts', 'class Tea { held() {} }', 'tea.ts:1 held'],
    ['a type', 'tea.ts', 'type Verdict = 1', 'tea.ts:1 Verdict'],
  ])('is listed with path and line when the word is in %s', (_kind, path, text, line) => {
    expect(listBannedWords(path, text)).toEqual([line])
  })
})

describe('a text is accepted', () => {
  test.each([
    ['uses a name that others declared', "import { place } from 'library'\nplace(tea.answer)"],
    ['writes a key of a payload', 'const payload = { answer: 1, words: [] }'],
    ['has the word as a part of another', 'const wordsPerLine = 1, knownItem = 2'],
    ['has the word in a sentence', '// The answer is known.'],
  ])('when it only %s', (_case, text) => {
    expect(listBannedWords('tea.ts', text)).toEqual([])
  })

  test('when the word is allowed below this path', () => {
    const text = 'type Wire = { answer: string }'
    const allowed = [{ path: 'src/wire/', word: 'answer', reason: 'the name that a source chose' }]
    expect(listBannedWords('src/wire/tea.ts', text, allowed)).toEqual([])
    expect(listBannedWords('src/tea.ts', text, allowed)).toEqual(['src/tea.ts:1 answer'])
  })
})
