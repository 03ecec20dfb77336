import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { images, qcSnapshots } from '#db/schema.ts'
import { hashImageSource } from '#features/images/server/uploads/signed-urls.ts'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { aQcPhoto } from '#support/factories.ts'
import { anApp, type TestApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createSourcesFile } from '#test/fixtures/qc-fixture.ts'

const address = expect.stringMatching(/^\/img\/[\w-]+\/720\/[\w-]+\.webp(#[\w-]+)?$/)
const responseSchema = z.object({
  data: z.array(
    z.object({ imgs: z.array(z.string()), items: z.array(z.object({ sources: z.array(z.string()) })) }),
  ),
})

describe('outside QC photos over HTTP', () => {
  const database = useDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'qc-'))
  let simulator: Simulator
  let app: TestApp
  beforeAll(async () => {
    simulator = await startSimulator({ port: 0 })
    const file = join(folder, 'sources.json')
    writeFileSync(file, JSON.stringify(createSourcesFile(simulator, ['qc-agents', 'qc-records'])))
    app = await anApp({
      database,
      env: {
        QC_URL: simulator.getSourceUrl('qc'),
        QC_SOURCES: file,
        PRODUCT_INFO_URL: simulator.getSourceUrl('product-info'),
        RATE_MULTIPLIER: '1000',
      },
    })
  })
  afterEach(() => {
    simulator.setFault('all', 'none')
    expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
  afterAll(async () => {
    await app.close()
    await simulator.close()
    rmSync(folder, { recursive: true })
  })
  const fetchOutsidePhotos = (id: string) => app.get(`/qc-external?shopType=weidian&goodsId=${id}`)

  test('returns the photos of all sources, with the state of each', async () => {
    const { status, body } = await fetchOutsidePhotos('7711603445')
    expect(status).toBe(200)
    const item = { url: address, finding: null, width: expect.any(Number), height: expect.any(Number) }
    const ofAgents = { ...item, source: 'Source qc-agents', agent: 'KakoBuy', variant: 'Navy, M' }
    expect(body).toMatchObject({
      success: true,
      data: [
        {
          imgs: Array(10).fill(address),
          items: [...Array(4).fill(item), ...Array(3).fill(ofAgents), ...Array(3).fill(item)],
          sources: [
            { name: 'Outside QC source', state: 'photos', asOf: null },
            { name: 'Source qc-agents', state: 'photos', asOf: null },
            { name: 'Source qc-records', state: 'photos', asOf: null },
          ],
        },
      ],
    })
    expect(await database.db.$count(qcSnapshots)).toBe(3)
    expect(await database.db.$count(images)).toBe(10)
  })

  test('returns URLs of the images', async () => {
    const [response] = responseSchema.parse((await fetchOutsidePhotos('7711603446')).body).data
    const { status, headers } = await app.send(response?.imgs.at(-1)?.replace(/#.*/, '') ?? '')
    expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
  })

  test('returns a photo of two sources once, when both images are rendered', async () => {
    const own = `${new URL(simulator.getSourceUrl('pictures')).origin}/pictures/qc-7711603447-1.png?copy`
    await aQcPhoto(database.db, {
      shopType: 'weidian',
      itemId: '7711603447',
      image: own,
      source: 'Warehouse A',
    })
    await database.db.insert(images).values({
      hash: hashImageSource(own),
      source: own,
      width: 900,
      height: 900,
      colour: '#8fa3b2',
      fingerprint: '00000000ffff0000',
    })
    const rendered = { width: 900, height: 900, colour: '#8fa3b2', fingerprint: '00000000ffff0001' }
    await fetchOutsidePhotos('7711603447')
    await database.db.update(images).set(rendered)
    await eventually(async () => {
      const [response] = responseSchema.parse((await fetchOutsidePhotos('7711603447')).body).data
      const ours = (await app.get('/qc-photos/7711603447?shopType=weidian')).body
      expect(response?.items).toHaveLength(1)
      expect(response?.items[0]?.sources).toEqual([
        'Outside QC source',
        'Source qc-agents',
        'Source qc-records',
      ])
      expect(ours).toMatchObject({ data: { photos: response?.imgs } })
    })
  })

  test('returns the stored photos of a source that fails, and null without stored photos', async () => {
    const before = await fetchOutsidePhotos('7711603448')
    for (const name of ['qc', 'qc-agents', 'qc-records']) simulator.setFault(name, 'unauthorized')
    const rows = await database.db.select().from(qcSnapshots)
    await database.db.delete(qcSnapshots)
    const itemId = '7711603449'
    await database.db.insert(qcSnapshots).values(rows.slice(0, 1).map((row) => ({ ...row, itemId })))
    const after = await fetchOutsidePhotos(itemId)
    expect([before.status, after.status]).toEqual([200, 200])
    const [source, asOf] = [rows[0]?.source, rows[0]?.fetchedAt.toISOString()]
    const states = responseSchema
      .extend({ data: z.array(z.object({ sources: z.array(z.unknown()) })) })
      .parse(after.body)
    expect(states.data[0]?.sources).toContainEqual({ name: source, state: 'unavailable', asOf })
    expect((await fetchOutsidePhotos('7711603450')).body).toMatchObject({ success: true, data: null })
  })

  test('asks each source once for 500 visitors of an unknown item', async () => {
    const names = ['qc', 'qc-agents', 'qc-records', 'product-info']
    const before = names.map((name) => simulator.calls(name))
    const statuses = await Promise.all(
      Array.from({ length: 500 }, async (_, at) => {
        const path =
          at % 2 === 0
            ? '/qc-external?shopType=weidian&goodsId=880001'
            : '/product-info?shopType=weidian&productCode=880001&forceReload=true'
        return (await app.get(path)).status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(names.map((name, at) => simulator.calls(name) - (before[at] ?? 0))).toEqual([1, 1, 1, 1])
  })
})
