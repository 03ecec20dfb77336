import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createHalves, usePictureFixture } from '#test/fixtures/picture-fixture.ts'
import { hashImageSource } from '../uploads/signed-urls.ts'

describe('images rendered in the background', () => {
  const database = useDatabase()
  const fixture = usePictureFixture(database)

  const listJobs = async () => {
    const { rows } = await database.pool.query<{ singleton_key: string; state: string }>(
      `select singleton_key, state from pgboss.job where name = 'pictures' order by created_on`,
    )
    return rows
  }
  const waitUntilDone = () =>
    eventually(async () => {
      const rows = await listJobs()
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.filter(({ state }) => state !== 'completed')).toEqual([])
    })
  const aPicture = async () => fixture.addMedia('a.jpg', await createHalves(600, 300).jpeg().toBuffer())

  test('renders AVIF after two requests for a width, and adds it to the URL', async () => {
    const { get, pictures } = await fixture.aServer({ withJobs: true })
    const name = await aPicture()
    for (const width of [96, 96, 96, 320]) await get(name, width)
    expect(await listJobs()).toEqual([])
    await get(name, 320)
    await eventually(() => expect(pictures.toImageUrl(name)).toMatch(/\.webp#[0-9a-f]{6}-avif$/))
    expect(readdirSync(fixture.getFolder(name)).toSorted()).toEqual(['320.avif', '320.webp', '96.webp'])
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

  test('returns WebP at the URL of a missing AVIF, which is rendered after two requests', async () => {
    const { get } = await fixture.aServer({ withJobs: true })
    const name = await aPicture()
    const { statusCode, headers, rawPayload } = await get(name, 480, 'avif')
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=300',
    ])
    expect(rawPayload.equals((await get(name, 480)).rawPayload)).toBe(true)
    await waitUntilDone()
    expect((await get(name, 480, 'avif')).headers['content-type']).toBe('image/avif')
    rmSync(join(fixture.getFolder(name), '480.avif'))
    const other = await fixture.aServer()
    expect((await other.get(name, 480, 'avif')).headers['content-type']).toBe('image/webp')
    expect((await other.get('never.jpg', 480, 'avif')).statusCode).toBe(404)
  })

  test('renders no AVIF without background jobs', async () => {
    const { get, pictures } = await fixture.aServer()
    const name = await aPicture()
    for (let requestCount = 0; requestCount < 4; requestCount += 1) await get(name)
    await pictures.archive([fixture.remote('tee')])
    expect(readdirSync(fixture.getFolder(name))).toEqual(['320.webp'])
    expect(await listJobs()).toEqual([])
  })

  test('renders AVIF from the largest copy when the original is gone', async () => {
    const { get } = await fixture.aServer({ withJobs: true })
    for (const width of [480, 160]) await get(fixture.remote('tee'), width)
    fixture.simulator.setFault('pictures', 'not-found')
    await get(fixture.remote('tee'), 160)
    await waitUntilDone()
    expect(readdirSync(fixture.getFolder(fixture.remote('tee'))).toSorted()).toEqual([
      '160.avif',
      '160.webp',
      '480.avif',
      '480.webp',
    ])
  })

  test('fetches an archived image once and serves it when the host is down', async () => {
    const { get, pictures } = await fixture.aServer({ withJobs: true })
    const source = fixture.remote('qc-1')
    const previousCalls = fixture.simulator.calls('pictures')
    await Promise.all([pictures.archive([source, source]), pictures.archive([source])])
    await waitUntilDone()
    expect(fixture.simulator.calls('pictures') - previousCalls).toBe(1)
    expect(readdirSync(fixture.getFolder(source)).toSorted()).toEqual(['1600.webp', '480.webp'])
    expect(await pictures.findMetadata([source])).toMatchObject(
      new Map([[source, { width: 900, height: 900 }]]),
    )
    fixture.simulator.setFault('pictures', 'down')
    expect((await get(source, 320)).statusCode).toBe(200)
    await pictures.archive([source])
    expect(await listJobs()).toHaveLength(1)
  })

  test.each([
    ['gone', 'not-found'],
    ['not an image', 'wrong-schema'],
  ] as const)('does not retry an original that is %s', async (_what, fault) => {
    const { pictures } = await fixture.aServer({ withJobs: true })
    fixture.simulator.setFault('pictures', fault)
    await pictures.archive([fixture.remote('qc-2')])
    await waitUntilDone()
  })

  test('retries a host that is down later, without warnings, and for a limited time', async () => {
    const { pictures } = await fixture.aServer({ withJobs: true })
    const source = fixture.remote('qc-3')
    fixture.simulator.setFault('pictures', 'error')
    await pictures.archive([source])
    await eventually(async () => expect(await listJobs()).toMatchObject([{ state: 'retry' }]))
    const { rows } = await database.pool.query(
      `select extract(epoch from start_after - now())::int as seconds, output::text from pgboss.job where name = 'pictures'`,
    )
    expect(rows[0].seconds).toBeGreaterThan(20)
    expect(rows[0].seconds).toBeLessThanOrEqual(121)
    expect(rows[0].output).not.toContain('127.0.0.1')
    expect(fixture.log.warn).not.toHaveBeenCalledWith(expect.anything(), 'a job failed')
    await database.pool.query(
      `update pgboss.job set start_after = now() - interval '1 minute',
         data = jsonb_set(data, '{sent}', to_jsonb((extract(epoch from now()) * 1000)::bigint - 6 * 3600000 - 1))
       where name = 'pictures'`,
    )
    await waitUntilDone()
    fixture.simulator.setFault('pictures', 'none')
  })

  test('limits the archived images of an item and the length of the queue', async () => {
    const { pictures } = await fixture.aServer({
      withJobs: true,
      limits: { archivedAtOnce: 3, jobsWaiting: 4 },
    })
    fixture.simulator.setFault('pictures', 'error')
    const ids = (item: string) => Array.from({ length: 10 }, (_, at) => fixture.remote(`${item}-${at}`))
    await pictures.archive(ids('a'))
    expect(await listJobs()).toHaveLength(3)
    await pictures.archive(ids('b'))
    await pictures.archive(ids('c'))
    const expectedIds = [...ids('a').slice(0, 3), ...ids('b').slice(0, 1)]
    const keys = (await listJobs()).map(({ singleton_key: key }) => key)
    expect(keys.toSorted()).toEqual(
      expectedIds.map((source) => `archive ${hashImageSource(source)}`).toSorted(),
    )
  })
})
