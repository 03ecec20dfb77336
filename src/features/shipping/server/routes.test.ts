import { describe, expect, test } from 'vitest'
import { rateCards } from '#db/schema.ts'
import { apiBase } from '#shared/paths.ts'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import type { ShippingOption } from '../option.ts'
import type { RateCard } from '../rate-card.ts'

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

describe.each(modes)('what a parcel costs, over HTTP on %s', (mode) => {
  const database = useDatabase(mode)
  const app = useApp(database)
  const ask = (value: unknown) => app().post('/get_estimation', value)
  const optionsOf = ({ body }: Awaited<ReturnType<typeof ask>>): ShippingOption[] => Object(body).data
  const raw = (body: string | undefined, type = 'application/json') =>
    app().send(`${apiBase}/get_estimation`, {
      method: 'POST',
      headers: { 'content-type': type },
      ...(body !== undefined && { body }),
    })

  async function activate(given: Partial<RateCard> = {}, rates?: Record<string, string>) {
    const exchangeRates = rates && { base: 'EUR', date: '2026-11-01', source: 'The card', rates }
    const values = { id: 'by-hand', card: { ...card, ...given }, exchangeRates, isActive: true }
    await database.db.insert(rateCards).values({ ...values, activatedAt: new Date() })
    await app().invalidation.publish([['getTariffs'], ['get_estimation']])
  }

  test('an answer has the fields of the specification, and its parts are its total', async () => {
    await activate()
    const reply = await ask({ destination: 'DE', weight: 1240, length: 34, width: 22, height: 12 })
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(reply.body).toMatchObject({ success: true, statusCode: 200, message: 'OK' })
    expect(optionsOf(reply)).toHaveLength(1)
    expect(optionsOf(reply)[0]).toMatchObject({
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

  test('the card that comes with the site counts where no other is active', async () => {
    const reply = await ask({ destination: 'DE', weight: 1200 })
    const lines = optionsOf(reply)
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
  ])('%s are understood', async (_what, question) => {
    await activate()
    const reply = await ask(question)
    expect([reply.status, optionsOf(reply)[0]?.feeDetail.total]).toEqual([200, 100])
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
    const [option] = optionsOf(reply)
    expect(option).toMatchObject({
      available: false,
      unavailableReasons: ['CATEGORY_NOT_ALLOWED'],
      blockedCategories: ['604'],
      feeDetail: { total: null, freight: null, operationFee: null, serviceFee: null },
    })
  })

  test('another currency has each part converted and the total summed', async () => {
    await activate({}, { EUR: '1', CNY: '8', JPY: '160' })
    const euro = optionsOf(await ask({ destination: 'DE', weight: 1240, currency: 'EUR' }))[0]
    // 75 / 8 = 9.375, 15 / 8 = 1.875, 10 / 8 = 1.25
    expect(euro?.feeDetail).toMatchObject({
      currencyEnum: { code: 'EUR', symbol: '€' },
      freight: 9.38,
      operationFee: 1.88,
      serviceFee: 1.25,
      total: 12.51,
    })
    const yen = optionsOf(await ask({ destination: 'DE', weight: 1240, currency: 'jpy' }))[0]
    expect(yen?.feeDetail).toMatchObject({ freight: 1500, operationFee: 300, serviceFee: 200, total: 2000 })
    // Beside the card's own rates, the site's are not asked.
    const dollar = await ask({ destination: 'DE', weight: 1240, currency: 'USD' })
    expect([dollar.status, dollar.body?.message]).toEqual([400, 'Unknown currency'])
  })

  test('without rates of the card those of the site count', async () => {
    await activate()
    const [option] = optionsOf(await ask({ destination: 'DE', weight: 1240, currency: 'EUR' }))
    // 75 / 7.8624 = 9.539, 15 / 7.8624 = 1.908, 10 / 7.8624 = 1.272
    expect(option?.feeDetail).toMatchObject({
      freight: 9.54,
      operationFee: 1.91,
      serviceFee: 1.27,
      total: 12.72,
    })
  })

  const weightSentence = 'Weight must be a number from 1 to 1,000,000 g.'
  const lengthSentence = 'Length must be a number from 0.1 to 1,000 cm.'
  const long = 'x'.repeat(10_000)
  test.each([
    ['nothing', '{}', 'destination', 'Country is required'],
    ['an empty country', '{"destination":"  ","weight":1}', 'destination', 'Country is required'],
    ['a country of none', '{"destination":"ZZ","weight":1}', 'destination', 'Unknown destination'],
    ['a country that is a list', '{"destination":["DE"],"weight":1}', 'destination', 'Unknown destination'],
    ['a country that is a number', '{"destination":49,"weight":1}', 'destination', 'Unknown destination'],
    [
      'a country that is an object',
      '{"destination":{"code":"DE"},"weight":1}',
      'destination',
      'Unknown destination',
    ],
    ['a key of every object', '{"destination":"__proto__","weight":1}', 'destination', 'Unknown destination'],
    ['another', '{"destination":"constructor","weight":1}', 'destination', 'Unknown destination'],
    ['a long text', `{"destination":"${long}","weight":1}`, 'destination', 'Unknown destination'],
    ['no weight', '{"destination":"DE"}', 'weight', 'Weight is required'],
    ['an empty weight', '{"destination":"DE","weight":""}', 'weight', 'Weight is required'],
    ['a null weight', '{"destination":"DE","weight":null}', 'weight', 'Weight is required'],
    ['no grams', '{"destination":"DE","weight":0}', 'weight', weightSentence],
    ['less than nothing', '{"destination":"DE","weight":-5}', 'weight', weightSentence],
    ['nothing as text', '{"destination":"DE","weight":"-0"}', 'weight', weightSentence],
    ['too much', '{"destination":"DE","weight":1000001}', 'weight', weightSentence],
    ['far too much', '{"destination":"DE","weight":1e300}', 'weight', weightSentence],
    ['more than numbers hold', '{"destination":"DE","weight":1e309}', 'weight', weightSentence],
    ['the same as text', '{"destination":"DE","weight":"1e309"}', 'weight', weightSentence],
    ['a comma', '{"destination":"DE","weight":"1,5"}', 'weight', weightSentence],
    ['a word', '{"destination":"DE","weight":"heavy"}', 'weight', weightSentence],
    ['another base', '{"destination":"DE","weight":"0x10"}', 'weight', weightSentence],
    ['a weight that is a list', '{"destination":"DE","weight":[500]}', 'weight', weightSentence],
    ['a weight that is true', '{"destination":"DE","weight":true}', 'weight', weightSentence],
    ['a weight that is an object', '{"destination":"DE","weight":{"g":5}}', 'weight', weightSentence],
    ['a long weight', `{"destination":"DE","weight":"${'1'.repeat(10_000)}"}`, 'weight', weightSentence],
    ['a side of 0', '{"destination":"DE","weight":500,"length":0}', 'length', lengthSentence],
    ['a side below 0', '{"destination":"DE","weight":500,"length":"-3"}', 'length', lengthSentence],
    ['a side beyond', '{"destination":"DE","weight":500,"length":1e309}', 'length', lengthSentence],
    ['a side with a comma', '{"destination":"DE","weight":500,"length":"1,5"}', 'length', lengthSentence],
    [
      'another side',
      '{"destination":"DE","weight":500,"height":1001}',
      'height',
      'Height must be a number from 0.1 to 1,000 cm.',
    ],
    [
      'goods of no kind',
      '{"destination":"DE","weight":500,"features":"999"}',
      'features',
      'Unknown category: 999',
    ],
    ['a group', '{"destination":"DE","weight":500,"features":"1"}', 'features', 'Unknown category: 1'],
    [
      'goods by a key of every object',
      '{"destination":"DE","weight":500,"features":"101,toString"}',
      'features',
      'Unknown category: toString',
    ],
    [
      'goods as a list',
      '{"destination":"DE","weight":500,"features":["101"]}',
      'features',
      'Features must be category ids joined by commas.',
    ],
    [
      'a currency of none',
      '{"destination":"DE","weight":500,"currency":"XYZ"}',
      'currency',
      'Unknown currency',
    ],
    [
      'a key as currency',
      '{"destination":"DE","weight":500,"currency":"__proto__"}',
      'currency',
      'Unknown currency',
    ],
    [
      'a currency that is a number',
      '{"destination":"DE","weight":500,"currency":5}',
      'currency',
      'Unknown currency',
    ],
  ])('%s is answered with the sentence of its field', async (_what, body, field, message) => {
    const reply = await raw(body)
    expect(reply.body).toMatchObject({ success: false, statusCode: 400, message, code: 'INVALID_INPUT' })
    expect(Object(reply.body).errors[0]).toEqual({ field, message })
    expect(reply.status).toBe(400)
  })

  test('every wrong field is told, the first speaks for all', async () => {
    const reply = await ask({ destination: 'ZZ', weight: 0, length: 'x', features: 'x', currency: 'x' })
    expect([reply.status, reply.body?.message]).toEqual([400, 'Unknown destination'])
    const fields = Object(reply.body).errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['destination', 'weight', 'length', 'features', 'currency'])
  })

  test.each([
    ['no body', undefined, 'application/json', 400, 'Country is required'],
    ['null', 'null', 'application/json', 400, 'Country is required'],
    ['a list', '[]', 'application/json', 400, 'The request must be an object.'],
    ['a number', '5', 'application/json', 400, 'The request must be an object.'],
    ['broken JSON', '{"destination":', 'application/json', 400, 'The request could not be understood.'],
    ['a form', 'destination=DE&weight=500', 'application/x-www-form-urlencoded', 415, expect.any(String)],
  ])('%s is refused', async (_what, body, type, status, message) => {
    const reply = await raw(body, type)
    expect([reply.status, reply.body?.message]).toEqual([status, message])
  })

  test('a key of every object in the body is none of ours', async () => {
    const reply = await raw('{"__proto__":{"destination":"DE","weight":500}}')
    expect(reply.status).toBe(400)
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
