import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { rateCards } from '#db/schema.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { apiBase } from '#shared/paths.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

/** A card whose prices can be computed by hand. */
const card: RateCard = {
  schema: 'rate-card/1',
  id: 'by-hand',
  name: 'By hand',
  currency: 'CNY',
  agentFees: { operationFee: 15, serviceFee: { flat: 10, percent: 0 } },
  sources: { A: 'A public quote', B: 'Another one' },
  lines: [
    {
      id: 'slow',
      name: 'Slow',
      transit: { min: 20, max: 40 },
      categories: { default: 'allow', block: ['#liquid'] },
      rates: [
        {
          countries: ['DE', 'FR'],
          tiers: [
            {
              upTo: null,
              mode: 'step',
              weightFirst: 500,
              feeFirst: 50,
              weightContinue: 500,
              feeContinue: 12.5,
            },
          ],
          src: 'A',
          check: { weight: 500, freight: 50 },
        },
        {
          countries: ['US'],
          tiers: [{ upTo: null, mode: 'step', weightFirst: 500, feeFirst: 60 }],
          src: 'B',
        },
      ],
    },
    {
      id: 'gone',
      name: 'Gone',
      active: false,
      rates: [{ countries: ['DE'], tiers: [{ mode: 'step', weightFirst: 1, feeFirst: 1 }] }],
    },
    {
      id: 'america',
      name: 'America',
      rates: [{ countries: ['US'], tiers: [{ mode: 'step', weightFirst: 1, feeFirst: 1 }] }],
    },
  ],
}

describe('estimates over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const requestEstimate = (value: unknown) => app().post('/get_estimation', value)
  const getOptions = ({ body }: Awaited<ReturnType<typeof requestEstimate>>): ShippingOption[] =>
    Object(body).data

  async function activateCard(fields: Partial<RateCard> = {}, rates?: Record<string, string>) {
    const exchangeRates = rates && { base: 'EUR', date: '2026-11-01', source: 'The card', rates }
    const values = { id: 'by-hand', card: { ...card, ...fields }, exchangeRates, isActive: true }
    await database.db.insert(rateCards).values({ ...values, activatedAt: new Date() })
    await app().invalidation.publish([['getTariffs'], ['get_estimation']])
  }

  test('responds with the fields of the specification and parts that sum to the total', async () => {
    await activateCard()
    const response = await requestEstimate({
      destination: 'DE',
      weight: 1240,
      length: 34,
      width: 22,
      height: 12,
    })
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(response.body).toMatchObject({ success: true, statusCode: 200, message: 'OK' })
    expect(getOptions(response)).toHaveLength(1)
    expect(getOptions(response)[0]).toMatchObject({
      id: 'slow',
      name: 'Slow',
      transitTime: '20-40',
      available: true,
      unavailableReasons: [],
      feeDetail: {
        currencyEnum: { code: 'CNY', symbol: '¥' },
        total: 100,
        freight: 75,
        operationFee: 15,
        serviceFee: 10,
        feeFirst: 50,
        weightFirst: 500,
        feeContinue: 12.5,
        weightContinue: 500,
        steps: 2,
        chargeableWeight: 1240,
      },
      source: 'A public quote',
    })
  })

  test('compresses the response for clients that accept it', async () => {
    const requestOptions = { method: 'POST', body: JSON.stringify({ destination: 'DE', weight: 1200 }) }
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' }
    const response = await app().send('/api/v1/get_estimation', { ...requestOptions, headers })
    expect(response.headers['content-encoding']).toBe('br')
    const { data } = JSON.parse(brotliDecompressSync(response.bytes).toString())
    expect(data.map(({ id }: ShippingOption) => id)).toContain('yanwen-registered')
  })

  test('estimates by the built-in card when no other is active', async () => {
    const response = await requestEstimate({ destination: 'DE', weight: 1200 })
    const lines = getOptions(response)
    expect(lines.find(({ id }) => id === 'yanwen-registered')?.available).toBe(true)
    const totals = lines.flatMap(({ feeDetail }) => feeDetail.total ?? [])
    expect(totals.length).toBeGreaterThan(5)
    expect(totals).toEqual(totals.toSorted((left, right) => left - right))
  })

  test('the call is also available at the root path, with the method of the specification only', async () => {
    const requestOptions = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ destination: 'DE', weight: 1200 })
    const [atRoot, atApiBase] = [
      await app().send('/get_estimation', { ...requestOptions, body }),
      await app().send(`${apiBase}/get_estimation`, { ...requestOptions, body }),
    ]
    expect([atRoot.status, atRoot.text]).toEqual([200, atApiBase.text])
    const invalid = await app().send('/get_estimation', { ...requestOptions, body: '{}' })
    expect([invalid.status, invalid.body?.message]).toEqual([400, 'Country is required'])
    const getResponse = await app().send('/get_estimation')
    expect([getResponse.status, getResponse.headers.allow, getResponse.body?.code]).toEqual([
      405,
      'POST',
      'METHOD_NOT_ALLOWED',
    ])
  })

  test.each([
    ['texts', { destination: ' de ', weight: '1240', length: '34', width: '22.0', height: '12' }],
    ['a country by name', { destination: 'Germany', weight: '1240.0' }],
    [
      'blank fields',
      { destination: 'DE', weight: ' 1240 ', length: '', width: null, height: ' ', features: '' },
    ],
    ['a fraction of a gram', { destination: 'DE', weight: 1239.001 }],
    ['unknown fields', { destination: 'DE', weight: 1240, insured: true, constructor: 1 }],
    ['categories', { destination: 'DE', weight: 1240, features: ' 101, 201,,101 ' }],
    ["the card's own currency", { destination: 'DE', weight: 1240, currency: 'cny' }],
  ])('accepts %s', async (_case, request) => {
    await activateCard()
    const response = await requestEstimate(request)
    expect([response.status, getOptions(response)[0]?.feeDetail.total]).toEqual([200, 100])
  })

  test('responds with an empty list when no line serves the country', async () => {
    for (const destination of ['AQ', 'CU']) {
      const response = await requestEstimate({ destination, weight: 1200 })
      expect([response.status, response.body?.data]).toEqual([200, []])
    }
  })

  test('a line that does not carry a category is unavailable, with the reason and without amounts', async () => {
    await activateCard()
    const response = await requestEstimate({ destination: 'DE', weight: 1240, features: '101,604' })
    const [option] = getOptions(response)
    expect(option).toMatchObject({
      available: false,
      unavailableReasons: ['CATEGORY_NOT_ALLOWED'],
      blockedCategories: ['604'],
      feeDetail: { total: null, freight: null, operationFee: null, serviceFee: null },
    })
  })

  test('converts each part to another currency and sums the total', async () => {
    await activateCard({}, { EUR: '1', CNY: '8', JPY: '160' })
    const euro = getOptions(await requestEstimate({ destination: 'DE', weight: 1240, currency: 'EUR' }))[0]
    // 75 / 8 = 9.375, 15 / 8 = 1.875, 10 / 8 = 1.25
    expect(euro?.feeDetail).toMatchObject({
      currencyEnum: { code: 'EUR', symbol: '€' },
      freight: 9.38,
      operationFee: 1.88,
      serviceFee: 1.25,
      total: 12.51,
    })
    const yen = getOptions(await requestEstimate({ destination: 'DE', weight: 1240, currency: 'jpy' }))[0]
    expect(yen?.feeDetail).toMatchObject({ freight: 1500, operationFee: 300, serviceFee: 200, total: 2000 })
    // When the card has its own rates, the rates of the site are not used.
    const dollar = await requestEstimate({ destination: 'DE', weight: 1240, currency: 'USD' })
    expect([dollar.status, dollar.body?.message]).toEqual([400, 'Unknown currency'])
  })

  test('uses the exchange rates of the site when the card has none', async () => {
    await activateCard()
    const [option] = getOptions(await requestEstimate({ destination: 'DE', weight: 1240, currency: 'EUR' }))
    // 75 / 7.8624 = 9.539, 15 / 7.8624 = 1.908, 10 / 7.8624 = 1.272
    expect(option?.feeDetail).toMatchObject({
      freight: 9.54,
      operationFee: 1.91,
      serviceFee: 1.27,
      total: 12.72,
    })
  })

  test('the tariffs of a country contain its lines with one rate each and the current exchange rates', async () => {
    await activateCard()
    const response = await app().get('/shipping/tariffs?destination=germany')
    const [slow] = card.lines
    const rate = { ...slow?.rates[0], countries: ['DE'] }
    expect(response.body?.data).toEqual({
      card: { ...card, sources: { A: 'A public quote' }, lines: [{ ...slow, rates: [rate] }] },
      exchangeRates: expect.objectContaining({ base: 'EUR', date: '2026-08-21' }),
      year: new Date().getUTCFullYear(),
    })
    expect(response.headers['cache-control']).toContain('public')
  })

  test('tariffs have no lines when no line serves the country, and an unknown country is rejected', async () => {
    const unserved = await app().get('/shipping/tariffs?destination=AQ')
    expect(unserved.body).toMatchObject({ data: { card: { lines: [], sources: {} } } })
    const unknown = await app().get('/shipping/tariffs?destination=ZZ')
    expect([unknown.status, unknown.body?.message]).toEqual([400, 'Unknown destination'])
  })

  test('cached tariffs are replaced when another card is activated', async () => {
    const before = await app().get('/shipping/tariffs?destination=DE')
    expect(before.body).toMatchObject({ data: { card: { id: 'default-2026-11b' } } })
    await activateCard({}, { EUR: '1', CNY: '8' })
    const after = await app().get('/shipping/tariffs?destination=DE')
    expect(after.body).toMatchObject({
      data: { card: { id: 'by-hand' }, exchangeRates: { rates: { CNY: '8' } } },
    })
  })
})
