import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createHalves, usePictureFixture } from '#test/fixtures/picture-fixture.ts'
import { startFakeBucket } from './storage/bucket.fake.ts'
import { openBucket } from './storage/bucket.ts'
import { createUploads } from './uploads/uploads.ts'

const readWidth = async (bytes: Buffer) => (await sharp(bytes).metadata()).width

describe('pictures whose original is gone over the %s database', () => {
  const database = useDatabase()
  const stage = usePictureFixture(database)

  test('are drawn from the largest copy there is, and that lasts', async () => {
    const { get } = await stage.aServer()
    for (const width of [96, 720]) await get(stage.remote('tee'), width)
    stage.simulator.setFault('pictures', 'not-found')
    const { statusCode, headers, rawPayload } = await get(stage.remote('tee'), 480)
    expect([statusCode, headers['cache-control'], await readWidth(rawPayload)]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      480,
    ])
    expect(readdirSync(stage.getFolder(stage.remote('tee')))).toContain('480.webp')
  })

  test('a smaller copy stands in for a larger one until the original is back', async () => {
    const { get } = await stage.aServer({ limits: { missingMs: 0 } })
    await get(stage.remote('tee'), 96)
    stage.simulator.setFault('pictures', 'not-found')
    const small = await get(stage.remote('tee'), 480)
    expect([small.headers['cache-control'], await readWidth(small.rawPayload)]).toEqual([
      'public, max-age=300',
      96,
    ])
    expect(readdirSync(stage.getFolder(stage.remote('tee')))).toEqual(['96.webp'])
    stage.simulator.setFault('pictures', 'none')
    await eventually(async () => {
      const back = await get(stage.remote('tee'), 480)
      expect([back.headers['cache-control'], await readWidth(back.rawPayload)]).toEqual([
        'public, max-age=31536000, immutable',
        480,
      ])
    })
  })

  describe('with a bucket that several instances share', () => {
    let fake: Awaited<ReturnType<typeof startFakeBucket>>
    beforeAll(async () => {
      fake = await startFakeBucket()
    })
    afterAll(() => fake.close())
    beforeEach(() => {
      fake.setMood('well')
      fake.objects.clear()
      fake.calls.length = 0
    })
    const aBucket = (timeoutMs = 2_000) => {
      const outbound = createOutbound({
        breakerResetMs: 60_000,
        publicUrl: 'http://localhost:3000',
        log: stage.log,
      })
      return openBucket(fake.url, { outbound, timeoutMs })
    }
    /** An instance with a disk of its own. */
    const anInstance = (disk: string, timeoutMs?: number) =>
      stage.aServer({ bucket: aBucket(timeoutMs), dataDir: join(stage.folder, disk) })

    test('one draws, the others take it from there, and keep it', async () => {
      const [one, two] = [await anInstance('one'), await anInstance('two')]
      const source = stage.remote('tee')
      const drawn = await one.get(source, 480)
      await eventually(() => expect(fake.objects.size).toBe(1))
      stage.simulator.setFault('pictures', 'down')
      const served = await two.get(source, 480)
      expect(served.rawPayload.equals(drawn.rawPayload)).toBe(true)
      expect(await readWidth((await two.get(source, 320)).rawPayload)).toBe(320)
      fake.setMood('failing')
      const three = await anInstance('two')
      expect((await three.get(source, 480)).rawPayload.equals(drawn.rawPayload)).toBe(true)
    })

    test('a copy whose bytes are broken there is drawn anew', async () => {
      const one = await anInstance('one')
      const drawn = await one.get(stage.remote('tee'), 480)
      await eventually(() => expect(fake.objects.size).toBe(1))
      for (const stored of fake.objects.values()) stored.bytes = stored.bytes.subarray(0, 40)
      const two = await anInstance('two')
      expect((await two.get(stage.remote('tee'), 480)).rawPayload.equals(drawn.rawPayload)).toBe(true)
    })

    test.each(['failing', 'silent'] as const)('one that is %s costs no picture', async (mood) => {
      fake.setMood(mood)
      const { get } = await anInstance('one', 200)
      for (const id of ['a', 'b', 'c']) expect((await get(stage.remote(id))).statusCode).toBe(200)
      expect(JSON.stringify(stage.log.warn.mock.calls)).not.toContain(fake.secret)
    })

    test('what people upload to one is shown by the others', async () => {
      const { db } = database
      const bucket = aBucket()
      const mediaDir = join(stage.folder, 'media')
      const uploads = createUploads({ db, mediaDir, bucket, log: stage.log })
      const stored = await uploads.store(await createHalves(600, 300).png().toBuffer(), 'qc')
      const name = 'name' in stored ? stored.name : ''
      rmSync(join(mediaDir, name))
      const { get } = await anInstance('two')
      expect(await readWidth((await get(name, 320)).rawPayload)).toBe(320)
      await uploads.discard(name)
      expect([...fake.objects.keys()].filter((key) => key.startsWith('media/'))).toEqual([])
    })

    test('an upload is taken in though the bucket is down, and only uploads are looked for there', async () => {
      fake.setMood('failing')
      const uploads = createUploads({
        db: database.db,
        mediaDir: join(stage.folder, 'media'),
        bucket: aBucket(),
        log: stage.log,
      })
      const stored = await uploads.store(await createHalves(60, 30).png().toBuffer(), 'qc')
      expect(stored).toMatchObject({ width: 60, height: 30 })
      const { get } = await anInstance('one')
      expect((await get('name' in stored ? stored.name : '')).statusCode).toBe(200)
      fake.calls.length = 0
      expect((await get('demo/missing.webp')).statusCode).toBe(404)
      expect(fake.calls.filter((call) => call.includes('media/'))).toEqual([])
    })
  })
})
