import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemPrices } from '#db/schema.ts'
import { verifyData } from '#operations/verify.ts'
import { DAY_MS } from '#shared/time.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createObserver, watchedItem } from '#test/fixtures/watch-fixture.ts'

const start = Date.parse('2026-09-01T08:00:00.000Z')
const after = (days: number) => new Date(start + days * DAY_MS)

/** A source with one item whose price and stock the tests set. */
const sourceItem = { price: '219.00', stock: 3 }
const source = createServer((request, response) => {
  const productID = new URL(request.url ?? '/', 'http://source').searchParams.get('productID')
  const skus = [
    { skuID: '1', name: 'Navy', price: sourceItem.price, stock: sourceItem.stock, propsID: '1:1' },
  ]
  const productInfo = { productID, title: 'Heavy cotton tee', price: '300', imgList: [], skus }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 200, data: { productInfo } }))
})
beforeAll(() => new Promise<void>((resolve) => void source.listen(0, '127.0.0.1', resolve)))
afterAll(() => void source.close())

describe('price history', () => {
  const database = useDatabase()
  const app = useApp(database, {
    get env() {
      // The address of a server on a TCP port is an AddressInfo.
      const { port } = source.address() as AddressInfo
      return { PRODUCT_INFO_URL: `http://127.0.0.1:${port}/product-info` }
    },
  })
  useTokens(database)
  const observe = createObserver(app)
  const spans = () => database.db.select().from(itemPrices).orderBy(asc(itemPrices.firstSeen))
  const history = async () => {
    const { status, body } = await app().get(`/price-history/${watchedItem.itemId}?shopType=weidian`)
    expect(status).toBe(200)
    return body?.data
  }
  const reload = () =>
    app().get(`/product-info?shopType=weidian&productCode=${watchedItem.itemId}&forceReload=true`, {
      authorization: tokens.admin,
    })

  test('is empty without observations', async () => {
    expect(await history()).toEqual({ since: null, spans: [] })
  })

  test('extends a span with equal observations, and begins one for other values and after 7 days', async () => {
    await observe({ price: 259 }, after(0))
    await observe({ price: 259 }, after(7))
    await observe({ price: 219 }, after(8))
    await observe({ price: 219, stock: 0 }, after(9))
    await observe({ price: 219, stock: 0 }, new Date(after(16).getTime() + 1))
    expect(await history()).toEqual({
      since: '2026-09-01T08:00:00.000Z',
      spans: [
        { from: '2026-09-01T08:00:00.000Z', to: '2026-09-08T08:00:00.000Z', price: 259, inStock: true },
        { from: '2026-09-09T08:00:00.000Z', to: '2026-09-09T08:00:00.000Z', price: 219, inStock: true },
        { from: '2026-09-10T08:00:00.000Z', to: '2026-09-10T08:00:00.000Z', price: 219, inStock: false },
        { from: '2026-09-17T08:00:00.001Z', to: '2026-09-17T08:00:00.001Z', price: 219, inStock: false },
      ],
    })
    expect(await verifyData(database.db)).toEqual([])
  })

  test('records fresh responses of a source, not stored ones', async () => {
    sourceItem.price = '219.00'
    const first = await reload()
    expect(first.body).toMatchObject({ data: { state: 'known', source: 'storefront' } })
    expect(await spans()).toMatchObject([
      { priceFen: 21_900, inStock: true, source: 'storefront', itemId: watchedItem.itemId },
    ])
    await app().get(`/product-info?shopType=weidian&productCode=${watchedItem.itemId}`)
    expect(await history()).toMatchObject({ spans: [{ price: 219 }] })
    const [before] = await spans()
    sourceItem.price = '189.50'
    await reload()
    expect(await history()).toMatchObject({ spans: [{ price: 219 }, { price: 189.5 }] })
    expect((await spans())[0]).toEqual(before)
  })

  test('records the price that an admin sets', async () => {
    const draft = { name: 'Tote', price: 35.5, storeName: 'weidian', productCode: watchedItem.itemId }
    const { status } = await app().post('/products/addProduct', draft, { authorization: tokens.admin })
    expect(status).toBe(200)
    expect(await spans()).toMatchObject([{ priceFen: 3550, inStock: null, source: 'catalogue' }])
    const duplicate = await app().post('/products/addProduct', draft, { authorization: tokens.admin })
    expect(duplicate.status).toBe(409)
    expect(await spans()).toHaveLength(1)
  })

  test.each([
    ['in another currency', { price: 30, currency: 'USD' }],
    ['of 0', { price: 0 }],
    ['that is missing', { price: null }],
    ['that is infinite', { price: Number.POSITIVE_INFINITY }],
  ])('does not record a price %s', async (_what, prices) => {
    await observe(prices)
    expect(await spans()).toEqual([])
  })

  test('creates one span for two concurrent observations, and no overlap for many', async () => {
    await Promise.all([observe({}, after(0)), observe({}, after(0))])
    expect(await spans()).toHaveLength(1)
    const prices = Array.from({ length: 12 }, (_, index) => 200 + (index % 3))
    await Promise.all(prices.map((price) => observe({ price }, after(1))))
    await Promise.all(prices.map((price, index) => observe({ price }, after(2 + (index % 5)))))
    expect(await verifyData(database.db)).toEqual([])
  })

  test('ignores an observation older than the last one', async () => {
    await observe({ price: 219 }, after(3))
    await observe({ price: 259 }, after(2))
    expect(await history()).toMatchObject({ since: after(3).toISOString(), spans: [{ price: 219 }] })
  })

  test('stores the newest 400 spans of an item', async () => {
    const values = Array.from({ length: 400 }, (_, at) => {
      const [firstSeen, lastSeen] = [after(at), new Date(after(at).getTime() + 1000)]
      return { ...watchedItem, priceFen: 100 + at, source: 'storefront', firstSeen, lastSeen }
    })
    await database.db.insert(itemPrices).values(values)
    await observe({ price: 9 }, after(400))
    const remainingSpans = await spans()
    expect(remainingSpans).toHaveLength(400)
    expect([remainingSpans[0]?.priceFen, remainingSpans.at(-1)?.priceFen]).toEqual([101, 900])
    expect(await verifyData(database.db)).toEqual([])
  })

  test('does not mix observations of two items with the same number', async () => {
    await observe({})
    const other = await app().get(`/price-history/${watchedItem.itemId}?shopType=taobao`)
    expect(other.body?.data).toEqual({ since: null, spans: [] })
  })

  test.each(['/price-history/42', '/price-history/42?shopType=ebay', '/price-history/a%20b?shopType=taobao'])(
    'returns 400 for %s',
    async (path) => {
      expect((await app().get(path)).status).toBe(400)
    },
  )

  test('is reported by the data checks when spans overlap', async () => {
    await observe({}, after(0))
    await observe({ price: 1 }, after(1))
    await database.db.update(itemPrices).set({ lastSeen: sql`${itemPrices.lastSeen} + interval '2 days'` })
    expect((await verifyData(database.db)).map(({ name }) => name)).toEqual([
      "The periods of an item's price history must not overlap.",
    ])
  })
})
