import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { guessKindsOfFile } from './kind-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'kinds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function guess(text: string | Buffer): Promise<string> {
  const file = join(folder, 'titles.txt')
  writeFileSync(file, text)
  const chunks: Buffer[] = []
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  await guessKindsOfFile(file, output)
  return Buffer.concat(chunks).toString()
}

test.each([
  ['lines that end with a line feed', 'Hoodie\nShoe rack\n', 'hoodie\n-\n'],
  ['a last line without an end', 'Hoodie\nT-shirt dress', 'hoodie\ndress\n'],
  ['lines that end with CRLF', 'Hoodie\r\n连帽卫衣\r\n', 'hoodie\nhoodie\n'],
  ['empty lines', '\n\nHoodie\n\n', '-\n-\nhoodie\n-\n'],
  ['a mark of byte order', '\ufeffHoodie\n', 'hoodie\n'],
  ['an empty file', '', ''],
])('prints a line for each of %s', async (_what, text, printed) => {
  expect(await guess(text)).toBe(printed)
})

test('prints one line for one of many megabytes, and for each of many lines', async () => {
  expect(await guess(`${'连'.repeat(5_000_000)}\nHoodie\n`)).toBe('-\nhoodie\n')
  expect(await guess(Buffer.alloc(3_000_000, 0xff))).toBe('-\n')
  expect(await guess('Hoodie\r\n'.repeat(50_000))).toBe('hoodie\n'.repeat(50_000))
})

test('meets the goals for titles of seven languages', async () => {
  type Row = { title: string; kind: string | null; trap: boolean }
  const fixture = new URL('../../features/freight/fixtures/titles.jsonl', import.meta.url)
  const rows: Row[] = readFileSync(fixture, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const printed = await guess(rows.map(({ title }) => title).join('\n'))
  const guesses = printed.trimEnd().split('\n')
  expect(guesses).toHaveLength(150)
  const rate = (isTrap: boolean, isMet: (guessed: string, expected: string) => boolean) => {
    const results = rows.flatMap(({ trap, kind }, at) =>
      trap === isTrap ? [isMet(guesses[at] ?? '', kind ?? '-')] : [],
    )
    return results.filter(Boolean).length / results.length
  }
  const isWrong = (guessed: string, expected: string) => guessed !== '-' && guessed !== expected
  expect(rate(false, (guessed, expected) => guessed === expected)).toBeGreaterThanOrEqual(0.95)
  expect(rate(false, isWrong)).toBeLessThanOrEqual(0.02)
  expect(rate(true, isWrong)).toBeLessThanOrEqual(0.2)
})
