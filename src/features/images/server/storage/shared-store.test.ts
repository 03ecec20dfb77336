import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Bucket } from './bucket.ts'
import { DiskCache } from './disk-cache.ts'
import { createSharedStore } from './shared-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'shared-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('removes an image from the bucket, so that it is not loaded again', async () => {
  const objects = new Map<string, Buffer>()
  const bucket: Bucket = {
    read: async (key) => objects.get(key),
    write: async (key, bytes) => void objects.set(key, bytes),
    remove: async (key) => void objects.delete(key),
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)),
  }
  const store = createSharedStore({ disk: new DiskCache(folder, 1000), bucket, log: console })
  const bytes = Buffer.alloc(100)
  bytes.write('RIFF')
  bytes.writeUInt32LE(92, 4)
  bytes.write('WEBP', 8)
  for (const hash of ['a', 'ab']) await store.write(hash, '96.webp', bytes)
  expect([...objects.keys()]).toEqual(['pictures/a/96.webp', 'pictures/ab/96.webp'])
  await store.remove('a')
  expect([...objects.keys()]).toEqual(['pictures/ab/96.webp'])
  expect([await store.read('a', '96.webp'), await store.listFiles('a')]).toEqual([undefined, []])
  expect(await store.read('ab', '96.webp')).toEqual(bytes)
})
