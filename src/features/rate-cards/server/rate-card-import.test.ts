import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInCard } from '#features/freight/built-in-card.ts'
import { verifyData } from '#operations/verify.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'

import {
  admin,
  createNamedCard,
  getStatusAndMessage,
  line,
  tier,
  useRateCardFixture,
} from '#test/fixtures/rate-card-fixture.ts'

describe('imported rate cards', () => {
  const { database, app, list, send, set, read, compare, listIds, getPublicFreight } = useRateCardFixture()

  test('a new site has the built-in card, and it is active', async () => {
    const response = await app().get('/shipping/rateCards', admin)
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(await list()).toEqual([
      {
        _id: 'default-2026-11b',
        id: 'default-2026-11b',
        name: 'Built-in rate card',
        currency: 'CNY',
        effectiveFrom: '2026-11-26',
        lines: 25,
        rows: 268,
        countries: 226,
        active: true,
        state: 'active',
        createdAt: null,
        createdBy: null,
        activatedAt: null,
        retiredAt: null,
      },
    ])
    expect(await read('default-2026-11b')).toEqual(builtInCard)
  })

  test('the example of docs/rate-cards.md is valid and reproduces its quote', async () => {
    const guide = readFileSync(new URL('../../../../docs/rate-cards.md', import.meta.url), 'utf8')
    const [, example = ''] = /```json\n(.*?)```/s.exec(guide) ?? []
    const response = await send({ card: JSON.parse(example), activate: true })
    expect(getStatusAndMessage(response)).toEqual([200, 'Rate card imported and activated.'])
  })

  test('an imported card is a draft and changes no price', async () => {
    const before = await getPublicFreight()
    const response = await send({ card: createNamedCard({ effectiveFrom: '2026-12-01' }) })
    expect(getStatusAndMessage(response)).toEqual([200, 'Rate card imported.'])
    expect(response.body?.data).toEqual({
      card: {
        _id: 'winter',
        id: 'winter',
        name: 'Winter',
        currency: 'CNY',
        effectiveFrom: '2026-12-01',
        lines: 1,
        rows: 1,
        countries: 2,
        active: false,
        state: 'draft',
        createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
        createdBy: 'Mat Ruler',
        activatedAt: null,
        retiredAt: null,
      },
      failedChecks: [],
      checks: 0,
    })
    expect(await getPublicFreight()).toBe(before)
    expect(await listIds()).toEqual(['winter', 'default-2026-11b*'])
    expect(await verifyData(database.db)).toEqual([])
  })

  test('the built-in card can be exported and imported again under another id', async () => {
    const response = await send({ card: await read('default-2026-11b'), activate: true })
    expect(getStatusAndMessage(response)).toEqual([200, 'Rate card imported and activated.'])
    expect(response.body?.data).toMatchObject({
      card: { id: 'default-2026-11b-2', state: 'active', rows: 268, countries: 226 },
      checks: 264,
      failedChecks: [],
    })
    expect(await read('default-2026-11b-2')).toEqual({ ...builtInCard, id: 'default-2026-11b-2' })
    expect(await listIds()).toEqual(['default-2026-11b-2*', 'default-2026-11b'])
    expect((await list()).at(-1)).toMatchObject({ state: 'embedded', active: false })
  })

  test.each<[Partial<RateCard>, string, string]>([
    [{ id: 'Wínter 2026/12!' }, 'w-nter-2026-12', 'Winter'],
    [{ id: '__proto__' }, 'proto', 'Winter'],
    [
      { id: '-._', name: ' ' },
      expect.stringMatching(/^card-20\d\d-\d\d-\d\d$/),
      expect.stringMatching(/^card-20/),
    ],
    [{ id: 'x'.repeat(300) }, 'x'.repeat(60), 'Winter'],
    [{ id: 'default-2026-11b' }, 'default-2026-11b-2', 'Winter'],
  ])('a card with %j is stored with a valid id', async (fields, id, name) => {
    const { body } = await send({ card: createNamedCard(fields) })
    expect(Object(body).data.card).toMatchObject({ _id: id, id, name })
    const stored = Object(body).data.card.id
    expect(await read(stored)).toMatchObject({ id: stored, name })
  })

  test('a card without id and name is stored with both', async () => {
    const { id: _id, name: _name, ...card } = createNamedCard()
    const today = new Date().toISOString().slice(0, 10)
    for (const id of [`card-${today}`, `card-${today}-2`])
      expect(Object((await send({ card })).body).data.card).toMatchObject({ id, name: id })
  })

  test('versions with the same id are numbered, even at the maximum length', async () => {
    const id = 'y'.repeat(60)
    for (let count = 0; count < 11; count += 1)
      expect((await send({ card: createNamedCard({ id }) })).status).toBe(200)
    const names = await listIds()
    expect(names.slice(0, 2)).toEqual([`${'y'.repeat(57)}-11`, `${'y'.repeat(57)}-10`])
    expect(new Set(names).size).toBe(12)
  })

  describe('public quotes that a card must reproduce', () => {
    const createCheckedCard = (freight: number) =>
      createNamedCard({
        lines: [{ ...line, rates: [{ countries: ['DE'], tiers: [tier], check: { weight: 600, freight } }] }],
      })
    const failed = { line: 'ems', countries: ['DE'], grams: 600, expected: 125, got: 120, ok: false }

    test('checks are counted, and returned when they fail', async () => {
      expect((await send({ card: createCheckedCard(120) })).body?.data).toMatchObject({
        checks: 1,
        failedChecks: [],
      })
      const response = await send({ card: createCheckedCard(125) })
      expect(response.body?.data).toMatchObject({
        card: { id: 'winter-2' },
        checks: 1,
        failedChecks: [failed],
      })
      expect((await compare('winter-2')).failedChecks).toEqual([failed])
    })

    test('failed checks prevent an import with activation, but not a later activation', async () => {
      const response = await send({ card: createCheckedCard(125), activate: true })
      expect(response).toMatchObject({
        status: 400,
        body: {
          code: 'CHECKS_FAILED',
          message: '1 of 1 checks of this card failed. ems to DE, 600 g: 125 expected, 120 found.',
        },
      })
      expect(await listIds()).toEqual(['default-2026-11b*'])
      await send({ card: createCheckedCard(125) })
      expect((await set('winter', true)).status).toBe(200)
      expect(await listIds()).toEqual(['winter*', 'default-2026-11b'])
    })

    test('checks include those of inactive lines', async () => {
      const [checkedLine] = createCheckedCard(125).lines
      const card = createNamedCard({ lines: [{ ...line, ...checkedLine, active: false }] })
      expect((await send({ card })).body?.data).toMatchObject({ checks: 1, failedChecks: [failed] })
    })
  })

  test('uses the exchange rates that were imported with the active card', async () => {
    await send({ card: createNamedCard(), activate: true, fx: { EUR: '1', CNY: '8' } })
    const { body } = await app().post('/get_estimation', { destination: 'DE', weight: 500, currency: 'EUR' })
    expect(Object(body).data[0].feeDetail.total).toBe(12.5)
    expect(await verifyData(database.db)).toEqual([])
  })

  test('the largest card can be imported and compared', async () => {
    const countries = builtInCard.lines.flatMap(({ rates }) => rates.flatMap((rate) => rate.countries))
    const rates = [...new Set(countries)]
      .slice(0, 27)
      .map((country) => ({ countries: [country], tiers: [tier] }))
    const lines = Array.from({ length: 150 }, (_, at) => ({ ...line, id: `ems-${at}`, rates }))
    const response = await send({ card: createNamedCard({ lines }), activate: true })
    expect(response.body?.data).toMatchObject({ card: { lines: 150, rows: 4050, countries: 27 } })
    expect((await compare('default-2026-11b')).rows).toMatchObject({ new: 268, gone: 4050 })
  })
})
