import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { DiskCache } from './disk-cache.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawn-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Bytes of the given length with the header of a WebP file. */
function createWebp(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.write('RIFF')
  bytes.writeUInt32LE(length - 8, 4)
  return bytes
}

const getFolderBytes = (hash: string) =>
  readdirSync(join(folder, hash)).reduce((total, file) => total + statSync(join(folder, hash, file)).size, 0)
const getUsedBytes = () => readdirSync(folder).reduce((total, hash) => total + getFolderBytes(hash), 0)
/** Sets the time of the last access. */
const setLastUsed = (hash: string, second: number) => utimesSync(join(folder, hash), second, second)

test('reads only files that were written', async () => {
  const cache = new DiskCache(folder, 1000)
  expect(await cache.read('a', '320.webp')).toBeUndefined()
  await cache.write('a', '320.webp', createWebp(100))
  expect((await cache.read('a', '320.webp'))?.equals(createWebp(100))).toBe(true)
  expect(await cache.read('a', '480.webp')).toBeUndefined()
  expect(await cache.read('a', '320.avif')).toBeUndefined()
  expect(readdirSync(join(folder, 'a'))).toEqual(['320.webp'])
})

test('removes all files of an image, and no others', async () => {
  const cache = new DiskCache(folder, 1000)
  for (const file of ['96.webp', '320.avif'] as const) await cache.write('a', file, createWebp(100))
  await cache.write('b', '96.webp', createWebp(50))
  await cache.remove('a')
  await cache.remove('missing')
  expect([await cache.listFiles('a'), readdirSync(folder), await cache.used()]).toEqual([[], ['b'], 50])
})

test('lists the files of an image, the largest WebP first', async () => {
  const cache = new DiskCache(folder, 1000)
  expect(await cache.listFiles('a')).toEqual([])
  for (const file of ['96.webp', '320.avif', '1080.webp'] as const)
    await cache.write('a', file, createWebp(20))
  writeFileSync(join(folder, 'a', 'half.tmp'), '')
  expect(await cache.listFiles('a')).toEqual(['1080.webp', '96.webp', '320.avif'])
})

describe('a broken file', () => {
  test.each([
    ['cut short', createWebp(100).subarray(0, 50)],
    ['empty', Buffer.alloc(0)],
    ['something else', Buffer.alloc(100)],
  ])('does not return a file that is %s', async (_name, bytes) => {
    const cache = new DiskCache(folder, 1000)
    await cache.write('a', '320.webp', createWebp(100))
    writeFileSync(join(folder, 'a', '320.webp'), bytes)
    expect(await cache.read('a', '320.webp')).toBeUndefined()
  })

  test('does not return an incomplete AVIF', async () => {
    const cache = new DiskCache(folder, 100_000)
    const avif = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
      .avif()
      .toBuffer()
    await cache.write('a', '96.avif', avif)
    expect((await cache.read('a', '96.avif'))?.equals(avif)).toBe(true)
    const file = join(folder, 'a', '96.avif')
    for (let length = avif.length - 1; length >= 0; length -= 7) {
      writeFileSync(file, avif.subarray(0, length))
      expect([length, await cache.read('a', '96.avif')]).toEqual([length, undefined])
    }
    writeFileSync(file, Buffer.concat([avif, Buffer.from('more')]))
    expect(await cache.read('a', '96.avif')).toBeUndefined()
  })
})

describe('above the maximum size', () => {
  test('deletes the least recently used images, and keeps the newest', async () => {
    const cache = new DiskCache(folder, 1000)
    for (let i = 0; i < 40; i += 1) {
      await cache.write(`hash${i}`, '320.webp', createWebp(90))
      setLastUsed(`hash${i}`, i)
      expect(getUsedBytes()).toBeLessThanOrEqual(1000)
    }
    expect(await cache.read('hash39', '320.webp')).toBeDefined()
    expect(await cache.read('hash0', '320.webp')).toBeUndefined()
    expect(readdirSync(folder).length).toBeGreaterThanOrEqual(8)
  })

  test('keeps a recently used image longer than newer ones', async () => {
    await new DiskCache(folder, 1000).write('loved', '320.webp', createWebp(90))
    for (let i = 0; i < 9; i += 1)
      await new DiskCache(folder, 1000).write(`hash${i}`, '320.webp', createWebp(90))
    for (const [second, hash] of ['loved', ...readdirSync(folder)].entries()) setLastUsed(hash, second + 1)
    setLastUsed('loved', 1)
    const next = new DiskCache(folder, 1000)
    await next.read('loved', '320.webp')
    await eventually(() => expect(statSync(join(folder, 'loved')).mtimeMs).toBeGreaterThan(1e12))
    await next.write('more', '320.webp', createWebp(150))
    expect(readdirSync(folder)).toContain('loved')
    expect(readdirSync(folder)).not.toContain('hash0')
  })

  test('deletes the smaller files of an image first, without changing its time of last use', async () => {
    const cache = new DiskCache(folder, 1000)
    for (const [second, hash] of ['old', 'young'].entries()) {
      for (const width of [96, 480] as const) await cache.write(hash, `${width}.webp`, createWebp(200))
      await cache.write(hash, '480.avif', createWebp(50))
      setLastUsed(hash, second + 1)
    }
    await cache.write('last', '320.webp', createWebp(150))
    expect(readdirSync(join(folder, 'old'))).toEqual(['480.webp'])
    expect(readdirSync(join(folder, 'young'))).toHaveLength(3)
    expect(statSync(join(folder, 'old')).mtimeMs).toBe(1000)
  })

  test('counts the files of an earlier process', async () => {
    await new DiskCache(folder, 10_000).write('old', '320.webp', createWebp(950))
    setLastUsed('old', 1)
    await new DiskCache(folder, 1000).write('new', '320.webp', createWebp(100))
    expect(readdirSync(folder)).toEqual(['new'])
  })

  test('writes an image whose folder is deleted at the same time', async () => {
    const cache = new DiskCache(folder, 10_000)
    for (let round = 0; round < 200; round += 1) {
      await Promise.all([cache.write('hash', '320.webp', createWebp(90)), cache.remove('hash')])
    }
  })

  test('stays below the maximum with many concurrent writes', async () => {
    const cache = new DiskCache(folder, 1000)
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => cache.write(`hash${i}`, '320.webp', createWebp(90))),
    )
    await cache.write('last', '320.webp', createWebp(90))
    expect(getUsedBytes()).toBeLessThanOrEqual(1000)
    expect(readFileSync(join(folder, 'last', '320.webp'))).toHaveLength(90)
  })
})

describe('on a disk that others fill', () => {
  test('deletes files when the disk is too full, stores nothing, and continues when there is space', async () => {
    const disk = { left: 1000 }
    const cache = new DiskCache(folder, 10_000, { left: async () => disk.left })
    for (let i = 0; i < 10; i += 1) {
      await cache.write(`hash${i}`, '320.webp', createWebp(100))
      setLastUsed(`hash${i}`, i)
    }
    disk.left = -500
    await cache.write('new', '320.webp', createWebp(100))
    expect([readdirSync(folder).toSorted(), getUsedBytes()]).toEqual([
      ['hash6', 'hash7', 'hash8', 'hash9'],
      400,
    ])
    disk.left = 0
    await cache.write('new', '320.webp', createWebp(100))
    expect(await cache.read('new', '320.webp')).toBeDefined()
    disk.left = -5000
    expect([await cache.makeRoom(), getUsedBytes(), await cache.used()]).toEqual([false, 0, 0])
  })
})
