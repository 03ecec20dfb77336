import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DiskCache } from './disk-cache.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawn-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** As long as asked for, with the head of a WebP file. */
function webp(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.write('RIFF')
  bytes.writeUInt32LE(length - 8, 4)
  return bytes
}

const sizes = () => readdirSync(folder).map((hash) => statSync(join(folder, hash, '320.webp')).size)

test('what was written is read back, and nothing else', async () => {
  const cache = new DiskCache(folder, 1000)
  expect(await cache.read('a', 320)).toBeUndefined()
  await cache.write('a', 320, webp(100))
  expect((await cache.read('a', 320))?.equals(webp(100))).toBe(true)
  expect(await cache.read('a', 480)).toBeUndefined()
  expect(readdirSync(join(folder, 'a'))).toEqual(['320.webp'])
})

test.each([
  ['cut short', webp(100).subarray(0, 50)],
  ['empty', Buffer.alloc(0)],
  ['something else', Buffer.alloc(100)],
])('a file that is %s counts as missing', async (_name, bytes) => {
  const cache = new DiskCache(folder, 1000)
  await cache.write('a', 320, webp(100))
  writeFileSync(join(folder, 'a', '320.webp'), bytes)
  expect(await cache.read('a', 320)).toBeUndefined()
})

test('above its bound the oldest pictures go and the newest stays', async () => {
  const cache = new DiskCache(folder, 1000)
  for (let i = 0; i < 40; i += 1) {
    await cache.write(`hash${i}`, 320, webp(90))
    utimesSync(join(folder, `hash${i}`, '320.webp'), i, i)
    expect(sizes().reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(1000)
  }
  expect(await cache.read('hash39', 320)).toBeDefined()
  expect(await cache.read('hash0', 320)).toBeUndefined()
  expect(sizes().length).toBeGreaterThanOrEqual(8)
})

test('what an earlier process left counts too', async () => {
  await new DiskCache(folder, 10_000).write('old', 320, webp(950))
  utimesSync(join(folder, 'old', '320.webp'), 1, 1)
  await new DiskCache(folder, 1000).write('new', 320, webp(100))
  expect(readdirSync(folder)).toEqual(['new'])
})

test('many writers at once stay within the bound', async () => {
  const cache = new DiskCache(folder, 1000)
  await Promise.all(Array.from({ length: 60 }, (_, i) => cache.write(`hash${i}`, 320, webp(90))))
  await cache.write('last', 320, webp(90))
  expect(sizes().reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(1000)
})
