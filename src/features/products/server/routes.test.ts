import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { products } from '#db/schema.ts'
import { anAgent, aProduct, aQcPhoto, aQcSet } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { claims } from '../claims.ts'

const list = '/products/getAllProduct'
const admin = { authorization: tokens.admin }

function getField(reply: Reply, name: string): unknown[] {
  const { data } = reply.body ?? {}
  return Array.isArray(data) ? data.map((item) => item[name]) : []
}

describe('the catalogue over HTTP', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)
  const codes = async (query: string) => getField(await app().get(list + query), 'productCode')
  const find = (query: string) => app().get(`/products/findProductById${query}`)

  async function addProducts() {
    const { db } = database
    await aProduct(db, { itemId: 'tee', shopType: 'ali_1688', priceFen: 5900, onTrend: true })
    await aProduct(db, { itemId: 'bag', shopType: 'taobao', priceFen: 11_850 })
    await aProduct(db, { itemId: 'shoe', shopType: 'weidian', priceFen: 18_900, onTrend: true })
  }

  test('returns exactly the specified fields of an item and our additional ones', async () => {
    const row = await aProduct(database.db, {
      itemId: '990000586007',
      shopType: 'ali_1688',
      name: 'Small flap crossbody bag',
      priceFen: 11_890,
      weightGrams: 420,
      shippingDays: 3,
      dimensions: '25x18x6',
      onTrend: true,
      totalView: 12,
      ratingSum: 13,
      reviewCount: 3,
    })
    const item = { itemId: row.itemId, shopType: row.shopType }
    await aQcPhoto(database.db, { ...item, takenAt: new Date('2026-11-01T08:00:00Z') })
    await aQcPhoto(database.db, { ...item, takenAt: new Date('2026-11-03T08:00:00Z') })
    await aQcPhoto(database.db, { ...item, takenAt: null })
    await aQcSet(database.db, item)
    await aQcPhoto(database.db, { ...item, shopType: 'taobao' })
    const photos = await app().get(`/qc-photos/${row.itemId}?shopType=${row.shopType}`)
    const [newest] = Object(photos.body).data.items
    expect(newest.takenAt).toBe('2026-11-03T08:00:00.000Z')
    const reply = await app().get(list)
    expect(reply.body).toEqual({
      success: true,
      statusCode: 200,
      message: 'OK',
      data: [
        {
          _id: row.id,
          name: 'Small flap crossbody bag',
          price: 118.9,
          thumbnailImg: expect.stringMatching(/^\/img\/[\w-]+\/720\/[\w-]+\.webp$/),
          storeName: '1688',
          shopType: 'ali_1688',
          productCode: '990000586007',
          weight: 420,
          shippingTime: 3,
          dimensions: '25x18x6',
          onTrend: true,
          serial: 1,
          totalView: 12,
          avgRetting: 4.33,
          avgRating: 4.33,
          totalReview: 3,
          qcCount: 3,
          qcNewest: '2026-11-03T08:00:00.000Z',
          qcImage: newest.url,
          qcVariant: null,
          shown: {
            skuId: null,
            name: '',
            pictured: '',
            price: 118.9,
            image: expect.stringMatching(/^\/img\//),
          },
          kind: { id: 'shoulder-bag', category: '301', gramsFrom: 250, gramsTo: 1000 },
          ownKind: null,
          version: 1,
        },
      ],
    })
  })

  test('returns null for unknown fields, and a rating of 0 without reviews', async () => {
    await aProduct(database.db)
    const reply = await app().get(list)
    expect(reply.body).toMatchObject({
      data: [
        {
          weight: null,
          shippingTime: null,
          dimensions: null,
          avgRetting: 0,
          qcCount: 0,
          qcNewest: null,
          qcImage: null,
        },
      ],
    })
  })

  test('returns the totals of items, public QC photos and active agents, and the newest photo', async () => {
    const facts = async () => (await app().get('/products/catalogueFacts')).body?.data
    expect(await facts()).toEqual({
      items: 0,
      agents: 0,
      qcPhotos: 0,
      newestPhoto: null,
      claims: [],
      examples: [],
    })
    const { itemId, shopType } = await aProduct(database.db)
    await aProduct(database.db, { position: null, deletedAt: new Date() })
    await aQcPhoto(database.db, { itemId, shopType, takenAt: new Date('2026-11-03T08:00:00Z') })
    await aQcPhoto(database.db, { takenAt: null })
    await aQcSet(database.db, { itemId, shopType })
    await anAgent(database.db)
    await anAgent(database.db, { active: false })
    await app().invalidation.publish([['catalogueFacts']])
    const newestPhoto = '2026-11-03T08:00:00.000Z'
    expect(await facts()).toEqual({
      items: 1,
      agents: 1,
      qcPhotos: 2,
      newestPhoto,
      claims: [...claims],
      examples: [expect.objectContaining({ productCode: itemId, shopType, qcCount: 1 })],
    })
  })

  test('returns the list in its order without deleted products', async () => {
    await aProduct(database.db, { itemId: 'second', position: 2 })
    await aProduct(database.db, { itemId: 'first', position: 1 })
    await aProduct(database.db, { itemId: 'gone', position: null, deletedAt: new Date() })
    expect(await codes('')).toEqual(['first', 'second'])
    expect((await find('?productCode=gone')).body).toMatchObject({ data: null })
  })

  test.each([
    ['', ['tee', 'bag', 'shoe']],
    ['?Trending=true', ['tee', 'shoe']],
    ['?Trending=false', ['bag']],
    ['?Trending=All', ['tee', 'bag', 'shoe']],
    ['?Trending=', ['tee', 'bag', 'shoe']],
    ['?trending=true&STOREFRONT=weidian', ['shoe']],
    ['?Storefront=1688', ['tee']],
    ['?Storefront=ali_1688', ['tee']],
    ['?Storefront=ALI_1688', ['tee']],
    ['?Storefront=Tmall', ['bag']],
    ['?Storefront=All', ['tee', 'bag', 'shoe']],
    ['?MinPrice=118.5', ['bag', 'shoe']],
    ['?MinPrice=118.51', ['shoe']],
    ['?MaxPrice=118.50', ['tee', 'bag']],
    ['?MaxPrice=118.49', ['tee']],
    ['?MinPrice=59&MaxPrice=59', ['tee']],
    ['?MinPrice=200&MaxPrice=100', []],
    ['?MinPrice=All&MaxPrice=', ['tee', 'bag', 'shoe']],
    ['?unknown=1&__proto__=2&constructor=3', ['tee', 'bag', 'shoe']],
  ])('%s filters the list', async (query, expected) => {
    await addProducts()
    expect(await codes(query)).toEqual(expected)
  })

  test('returns the list under its alias', async () => {
    await addProducts()
    const reply = await app().get('/products/getPopularProduct?Trending=true')
    expect(getField(reply, 'productCode')).toEqual(['tee', 'shoe'])
  })

  test('returns pages of the list, and the number of matches in a header', async () => {
    for (let n = 1; n <= 30; n += 1) await aProduct(database.db, { itemId: `item${n}`, onTrend: n <= 3 })
    const pages = [
      '?page=1',
      '?page=2',
      '?page=2&limit=10',
      '?limit=5',
      '?page=9',
      '?Trending=true&limit=2',
      '',
    ]
    const replies = await Promise.all(pages.map((query) => app().get(list + query)))
    const results = replies.map((reply) => [
      getField(reply, 'productCode').length,
      getField(reply, 'productCode')[0],
      reply.headers['x-total-count'],
    ])
    expect(results).toEqual([
      [24, 'item1', '30'],
      [6, 'item25', '30'],
      [10, 'item11', '30'],
      [5, 'item1', '30'],
      [0, undefined, '30'],
      [2, 'item1', '3'],
      [30, 'item1', '30'],
    ])
  })

  test.each([
    ['?Storefront=ebay', 'Unknown marketplace.'],
    ['?Storefront=constructor', 'Unknown marketplace.'],
    ['?MinPrice=abc', 'Enter the price in yuan, like 239 or 239.50.'],
    ['?MinPrice=-1', 'Enter the price in yuan, like 239 or 239.50.'],
    ['?MaxPrice=1e309', 'Enter the price in yuan, like 239 or 239.50.'],
    ['?MaxPrice=12.345', 'Enter the price in yuan, like 239 or 239.50.'],
    ['?MaxPrice=1,5', 'Enter the price in yuan, like 239 or 239.50.'],
    ['?page=0', 'A number from 1 on.'],
    ['?page=-1', 'A number from 1 on.'],
    ['?page=1.5', 'A number from 1 on.'],
    ['?page=1000000', 'A number from 1 on.'],
    ['?limit=0', 'A number from 1 on.'],
  ])('returns 400 with a message for %s', async (query, message) => {
    const reply = await app().get(list + query)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, code: 'INVALID_INPUT' })
    expect(JSON.stringify(reply.body?.errors)).toContain(message)
  })

  test.each([
    '?Trending=1',
    '?Trending=yes',
    '?Trending=true&Trending=true',
    '?Trending=true&TRENDING=false',
    '?Trending[]=true',
    '?Storefront[a]=1688',
    '?MinPrice=1&MinPrice=2',
    '?limit=1001',
    '?page=100001',
  ])('returns 400 for %s', async (query) => {
    expect((await app().get(list + query)).status).toBe(400)
  })

  describe('finding one item', () => {
    test('returns the item, or null when it is unknown', async () => {
      await addProducts()
      expect((await find('?productCode=tee&storeName=1688')).body).toMatchObject({
        success: true,
        data: { productCode: 'tee', price: 59 },
      })
      const unknown = await find('?productCode=652874751412&storeName=taobao')
      expect([unknown.status, unknown.body?.data]).toEqual([200, null])
    })

    test('accepts the store under both parameter names, in any case, or not at all', async () => {
      await addProducts()
      for (const store of ['storeName=1688', 'shopType=ali_1688', 'SHOPTYPE=ALI_1688', ''])
        expect((await find(`?productCode=tee&${store}`)).body).toMatchObject({ data: { productCode: 'tee' } })
      expect((await find('?productCode=tee&storeName=taobao')).body).toMatchObject({ data: null })
    })

    test('returns the newest of two items with one number when no store is named', async () => {
      const [older, newer] = [new Date('2026-01-01'), new Date('2026-02-01')]
      await aProduct(database.db, { itemId: '42', shopType: 'weidian', createdAt: newer })
      await aProduct(database.db, { itemId: '42', shopType: 'taobao', createdAt: older })
      expect((await find('?productCode=42')).body).toMatchObject({ data: { storeName: 'weidian' } })
      expect((await find('?productCode=42&storeName=tmall')).body).toMatchObject({
        data: { storeName: 'taobao' },
      })
    })

    test.each([
      ['', 'productCode'],
      ['?productCode=', 'productCode'],
      ['?productCode=..%2F..%2Fetc', 'productCode'],
      [`?productCode=${'1'.repeat(65)}`, 'productCode'],
      ['?productCode=1&productCode=2', 'productCode'],
      ['?productCode=1&storeName=ebay', 'storeName'],
      ['?productCode=1&count=1', 'count'],
    ])('returns 400 with the invalid field for %s', async (query, name) => {
      const reply = await find(query)
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ errors: [{ field: name }] })
    })

    test('counts a visitor once, and does not count a prefetch', async () => {
      const { id } = await aProduct(database.db, { itemId: '77' })
      const visit = (headers: Record<string, string>) =>
        app().get('/products/findProductById?productCode=77&count=true', headers)
      await visit({ 'user-agent': 'Mozilla/5.0 one' })
      await visit({ 'user-agent': 'Mozilla/5.0 one' })
      await visit({ 'user-agent': 'Mozilla/5.0 two', 'sec-purpose': 'prefetch;prerender' })
      await app().get('/products/findProductById?productCode=77', { 'user-agent': 'Mozilla/5.0 three' })
      await app().features.products.views.flush()
      const [row] = await database.db.select().from(products).where(eq(products.id, id))
      expect(row?.totalView).toBe(1)
    })
  })

  describe('cached responses of the list', () => {
    test('are public with an ETag for visitors, and 304 when nothing changed', async () => {
      await addProducts()
      const first = await app().get(list)
      expect(first.headers).toMatchObject({
        'cache-control': 'public, max-age=30',
        vary: 'Authorization, Accept-Encoding',
        etag: expect.stringMatching(/^"[\w-]+"$/),
      })
      const again = await app().get(list, { 'if-none-match': String(first.headers.etag) })
      expect([again.status, again.text]).toEqual([304, ''])
    })

    test('are private for a session', async () => {
      await addProducts()
      const reply = await app().get(list, admin)
      expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'Authorization' })
      expect(reply.headers.etag).toBeUndefined()
    })

    test('stay until a write invalidates their query', async () => {
      await addProducts()
      expect(await codes('?Trending=false')).toEqual(['bag'])
      await database.db.update(products).set({ onTrend: false }).where(eq(products.itemId, 'tee'))
      expect(await codes('?Trending=false')).toEqual(['bag'])
      await app().invalidation.publish([['getAgent']])
      expect(await codes('?Trending=false')).toEqual(['bag'])
      await app().invalidation.publish([['getAllProduct']])
      expect(await codes('?Trending=false')).toEqual(['tee', 'bag'])
    })

    test('have another ETag when they are compressed', async () => {
      for (let n = 0; n < 10; n += 1) await aProduct(database.db)
      const plain = await app().get(list)
      const compressed = await app().get(list, { 'accept-encoding': 'br' })
      expect(compressed.headers['content-encoding']).toBe('br')
      expect(compressed.headers.etag).not.toBe(plain.headers.etag)
    })
  })
})
