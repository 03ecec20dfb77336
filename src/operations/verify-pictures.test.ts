import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeBucket } from '#features/images/server/storage/bucket.fake.ts'
import { openOwnBucket } from '#features/images/server/storage/own-bucket.ts'
import { readConfig } from '#platform/config.ts'
import { anAgent, aProduct, aQcPhoto, aReview } from '#support/factories.ts'
import { aPng } from '#support/forms.ts'
import { useDatabase } from '#test/database.ts'
import { verifyPictures } from './verify-pictures.ts'

describe('the images that rows name', () => {
  const database = useDatabase()
  let mediaDir = ''
  beforeEach(() => {
    mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
  })
  afterEach(() => rmSync(mediaDir, { recursive: true }))
  const put = (name: string, bytes: Uint8Array | string) => {
    mkdirSync(dirname(join(mediaDir, name)), { recursive: true })
    writeFileSync(join(mediaDir, name), bytes)
  }

  test('must be readable; external images are not requested', async () => {
    await aProduct(database.db, { thumbnail: 'demo/one.webp' })
    await aProduct(database.db, { thumbnail: '' })
    await aReview(database.db, { productImage: 'https://img.alicdn.com/a.jpg' })
    await anAgent(database.db, { image: '/agents/mark.svg' })
    await aQcPhoto(database.db, { image: 'qc/photo.webp' })
    for (const name of ['demo/one.webp', 'qc/photo.webp']) put(name, await aPng(10))
    expect(await verifyPictures(database.db, { mediaDir })).toEqual([])
  })

  test('are reported when they are missing or invalid', async () => {
    await aProduct(database.db, { thumbnail: 'demo/gone.webp' })
    await aQcPhoto(database.db, { image: 'qc/empty.webp' })
    await anAgent(database.db, { image: 'agents/folder.webp' })
    put('qc/empty.webp', '')
    mkdirSync(join(mediaDir, 'agents', 'folder.webp'), { recursive: true })
    expect(await verifyPictures(database.db, { mediaDir })).toEqual([
      {
        name: 'Every image that the database names must exist.',
        offenders: [
          'agents/folder.webp cannot be read',
          'demo/gone.webp cannot be read',
          'qc/empty.webp is not an image',
        ],
      },
    ])
  })

  test('may be in the bucket', async () => {
    const fake = await startFakeBucket()
    await aQcPhoto(database.db, { image: 'qc/shared.webp' })
    fake.objects.set('media/qc/shared.webp', { bytes: await aPng(10), type: 'image/png' })
    const bucket = openOwnBucket(readConfig({ S3_URL: fake.url }))
    expect(await verifyPictures(database.db, { mediaDir, bucket })).toEqual([])
    await fake.close()
  })
})
