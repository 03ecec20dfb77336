import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { rateCards } from '#db/schema.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { apiBase } from '#shared/paths.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

/** A card whose every figure can be added up by hand. */
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

describe('what a parcel costs, over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const ask = (value: unknown) => app().post('/get_estimation', value)
  const getOptions = ({ body }: Awaited<ReturnType<typeof ask>>): ShippingOption[] => Object(body).data

  async function activate(fields: Partial<RateCard> = {}, rates?: Record<string, string>) {
    const exchangeRates = rates && { base: 'EUR', date: '2026-11-01', source: 'The card', rates }
    const values = { id: 'by-hand', card: { ...card, ...fields }, exchangeRates, isActive: true }
    await database.db.insert(rateCards).values({ ...values, activatedAt: new Date() })
    await app().invalidation.publish([['getTariffs'], ['get_estimation']])
  }

  test('an answer has the fields of the specification, and its parts are its total', async () => {
    await activate()
    const reply = await ask({ destination: 'DE', weight: 1240, length: 34, width: 22, height: 12 })
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(reply.body).toMatchObject({ success: true, statusCode: 200, message: 'OK' })
    expect(getOptions(reply)).toHaveLength(1)
    expect(getOptions(reply)[0]).toMatchObject({
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

  test('compresses an answer for clients that accept it', async () => {
    const sent = { method: 'POST', body: JSON.stringify({ destination: 'DE', weight: 1200 }) }
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' }
    const reply = await app().send('/api/v1/get_estimation', { ...sent, headers })
    expect(reply.headers['content-encoding']).toBe('br')
    const { data } = JSON.parse(brotliDecompressSync(reply.bytes).toString())
    expect(data.map(({ id }: ShippingOption) => id)).toContain('yunexpress-general')
  })

  test('the card that comes with the site counts where no other is active', async () => {
    const reply = await ask({ destination: 'DE', weight: 1200 })
    const lines = getOptions(reply)
    expect(lines.find(({ id }) => id === 'yunexpress-general')?.available).toBe(true)
    const totals = lines.flatMap(({ feeDetail }) => feeDetail.total ?? [])
    expect(totals.length).toBeGreaterThan(5)
    expect(totals).toEqual(totals.toSorted((one, other) => one - other))
  })

  test('the call answers at the top level too, and only there where the specification says it', async () => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ destination: 'DE', weight: 1200 })
    const [top, below] = [
      await app().send('/get_estimation', { ...sent, body }),
      await app().send(`${apiBase}/get_estimation`, { ...sent, body }),
    ]
    expect([top.status, top.text]).toEqual([200, below.text])
    const wrong = await app().send('/get_estimation', { ...sent, body: '{}' })
    expect([wrong.status, wrong.body?.message]).toEqual([400, 'Country is required'])
    const got = await app().send('/get_estimation')
    expect([got.status, got.headers.allow, got.body?.code]).toEqual([405, 'POST', 'METHOD_NOT_ALLOWED'])
  })

  test.each([
    ['texts', { destination: ' de ', weight: '1240', length: '34', width: '22.0', height: '12' }],
    ['a name', { destination: 'Germany', weight: '1240.0' }],
    ['blanks', { destination: 'DE', weight: ' 1240 ', length: '', width: null, height: ' ', features: '' }],
    ['part of a gram', { destination: 'DE', weight: 1239.001 }],
    ['unknown fields', { destination: 'DE', weight: 1240, insured: true, constructor: 1 }],
    ['kinds of goods', { destination: 'DE', weight: 1240, features: ' 101, 201,,101 ' }],
    ['its own currency', { destination: 'DE', weight: 1240, currency: 'cny' }],
  ])('%s are understood', async (_what, request) => {
    await activate()
    const reply = await ask(request)
    expect([reply.status, getOptions(reply)[0]?.feeDetail.total]).toEqual([200, 100])
  })

  test('a country that no line goes to has no options', async () => {
    for (const destination of ['AQ', 'VA']) {
      const reply = await ask({ destination, weight: 1200 })
      expect([reply.status, reply.body?.data]).toEqual([200, []])
    }
  })

  test('what a line does not carry is refused with the reason, without any amount', async () => {
    await activate()
    const reply = await ask({ destination: 'DE', weight: 1240, features: '101,604' })
    const [option] = getOptions(reply)
    expect(option).toMatchObject({
      available: false,
      unavailableReasons: ['CATEGORY_NOT_ALLOWED'],
      blockedCategories: ['604'],
      feeDetail: { total: null, freight: null, operationFee: null, serviceFee: null },
    })
  })

  test('another currency has each part converted and the total summed', async () => {
    await activate({}, { EUR: '1', CNY: '8', JPY: '160' })
    const euro = getOptions(await ask({ destination: 'DE', weight: 1240, currency: 'EUR' }))[0]
    // 75 / 8 = 9.375, 15 / 8 = 1.875, 10 / 8 = 1.25
    expect(euro?.feeDetail).toMatchObject({
      currencyEnum: { code: 'EUR', symbol: '€' },
      freight: 9.38,
      operationFee: 1.88,
      serviceFee: 1.25,
      total: 12.51,
    })
    const yen = getOptions(await ask({ destination: 'DE', weight: 1240, currency: 'jpy' }))[0]
    expect(yen?.feeDetail).toMatchObject({ freight: 1500, operationFee: 300, serviceFee: 200, total: 2000 })
    // Beside the card's own rates, the site's are not asked.
    const dollar = await ask({ destination: 'DE', weight: 1240, currency: 'USD' })
    expect([dollar.status, dollar.body?.message]).toEqual([400, 'Unknown currency'])
  })

  test('without rates of the card those of the site count', async () => {
    await activate()
    const [option] = getOptions(await ask({ destination: 'DE', weight: 1240, currency: 'EUR' }))
    // 75 / 7.8624 = 9.539, 15 / 7.8624 = 1.908, 10 / 7.8624 = 1.272
    expect(option?.feeDetail).toMatchObject({
      freight: 9.54,
      operationFee: 1.91,
      serviceFee: 1.27,
      total: 12.72,
    })
  })

  test('the tariffs of a country are its lines with one row each, and the rates in force', async () => {
    await activate()
    const reply = await app().get('/shipping/tariffs?destination=germany')
    const [slow] = card.lines
    const row = { ...slow?.rates[0], countries: ['DE'] }
    expect(reply.body?.data).toEqual({
      card: { ...card, sources: { A: 'A public quote' }, lines: [{ ...slow, rates: [row] }] },
      exchangeRates: expect.objectContaining({ base: 'EUR', date: '2026-08-21' }),
    })
    expect(reply.headers['cache-control']).toContain('public')
  })

  test('tariffs to a country that nothing goes to have no lines, and of no country there are none', async () => {
    const none = await app().get('/shipping/tariffs?destination=AQ')
    expect(none.body).toMatchObject({ data: { card: { lines: [], sources: {} } } })
    const unknown = await app().get('/shipping/tariffs?destination=ZZ')
    expect([unknown.status, unknown.body?.message]).toEqual([400, 'Unknown destination'])
  })

  test('kept tariffs are made anew when another card is activated', async () => {
    const before = await app().get('/shipping/tariffs?destination=DE')
    expect(before.body).toMatchObject({ data: { card: { id: 'default-2026-11' } } })
    await activate({}, { EUR: '1', CNY: '8' })
    const after = await app().get('/shipping/tariffs?destination=DE')
    expect(after.body).toMatchObject({
      data: { card: { id: 'by-hand' }, exchangeRates: { rates: { CNY: '8' } } },
    })
  })
})
