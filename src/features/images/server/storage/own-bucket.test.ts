import { expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { startFakeBucket } from './bucket.fake.ts'
import { createRemoteMedia, openOwnBucket } from './own-bucket.ts'

test('a backup includes the uploads of the bucket and nothing else', async () => {
  const fake = await startFakeBucket()
  for (const key of [
    'media/qc/photo.webp',
    'media/agents/mark.webp',
    'pictures/hash/320.webp',
    'media/qc/.draft',
  ])
    fake.objects.set(key, { bytes: Buffer.from(key), type: 'image/webp' })
  const bucket = openOwnBucket(readConfig({ S3_URL: fake.url }))
  const media = bucket && createRemoteMedia(bucket)
  expect((await media?.list())?.sort()).toEqual(['agents/mark.webp', 'qc/photo.webp'])
  expect(String(await media?.read('qc/photo.webp'))).toBe('media/qc/photo.webp')
  expect(await media?.read('qc/gone.webp')).toBeUndefined()
  expect(openOwnBucket(readConfig({}))).toBeUndefined()
  await fake.close()
})
