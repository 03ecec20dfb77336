import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { useDatabase } from '#test/database.ts'
import { createHalves } from '#test/fixtures/picture-fixture.ts'
import { startFakeBucket } from '../storage/bucket.fake.ts'
import { openBucket } from '../storage/bucket.ts'
import { shareUploads } from './share-uploads.ts'
import { createUploads } from './uploads.ts'

const database = useDatabase()
const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
const log = { info: () => undefined, warn: () => undefined }
let fake: Awaited<ReturnType<typeof startFakeBucket>>
beforeAll(async () => {
  fake = await startFakeBucket()
})
afterAll(async () => {
  rmSync(mediaDir, { recursive: true })
  await fake.close()
})
beforeEach(() => {
  for (const name of readdirSync(mediaDir)) rmSync(join(mediaDir, name), { recursive: true })
  fake.objects.clear()
  fake.setBehavior('normal')
})

const openTestBucket = () => {
  const outbound = createOutbound({ breakerResetMs: 60_000, publicUrl: 'http://localhost:3000', log })
  return openBucket(fake.url, { outbound, timeoutMs: 2_000 })
}
function writeUpload(name: string, bytes = name): string {
  mkdirSync(join(mediaDir, name, '..'), { recursive: true })
  writeFileSync(join(mediaDir, name), bytes)
  return name
}
const listKeys = () => [...fake.objects.keys()].toSorted()

test('copies an upload to the bucket after the bucket has failed', async () => {
  const uploads = createUploads({ db: database.db, mediaDir, bucket: openTestBucket(), log })
  fake.setBehavior('failing')
  const stored = await uploads.store(await createHalves(60, 30).png().toBuffer(), 'qc')
  const name = 'name' in stored ? stored.name : ''
  await expect(shareUploads({ mediaDir, bucket: openTestBucket() })).rejects.toThrow('The bucket responded')
  expect(listKeys()).toEqual([])
  fake.setBehavior('normal')
  expect(await shareUploads({ mediaDir, bucket: openTestBucket() })).toBe(1)
  expect(listKeys()).toEqual([`media/${name}`])
  const object = fake.objects.get(`media/${name}`)
  expect([object?.type, object?.bytes]).toEqual(['image/webp', readFileSync(join(mediaDir, name))])
  fake.calls.length = 0
  expect(await shareUploads({ mediaDir, bucket: openTestBucket() })).toBe(0)
  expect(fake.calls).toEqual(['GET ?media/qc/'])
})

test('copies only uploads to the bucket', async () => {
  writeUpload('qc/.draft.tmp')
  writeUpload('demo/tote/shop-1.webp')
  writeUpload('agents/mark.webp')
  expect(await shareUploads({ mediaDir, bucket: openTestBucket() })).toBe(1)
  expect(listKeys()).toEqual(['media/agents/mark.webp'])
})

test('removes an upload from the bucket that was deleted during the copy', async () => {
  const name = writeUpload('qc/taken-back.webp')
  const bucket = openTestBucket()
  const slow: typeof bucket = {
    ...bucket,
    write: async (...args) => {
      rmSync(join(mediaDir, name))
      await bucket.write(...args)
    },
  }
  await shareUploads({ mediaDir, bucket: slow })
  expect(listKeys()).toEqual([])
})

test('does nothing without a bucket or without uploads', async () => {
  writeUpload('qc/a.webp')
  expect(await shareUploads({ mediaDir, bucket: undefined })).toBe(0)
  rmSync(join(mediaDir, 'qc'), { recursive: true })
  fake.calls.length = 0
  expect([await shareUploads({ mediaDir, bucket: openTestBucket() }), fake.calls]).toEqual([0, []])
})
