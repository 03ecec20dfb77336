import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createHalves, usePictureFixture } from '#test/fixtures/picture-fixture.ts'
import { hashImageSource } from '../uploads/signed-urls.ts'

describe('pictures drawn in the background over the %s database', () => {
  const database = useDatabase()
  const stage = usePictureFixture(database)

  const waiting = async () => {
    const { rows } = await database.pool.query<{ singleton_key: string; state: string }>(
      `select singleton_key, state from pgboss.job where name = 'pictures' order by created_on`,
    )
    return rows
  }
  const done = () =>
    eventually(async () => {
      const rows = await waiting()
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.filter(({ state }) => state !== 'completed')).toEqual([])
    })
  const aPicture = async () => stage.addMedia('a.jpg', await createHalves(600, 300).jpeg().toBuffer())

  test('AVIF comes after two looks at a width, beside what was looked at, and the address tells', async () => {
    const { get, pictures } = await stage.aServer({ withJobs: true })
    const name = await aPicture()
    for (const width of [96, 96, 96, 320]) await get(name, width)
    expect(await waiting()).toEqual([])
    await get(name, 320)
    await eventually(() => expect(pictures.toImageUrl(name)).toMatch(/\.webp#[0-9a-f]{6}-avif$/))
    expect(readdirSync(stage.getFolder(name)).toSorted()).toEqual(['320.avif', '320.webp', '96.webp'])
    const { statusCode, headers, rawPayload } = await get(name, 320, 'avif')
    const { format, compression, width } = await sharp(rawPayload).metadata()
    expect([statusCode, format, compression, width]).toEqual([200, 'heif', 'av1', 320])
    expect(headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await get(name, 320)).headers['content-type']).toBe('image/webp')
  })

  test('where there is no AVIF its address gives WebP for a while, and two such looks have it drawn', async () => {
    const { get } = await stage.aServer({ withJobs: true })
    const name = await aPicture()
    const { statusCode, headers, rawPayload } = await get(name, 480, 'avif')
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=300',
    ])
    expect(rawPayload.equals((await get(name, 480)).rawPayload)).toBe(true)
    await done()
    expect((await get(name, 480, 'avif')).headers['content-type']).toBe('image/avif')
    rmSync(join(stage.getFolder(name), '480.avif'))
    const other = await stage.aServer()
    expect((await other.get(name, 480, 'avif')).headers['content-type']).toBe('image/webp')
    expect((await other.get('never.jpg', 480, 'avif')).statusCode).toBe(404)
  })

  test('without jobs there is no AVIF and nothing waits', async () => {
    const { get, pictures } = await stage.aServer()
    const name = await aPicture()
    for (let requestCount = 0; requestCount < 4; requestCount += 1) await get(name)
    await pictures.archive([stage.remote('tee')])
    expect(readdirSync(stage.getFolder(name))).toEqual(['320.webp'])
    expect(await waiting()).toEqual([])
  })

  test('an AVIF of a host’s picture that is gone is drawn from the largest copy', async () => {
    const { get } = await stage.aServer({ withJobs: true })
    for (const width of [480, 160]) await get(stage.remote('tee'), width)
    stage.simulator.setFault('pictures', 'not-found')
    await get(stage.remote('tee'), 160)
    await done()
    expect(readdirSync(stage.getFolder(stage.remote('tee'))).toSorted()).toEqual([
      '160.avif',
      '160.webp',
      '480.avif',
      '480.webp',
    ])
  })

  test('what is to last is fetched once, and is there when the host is not', async () => {
    const { get, pictures } = await stage.aServer({ withJobs: true })
    const source = stage.remote('qc-1')
    const previousCalls = stage.simulator.calls('pictures')
    await Promise.all([pictures.archive([source, source]), pictures.archive([source])])
    await done()
    expect(stage.simulator.calls('pictures') - previousCalls).toBe(1)
    expect(readdirSync(stage.getFolder(source)).toSorted()).toEqual(['1600.webp', '480.webp'])
    expect(await pictures.findMetadata([source])).toMatchObject(
      new Map([[source, { width: 900, height: 900 }]]),
    )
    stage.simulator.setFault('pictures', 'down')
    expect((await get(source, 320)).statusCode).toBe(200)
    await pictures.archive([source])
    expect(await waiting()).toHaveLength(1)
  })

  test.each([
    ['gone', 'not-found'],
    ['no picture', 'wrong-schema'],
  ] as const)('one that is %s is given up at once', async (_what, fault) => {
    const { pictures } = await stage.aServer({ withJobs: true })
    stage.simulator.setFault('pictures', fault)
    await pictures.archive([stage.remote('qc-2')])
    await done()
  })

  test('a host that is down is asked again later, quietly, and not for ever', async () => {
    const { pictures } = await stage.aServer({ withJobs: true })
    const source = stage.remote('qc-3')
    stage.simulator.setFault('pictures', 'error')
    await pictures.archive([source])
    await eventually(async () => expect(await waiting()).toMatchObject([{ state: 'retry' }]))
    const { rows } = await database.pool.query(
      `select extract(epoch from start_after - now())::int as seconds, output::text from pgboss.job where name = 'pictures'`,
    )
    expect(rows[0].seconds).toBeGreaterThan(20)
    expect(rows[0].seconds).toBeLessThanOrEqual(121)
    expect(rows[0].output).not.toContain('127.0.0.1')
    expect(stage.log.warn).not.toHaveBeenCalledWith(expect.anything(), 'a job failed')
    await database.pool.query(
      `update pgboss.job set start_after = now() - interval '1 minute',
         data = jsonb_set(data, '{sent}', to_jsonb((extract(epoch from now()) * 1000)::bigint - 6 * 3600000 - 1))
       where name = 'pictures'`,
    )
    await done()
    stage.simulator.setFault('pictures', 'none')
  })

  test('an item has so many kept, and the queue takes no more than it may', async () => {
    const { pictures } = await stage.aServer({
      withJobs: true,
      limits: { archivedAtOnce: 3, jobsWaiting: 4 },
    })
    stage.simulator.setFault('pictures', 'error')
    const ids = (item: string) => Array.from({ length: 10 }, (_, at) => stage.remote(`${item}-${at}`))
    await pictures.archive(ids('a'))
    expect(await waiting()).toHaveLength(3)
    await pictures.archive(ids('b'))
    await pictures.archive(ids('c'))
    const expectedIds = [...ids('a').slice(0, 3), ...ids('b').slice(0, 1)]
    const keys = (await waiting()).map(({ singleton_key: key }) => key)
    expect(keys.toSorted()).toEqual(
      expectedIds.map((source) => `archive ${hashImageSource(source)}`).toSorted(),
    )
  })
})
