import { describe, expect, test } from 'vitest'
import { rateCards } from '#db/schema.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { aProduct } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import type { Product } from '../contract.ts'

const createTier = (feeFirst: number, feeContinue: number) => ({
  upTo: null,
  mode: 'step' as const,
  weightFirst: 500,
  feeFirst,
  weightContinue: 500,
  feeContinue,
})
/** A card for Germany: a line with volumetric weight, and one without it that takes at most 2 kg. */
const card: RateCard = {
  schema: 'rate-card/1',
  id: 'landed',
  name: 'Landed',
  currency: 'CNY',
  agentFees: { operationFee: 15, serviceFee: { flat: 10, percent: 0 } },
  lines: [
    {
      id: 'air',
      name: 'Air',
      transit: { min: 8, max: 14 },
      volumetric: { method: 'max', divisor: 6000 },
      rates: [{ countries: ['DE'], tiers: [createTier(40.05, 10)] }],
    },
    {
      id: 'post',
      name: 'Post',
      transit: { min: 20, max: 40 },
      weight: { min: 1, max: 2000 },
      rates: [{ countries: ['DE'], tiers: [createTier(45, 20)] }],
    },
    {
      id: 'shoes',
      name: 'Shoes only',
      categories: { default: 'deny', allow: ['201'] },
      rates: [{ countries: ['DE'], tiers: [createTier(1, 1)] }],
    },
    {
      id: 'asleep',
      name: 'Asleep',
      active: false,
      rates: [{ countries: ['DE'], tiers: [createTier(1, 1)] }],
    },
  ],
}

describe('prices with shipping', () => {
  const database = useDatabase()
  const app = useApp(database)
  const list = (query: string) => app().get(`/products/getAllProduct${query}`)
  const getProducts = ({ body }: Reply): Product[] => Object(body).data

  async function activate(changes: Partial<RateCard> = {}, rates?: Record<string, string>) {
    const exchangeRates = rates && { base: 'EUR', date: '2026-11-01', source: 'The card', rates }
    const values = { id: 'landed', card: { ...card, ...changes }, exchangeRates, activatedAt: new Date() }
    await database.db.insert(rateCards).values({ ...values, isActive: true })
    await app().invalidation.publish([['getTariffs'], ['getAllProduct']])
  }

  async function addProducts() {
    const { db } = database
    await aProduct(db, { itemId: 'dear', priceFen: 50_000, weightGrams: 500 })
    await aProduct(db, { itemId: 'unweighed', priceFen: 100, dimensions: '10x10x10' })
    await aProduct(db, { itemId: 'bulky', priceFen: 11_890, weightGrams: 420, dimensions: '40x30x20' })
    await aProduct(db, { itemId: 'heavy', priceFen: 10_01, weightGrams: 2600 })
    await aProduct(db, { itemId: 'beyond', priceFen: 1, weightGrams: 400, dimensions: '9999x1x1' })
  }

  test('adds the cheapest line that takes the parcel to the price', async () => {
    await activate()
    await addProducts()
    const reply = await list('?ShipTo=DE')
    const landed = getProducts(reply).map(({ productCode, landed }) => [productCode, landed])
    expect(landed).toEqual([
      // 40.05 + 25
      ['dear', { total: 565.05, freight: 65.05, lineName: 'Air', transitTime: '8-14' }],
      ['unweighed', null],
      // 24,000 cm3 / 6000 = 4 kg by air: 40.05 + 7 x 10 = 110.05; by post 420 g: 45 + 25
      ['bulky', { total: 188.9, freight: 70, lineName: 'Post', transitTime: '20-40' }],
      // Too heavy for the post; 40.05 + 5 x 10 + 25
      ['heavy', { total: 125.06, freight: 115.05, lineName: 'Air', transitTime: '8-14' }],
      ['beyond', null],
    ])
  })

  test('uses a line for certain goods only for items whose name identifies such goods', async () => {
    await activate()
    await aProduct(database.db, { name: 'Low court sneaker', weightGrams: 500 })
    await aProduct(database.db, { name: 'Plain T-shirt', weightGrams: 500 })
    const landed = getProducts(await list('?ShipTo=DE')).map((product) => product.landed?.lineName)
    expect(landed).toEqual(['Shoes only', 'Air'])
  })

  test('returns yuan for a rate card in another currency', async () => {
    await activate({ currency: 'EUR' }, { EUR: '1', CNY: '7.8' })
    await addProducts()
    const [dear] = getProducts(await list('?ShipTo=DE&limit=1'))
    // 40.05 x 7.8 = 312.39, 15 x 7.8 = 117, 10 x 7.8 = 78
    expect(dear?.landed).toMatchObject({ freight: 507.39, total: 1007.39 })
  })

  test('returns no price with shipping without a country', async () => {
    await addProducts()
    for (const query of ['', '?ShipTo=', '?ShipTo=All', '?Sort=landed'])
      expect(getProducts(await list(query)).every((product) => !('landed' in product))).toBe(true)
  })

  test('accepts lower case, and returns null for countries without a line', async () => {
    await activate()
    await aProduct(database.db, { weightGrams: 500 })
    expect(getProducts(await list('?shipto=de'))[0]?.landed?.freight).toBe(65.05)
    expect(getProducts(await list('?ShipTo=UK'))[0]?.landed).toBeNull()
    expect(getProducts(await list('?ShipTo=AQ'))[0]?.landed).toBeNull()
  })

  test.each([
    ['ZZ', 'Unknown destination'],
    ['Germany', 'ShipTo must be a country code of two letters, like DE.'],
  ])('returns 400 for the country %s', async (country, message) => {
    const reply = await list(`?ShipTo=${country}`)
    expect([reply.status, reply.body?.message]).toEqual([400, message])
  })

  test('sorts by price with shipping before paging, and puts items without one last', async () => {
    await activate()
    await addProducts()
    const codes = async (query: string) =>
      getProducts(await list(query)).map(({ productCode }) => productCode)
    const sorted = ['heavy', 'bulky', 'dear', 'unweighed', 'beyond']
    expect(await codes('?ShipTo=DE&Sort=landed')).toEqual(sorted)
    expect(await codes('?ShipTo=DE&Sort=landed&limit=2')).toEqual(sorted.slice(0, 2))
    expect(await codes('?ShipTo=DE&Sort=landed&limit=2&page=2')).toEqual(sorted.slice(2, 4))
    expect(await codes('?ShipTo=DE&Sort=landed&MinPrice=100')).toEqual(['bulky', 'dear'])
    expect(await codes('?Sort=landed')).toEqual(['dear', 'unweighed', 'bulky', 'heavy', 'beyond'])
    const paged = await list('?ShipTo=DE&Sort=landed&limit=2')
    expect(paged.headers['x-total-count']).toBe('5')
  })

  test('keeps the order of items with the same price', async () => {
    await activate()
    for (const itemId of ['first', 'second', 'third'])
      await aProduct(database.db, { itemId, weightGrams: 500, priceFen: 1000 })
    const products = getProducts(await list('?ShipTo=DE&Sort=landed'))
    expect(products.map(({ productCode }) => productCode)).toEqual(['first', 'second', 'third'])
  })

  test('updates cached lists when another rate card is activated', async () => {
    await aProduct(database.db, { weightGrams: 500 })
    const before = getProducts(await list('?ShipTo=DE'))[0]?.landed
    await activate()
    const after = getProducts(await list('?ShipTo=DE'))[0]?.landed
    expect([before?.lineName === 'Air', after?.lineName]).toEqual([false, 'Air'])
  })

  test('returns a thousand items of different weights in one list', async () => {
    await activate()
    for (let n = 1; n <= 1000; n += 1)
      await aProduct(database.db, { weightGrams: n, position: n, priceFen: 100, dimensions: '10x10x10' })
    const products = getProducts(await list('?ShipTo=DE&Sort=landed'))
    expect(products).toHaveLength(1000)
    const [first, last] = [products[0]?.landed, products.at(-1)?.landed]
    // 100 fen + 65.05; two further half kilos are never needed: 501 to 1000 g cost 40.05 + 10 + 25
    expect([first?.total, last?.total]).toEqual([66.05, 76.05])
  })
})
