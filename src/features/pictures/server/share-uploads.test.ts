import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOutbound } from '#shared/server/outbound.ts'
import { useDatabase } from '#test/database.ts'
import { halves } from '#test/picture-stage.ts'
import { startFakeBucket } from './bucket.fake.ts'
import { openBucket } from './bucket.ts'
import { shareUploads } from './share-uploads.ts'
import { createUploads } from './uploads.ts'

const database = useDatabase('server')
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

const aBucket = () => {
  const outbound = createOutbound({ breakerResetMs: 60_000, publicUrl: 'http://localhost:3000', log })
  return openBucket(fake.url, { outbound, timeoutMs: 2_000 })
}
function aFile(name: string, bytes = name): string {
  mkdirSync(join(mediaDir, name, '..'), { recursive: true })
  writeFileSync(join(mediaDir, name), bytes)
  return name
}
const keys = () => [...fake.objects.keys()].toSorted()

test('an upload that the bucket refused is there as soon as it takes one', async () => {
  const uploads = createUploads({ db: database.db, mediaDir, bucket: aBucket(), log })
  fake.setMood('failing')
  const stored = await uploads.store(await halves(60, 30).png().toBuffer(), 'qc')
  const name = 'name' in stored ? stored.name : ''
  await expect(shareUploads({ mediaDir, bucket: aBucket() })).rejects.toThrow('The bucket answered')
  expect(keys()).toEqual([])
  fake.setMood('well')
  expect(await shareUploads({ mediaDir, bucket: aBucket() })).toBe(1)
  expect(keys()).toEqual([`media/${name}`])
  const object = fake.objects.get(`media/${name}`)
  expect([object?.type, object?.bytes]).toEqual(['image/webp', readFileSync(join(mediaDir, name))])
  fake.calls.length = 0
  expect(await shareUploads({ mediaDir, bucket: aBucket() })).toBe(0)
  expect(fake.calls).toEqual(['GET ?media/qc/'])
})

test('nothing but what people uploaded is put there', async () => {
  aFile('qc/.draft.tmp')
  aFile('demo/tote/shop-1.webp')
  aFile('agents/mark.webp')
  expect(await shareUploads({ mediaDir, bucket: aBucket() })).toBe(1)
  expect(keys()).toEqual(['media/agents/mark.webp'])
})

test('what is taken back meanwhile does not stay there', async () => {
  const name = aFile('qc/taken-back.webp')
  const bucket = aBucket()
  const slow: typeof bucket = {
    ...bucket,
    write: async (...given) => {
      rmSync(join(mediaDir, name))
      await bucket.write(...given)
    },
  }
  await shareUploads({ mediaDir, bucket: slow })
  expect(keys()).toEqual([])
})

test('without a bucket, and without uploads, there is nothing to do', async () => {
  aFile('qc/a.webp')
  expect(await shareUploads({ mediaDir, bucket: undefined })).toBe(0)
  rmSync(join(mediaDir, 'qc'), { recursive: true })
  fake.calls.length = 0
  expect([await shareUploads({ mediaDir, bucket: aBucket() }), fake.calls]).toEqual([0, []])
})
