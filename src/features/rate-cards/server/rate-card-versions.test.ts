import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rateCards } from '#db/schema.ts'
import { findCheapestOption } from '#features/freight/engine/cheapest-option.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { RateCardComparison } from '#features/rate-cards/contract.ts'
import { verifyData } from '#operations/verify.ts'
import type { CountryRate, ShippingLine } from '#shared/freight/rate-card.ts'
import { tokens } from '#test/api.ts'

import {
  admin,
  createCardWithTier,
  createNamedCard,
  getStatusAndMessage,
  useRateCardFixture,
} from '#test/fixtures/rate-card-fixture.ts'

/**
 * Raises the fees to one country, more on lines with an id of odd length, so that another line becomes the cheapest.
 */
function raiseFees(line: ShippingLine, country: string): ShippingLine {
  const isOdd = line.id.length % 2 === 1
  const rates = line.rates.flatMap(({ check: _, ...rate }): CountryRate[] => {
    if (!rate.countries.includes(country)) return [rate]
    const others = rate.countries.filter((code) => code !== country)
    const tiers = rate.tiers.map((row) => ({
      ...row,
      feeFirst: Math.round(row.feeFirst) + (isOdd ? 150 : 3),
    }))
    return [
      { ...rate, countries: [country], tiers },
      ...(others.length ? [{ ...rate, countries: others }] : []),
    ]
  })
  return { ...line, rates }
}

describe('versions of the rate card', () => {
  const { database, app, list, send, set, read, compare, listIds, getPublicFreight, listEvents } =
    useRateCardFixture()

  const requestByParcel: Record<string, object> = {
    'Sneakers with box': { weight: 1240, length: 34, width: 22, height: 12, features: '202' },
    Haul: { weight: 4760, features: '101,202' },
    'T-shirt': { weight: 250, features: '101' },
  }
  /** The cheapest public price for a sample parcel, in the format of the comparison. */
  async function getCheapestOffer({ parcel, destination }: RateCardComparison['samples'][number]) {
    const { body } = await app().post('/get_estimation', { destination, ...requestByParcel[parcel] })
    const options: ShippingOption[] = Object(body).data
    const cheapest = findCheapestOption(options)
    return cheapest ? { lineName: cheapest.name, total: cheapest.feeDetail.total } : null
  }

  test('an activated version sets the public prices at once, and a previous one can be activated again', async () => {
    const tariffs = () => app().get('/shipping/tariffs?destination=DE')
    const getActiveId = async () => Object((await tariffs()).body).data.card.id
    expect(await getActiveId()).toBe('default-2026-11b')
    await send({ card: createNamedCard({ id: 'first' }), activate: true })
    expect([await getPublicFreight(), await getActiveId()]).toEqual([120, 'first'])
    await send({ card: { ...createCardWithTier({ feeFirst: 110 }), id: 'second' }, activate: true })
    expect([await getPublicFreight(), await getActiveId()]).toEqual([130, 'second'])
    const response = await set('first', true)
    expect(getStatusAndMessage(response)).toEqual([200, 'Rate card activated.'])
    expect(response.body?.data).toMatchObject({ id: 'first', state: 'active', retiredAt: null })
    expect([await getPublicFreight(), await getActiveId()]).toEqual([120, 'first'])
    const [second, first] = await list()
    expect(second).toMatchObject({ id: 'second', state: 'former', retiredAt: expect.any(String) })
    expect(String(first?.activatedAt) >= String(second?.activatedAt)).toBe(true)
    expect((await listEvents('rate-card-activated')).map(({ details }) => details)).toEqual([
      { card: 'first', old: 'default-2026-11b' },
      { card: 'second', old: 'first' },
      { card: 'first', old: 'second' },
    ])
    expect(await verifyData(database.db)).toEqual([])
  })

  test('the built-in card becomes active when no version is', async () => {
    const before = await getPublicFreight()
    for (const deactivate of [() => set('winter', false), () => set('default-2026-11b', true)]) {
      await database.db.delete(rateCards)
      await send({ card: createNamedCard(), activate: true })
      expect(await getPublicFreight()).toBe(120)
      expect((await deactivate()).status).toBe(200)
      expect(await getPublicFreight()).toBe(before)
      expect(await listIds()).toEqual(['winter', 'default-2026-11b*'])
      expect((await list())[0]).toMatchObject({ state: 'former' })
    }
    expect(getStatusAndMessage(await set('winter', false))).toEqual([200, 'Rate card deactivated.'])
  })

  test('an activation that changes nothing is not recorded', async () => {
    await send({ card: createNamedCard() })
    await send({ card: createNamedCard({ id: 'other' }), activate: true })
    const before = await list()
    for (const [id, active] of [
      ['other', true],
      ['winter', false],
      ['default-2026-11b', false],
    ] as const)
      expect((await set(id, active)).status).toBe(200)
    expect(await list()).toEqual(before)
    expect(await listEvents('rate-card-activated')).toHaveLength(1)
  })

  test.each(['nothing', 'DEFAULT-2026-11', ' ', '\0', "x' or '1'='1", '__proto__', 'x'.repeat(80)])(
    'returns 404 for the unknown card %j',
    async (id) => {
      const query = `card_id=${encodeURIComponent(id)}`
      const responses = [
        await set(id, true),
        await set(id, false),
        await app().get(`/shipping/rateCard?${query}`, admin),
        await app().get(`/shipping/compareRateCards?${query}`, admin),
      ]
      expect(responses.map(getStatusAndMessage)).toEqual(Array(4).fill([404, 'Rate card not found']))
    },
  )

  test('compares a version with the active one', async () => {
    await send({ card: createNamedCard(), activate: true })
    await send({ card: createCardWithTier({ feeContinue: 22 }) })
    const compared = await compare('winter-2')
    expect(compared).toMatchObject({
      card: { id: 'winter-2' },
      against: { id: 'winter' },
      rows: { changed: 1, new: 0, gone: 0, unchanged: 0 },
      changes: [
        {
          kind: 'changed',
          line: 'ems',
          lineName: 'EMS',
          countries: [],
          what: 'each next 500 g',
          before: '20.00',
          after: '22.00',
          change: '+10%',
          direction: 'dearer',
        },
      ],
      total: 1,
      failedChecks: [],
    })
    // 100 + 2 x 20, and 2 x 22
    expect(compared.samples[0]).toMatchObject({
      parcel: 'Sneakers with box',
      before: { lineName: 'EMS', total: 140 },
      after: { lineName: 'EMS', total: 144 },
    })
    expect(compared.coverage.lines).toEqual({ gone: [], new: [], shrunk: [] })
    expect((await compare('default-2026-11b')).rows).toEqual({ changed: 1, new: 267, gone: 0, unchanged: 0 })
    expect((await compare('winter')).total).toBe(0)
  })

  test.each(['DE', 'FR', 'GB', 'US', 'CA', 'AU', 'PL', 'ES', 'NL', 'IT'])(
    'a comparison shows the prices that shoppers get for parcels to %s before and after',
    async (country) => {
      const builtIn = await read('default-2026-11b')
      const lines = builtIn.lines.map((line) => raiseFees(line, country))
      expect((await send({ card: { ...builtIn, id: 'new', lines } })).body?.message).toBe(
        'Rate card imported.',
      )
      const { samples } = await compare('new')
      expect(samples).toMatchObject(Array(3).fill({ destination: country }))
      expect(await Promise.all(samples.map(getCheapestOffer))).toEqual(samples.map(({ before }) => before))
      await set('new', true)
      expect(await Promise.all(samples.map(getCheapestOffer))).toEqual(samples.map(({ after }) => after))
    },
  )

  test('the example card of the documents can price the sample parcels', async () => {
    const text = readFileSync('docs/rate-cards.md', 'utf8')
    await send({ card: JSON.parse(text.split('```')[1]?.replace(/^json/, '') ?? '') })
    const { samples, coverage } = await compare('mine-2026-11')
    expect(samples.map(({ after }) => after?.lineName)).toEqual(Array(3).fill('Air, general goods'))
    expect(coverage.lines).toMatchObject({ gone: { length: 25 }, new: ['Air, general goods'], shrunk: [] })
    await set('mine-2026-11', true)
    expect(await Promise.all(samples.map(getCheapestOffer))).toEqual(samples.map(({ after }) => after))
  })

  test('one version is active after twenty concurrent activations', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `v${at}`)
    for (const id of names) await send({ card: createNamedCard({ id }) })
    const responses = await Promise.all(names.map((id) => set(id, true)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const active = (await list()).filter(({ active }) => active)
    expect(active).toHaveLength(1)
    expect((await list()).map(({ state }) => state).toSorted()).toEqual(
      ['active', 'embedded', ...Array(19).fill('former')].toSorted(),
    )
    // Each event names the replaced version: a chain that ends at the active one.
    const changes = (await listEvents('rate-card-activated')).map(({ details }) => Object(details))
    const next = new Map(changes.map(({ old, card }) => [old, card]))
    let lastId = 'default-2026-11b'
    while (next.has(lastId)) lastId = String(next.get(lastId))
    expect([changes.length, lastId]).toEqual([20, active[0]?.id])
    expect(await verifyData(database.db)).toEqual([])
  })

  test('concurrent imports with one id, activations and deactivations all succeed', async () => {
    await send({ card: createNamedCard(), activate: true })
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 3 === 0
          ? set('winter', at % 2 === 0)
          : send({ card: createNamedCard(), activate: at % 3 === 1 }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const names = await listIds()
    expect(names).toHaveLength(15)
    expect(names.filter((name) => name.endsWith('*'))).toHaveLength(1)
    expect(await verifyData(database.db)).toEqual([])
  })

  test.each<[string, Record<string, string>, number]>([
    ['a visitor', {}, 401],
    ['a user', { authorization: tokens.user }, 403],
  ])('versions are denied to %s', async (_role, headers, status) => {
    await send({ card: createNamedCard() })
    const before = await list()
    const responses = [
      await app().get('/shipping/rateCards', headers),
      await send({ card: createNamedCard({ id: 'mine' }), activate: true }, headers),
      await set('winter', true, headers),
      await app().get('/shipping/rateCard?card_id=winter', headers),
      await app().get('/shipping/compareRateCards?card_id=winter', headers),
    ]
    expect(responses.map((response) => response.status)).toEqual(Array(5).fill(status))
    for (const { body } of responses) expect(body).not.toHaveProperty('data')
    expect(await list()).toEqual(before)
  })
})
