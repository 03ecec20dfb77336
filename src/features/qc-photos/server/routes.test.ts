import { describe, expect, test } from 'vitest'
import { aProduct, aQcPhoto } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

describe('QC photos over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const fetchPhotos = (path: string) => app().get(`/qc-photos/${path}`)
  const item = { itemId: '9900661650', shopType: 'weidian' } as const

  test('returns photos as URLs with their details, newest first', async () => {
    await aQcPhoto(database.db, { ...item, takenAt: null, image: 'demo/shoe/qc-9.webp' })
    await aQcPhoto(database.db, { ...item, takenAt: new Date('2026-11-01T08:00:00Z') })
    await aQcPhoto(database.db, {
      ...item,
      source: 'Warehouse B',
      variant: 'White / navy',
      finding: 'Dried glue along the edge.',
      takenAt: new Date('2026-11-09T08:00:00Z'),
    })
    await aQcPhoto(database.db, { ...item, shopType: 'taobao' })
    const { body } = await fetchPhotos('9900661650?shopType=weidian')
    const address = expect.stringMatching(/^\/img\/[\w-]+\/720\/[\w-]+\.webp$/)
    expect(body).toMatchObject({
      success: true,
      data: {
        state: 'photos',
        photos: [address, address, address],
        items: [
          {
            url: address,
            source: 'Warehouse B',
            sources: ['Warehouse B'],
            agent: null,
            variant: 'White / navy',
            finding: 'Dried glue along the edge.',
            takenAt: '2026-11-09T08:00:00.000Z',
            width: 1080,
            height: 1080,
            placeholder: null,
          },
          { takenAt: '2026-11-01T08:00:00.000Z' },
          { takenAt: null },
        ],
      },
    })
  })

  test('returns the state none for an item without photos', async () => {
    const { status, body } = await fetchPhotos('652874751412?storeName=taobao')
    expect([status, body?.data]).toEqual([200, { state: 'none', photos: [], items: [] }])
  })

  test('without a marketplace returns the photos of the newest item with that id', async () => {
    await aQcPhoto(database.db, { itemId: '42', shopType: 'taobao', source: 'of taobao' })
    await aQcPhoto(database.db, { itemId: '42', shopType: 'ali_1688', source: 'of 1688' })
    await aProduct(database.db, { itemId: '42', shopType: 'ali_1688' })
    expect((await fetchPhotos('42')).body).toMatchObject({ data: { items: [{ source: 'of 1688' }] } })
    expect((await fetchPhotos('42?storeName=tmall')).body).toMatchObject({
      data: { items: [{ source: 'of taobao' }] },
    })
  })

  test.each([
    '..%2f..%2fetc',
    'a%20b',
    '%00',
    '1'.repeat(65),
    '1?storeName=ebay',
    '1?storeName=a&storeName=b',
  ])('rejects %s', async (path) => {
    expect((await fetchPhotos(path)).status).toBe(400)
  })

  test('returns no outside photos when no source is configured', async () => {
    const { status, body } = await app().get('/qc-external?shopType=taobao&goodsId=652874751412')
    expect([status, body?.data]).toEqual([200, [{ imgs: [], items: [], sources: [] }]])
  })

  test.each([
    '',
    '?shopType=taobao',
    '?goodsId=1',
    '?shopType=ebay&goodsId=1',
    '?shopType=taobao&goodsId=a%2Fb',
  ])('rejects a request for outside photos with %s', async (query) => {
    expect((await app().get(`/qc-external${query}`)).status).toBe(400)
  })
})
