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

describe('images whose original is gone', () => {
  const database = useDatabase()
  const fixture = usePictureFixture(database)

  test('are rendered from the largest copy and stored', async () => {
    const { get } = await fixture.aServer()
    for (const width of [96, 720]) await get(fixture.remote('tee'), width)
    fixture.simulator.setFault('pictures', 'not-found')
    const { statusCode, headers, rawPayload } = await get(fixture.remote('tee'), 480)
    expect([statusCode, headers['cache-control'], await readWidth(rawPayload)]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      480,
    ])
    expect(readdirSync(fixture.getFolder(fixture.remote('tee')))).toContain('480.webp')
  })

  test('a smaller copy is served until the original is available again', async () => {
    const { get } = await fixture.aServer({ limits: { missingMs: 0 } })
    await get(fixture.remote('tee'), 96)
    fixture.simulator.setFault('pictures', 'not-found')
    const small = await get(fixture.remote('tee'), 480)
    expect([small.headers['cache-control'], await readWidth(small.rawPayload)]).toEqual([
      'public, max-age=300',
      96,
    ])
    expect(readdirSync(fixture.getFolder(fixture.remote('tee')))).toEqual(['96.webp'])
    fixture.simulator.setFault('pictures', 'none')
    await eventually(async () => {
      const back = await get(fixture.remote('tee'), 480)
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
      fake.setBehavior('normal')
      fake.objects.clear()
      fake.calls.length = 0
    })
    const aBucket = (timeoutMs = 2_000) => {
      const outbound = createOutbound({
        breakerResetMs: 60_000,
        publicUrl: 'http://localhost:3000',
        log: fixture.log,
      })
      return openBucket(fake.url, { outbound, timeoutMs })
    }
    /** Creates an instance with its own disk. */
    const anInstance = (disk: string, timeoutMs?: number) =>
      fixture.aServer({ bucket: aBucket(timeoutMs), dataDir: join(fixture.folder, disk) })

    test('one instance renders an image, and the others load it from the bucket and store it', async () => {
      const [one, two] = [await anInstance('one'), await anInstance('two')]
      const source = fixture.remote('tee')
      const drawn = await one.get(source, 480)
      await eventually(() => expect(fake.objects.size).toBe(1))
      fixture.simulator.setFault('pictures', 'down')
      const served = await two.get(source, 480)
      expect(served.rawPayload.equals(drawn.rawPayload)).toBe(true)
      expect(await readWidth((await two.get(source, 320)).rawPayload)).toBe(320)
      fake.setBehavior('failing')
      const three = await anInstance('two')
      expect((await three.get(source, 480)).rawPayload.equals(drawn.rawPayload)).toBe(true)
    })

    test('a broken copy in the bucket is rendered again', async () => {
      const one = await anInstance('one')
      const drawn = await one.get(fixture.remote('tee'), 480)
      await eventually(() => expect(fake.objects.size).toBe(1))
      for (const stored of fake.objects.values()) stored.bytes = stored.bytes.subarray(0, 40)
      const two = await anInstance('two')
      expect((await two.get(fixture.remote('tee'), 480)).rawPayload.equals(drawn.rawPayload)).toBe(true)
    })

    test.each(['failing', 'silent'] as const)(
      'a bucket that is %s does not prevent serving images',
      async (behavior) => {
        fake.setBehavior(behavior)
        const { get } = await anInstance('one', 200)
        for (const id of ['a', 'b', 'c']) expect((await get(fixture.remote(id))).statusCode).toBe(200)
        expect(JSON.stringify(fixture.log.warn.mock.calls)).not.toContain(fake.secret)
      },
    )

    test('an upload to one instance is served by the others', async () => {
      const { db } = database
      const bucket = aBucket()
      const mediaDir = join(fixture.folder, 'media')
      const uploads = createUploads({ db, mediaDir, bucket, log: fixture.log })
      const stored = await uploads.store(await createHalves(600, 300).png().toBuffer(), 'qc')
      const name = 'name' in stored ? stored.name : ''
      rmSync(join(mediaDir, name))
      const { get } = await anInstance('two')
      expect(await readWidth((await get(name, 320)).rawPayload)).toBe(320)
      await uploads.discard(name)
      expect([...fake.objects.keys()].filter((key) => key.startsWith('media/'))).toEqual([])
    })

    test('an upload succeeds while the bucket is down, and only uploads are requested from the bucket', async () => {
      fake.setBehavior('failing')
      const uploads = createUploads({
        db: database.db,
        mediaDir: join(fixture.folder, 'media'),
        bucket: aBucket(),
        log: fixture.log,
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
