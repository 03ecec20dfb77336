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
  fake.setMood('well')
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

test('an upload that the bucket refused is there as soon as it takes one', async () => {
  const uploads = createUploads({ db: database.db, mediaDir, bucket: openTestBucket(), log })
  fake.setMood('failing')
  const stored = await uploads.store(await createHalves(60, 30).png().toBuffer(), 'qc')
  const name = 'name' in stored ? stored.name : ''
  await expect(shareUploads({ mediaDir, bucket: openTestBucket() })).rejects.toThrow('The bucket answered')
  expect(listKeys()).toEqual([])
  fake.setMood('well')
  expect(await shareUploads({ mediaDir, bucket: openTestBucket() })).toBe(1)
  expect(listKeys()).toEqual([`media/${name}`])
  const object = fake.objects.get(`media/${name}`)
  expect([object?.type, object?.bytes]).toEqual(['image/webp', readFileSync(join(mediaDir, name))])
  fake.calls.length = 0
  expect(await shareUploads({ mediaDir, bucket: openTestBucket() })).toBe(0)
  expect(fake.calls).toEqual(['GET ?media/qc/'])
})

test('nothing but what people uploaded is put there', async () => {
  writeUpload('qc/.draft.tmp')
  writeUpload('demo/tote/shop-1.webp')
  writeUpload('agents/mark.webp')
  expect(await shareUploads({ mediaDir, bucket: openTestBucket() })).toBe(1)
  expect(listKeys()).toEqual(['media/agents/mark.webp'])
})

test('what is taken back meanwhile does not stay there', async () => {
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

test('without a bucket, and without uploads, there is nothing to do', async () => {
  writeUpload('qc/a.webp')
  expect(await shareUploads({ mediaDir, bucket: undefined })).toBe(0)
  rmSync(join(mediaDir, 'qc'), { recursive: true })
  fake.calls.length = 0
  expect([await shareUploads({ mediaDir, bucket: openTestBucket() }), fake.calls]).toEqual([0, []])
})
