import { describe, expect, test } from 'vitest'
import { builtInCard } from '#features/freight/built-in-card.ts'
import type { CountryRate, RateCard, ShippingLine, Tier } from '#shared/freight/rate-card.ts'
import { diffRateCards } from './diff-rate-cards.ts'

const step: Tier = {
  upTo: 30_000,
  mode: 'step',
  weightFirst: 500,
  feeFirst: 50,
  weightContinue: 500,
  feeContinue: 12.5,
}
const createRate = (countries: string[], ...tiers: Partial<Tier>[]): CountryRate => ({
  countries,
  tiers: (tiers.length === 0 ? [{}] : tiers).map((tier) => ({ ...step, ...tier })),
})
const createLine = (fields: Partial<ShippingLine> = {}): ShippingLine => ({
  id: 'ems',
  name: 'EMS',
  transit: { min: 7, max: 20 },
  fees: { fuelPercent: 24.5 },
  rates: [createRate(['DE']), createRate(['FR', 'IT'])],
  ...fields,
})
const createCard = (...lines: ShippingLine[]): RateCard => ({
  schema: 'rate-card/1',
  currency: 'CNY',
  agentFees: { operationFee: 15, serviceFee: { flat: 10, percent: 0 } },
  lines,
})
const before = createCard(createLine())

/** 'what countries: before -> after (change) direction' */
const describeChanges = async (after: RateCard, oldCard = before) =>
  (await diffRateCards(oldCard, after)).changes.map(
    ({ kind, lineName, what, countries, before: beforeText, after: afterText, change, direction }) =>
      `${kind} ${lineName} ${countries.join('|') || 'all'}, ${what}: ${beforeText} -> ${afterText} ${change} ${direction}`,
  )
const countRows = async (after: RateCard) => Object.values((await diffRateCards(before, after)).rows)

describe('diffRateCards', () => {
  test('lists no changes between equal cards', async () => {
    expect(await describeChanges(before)).toEqual([])
    expect(await countRows(before)).toEqual([0, 0, 0, 2])
    expect(await diffRateCards(builtInCard, builtInCard)).toMatchObject({
      rows: { changed: 0, new: 0, gone: 0, unchanged: 268 },
      total: 0,
    })
  })

  test('lists a changed price to one country in percent', async () => {
    const after = createCard(
      createLine({
        rates: [createRate(['DE'], { feeFirst: 52, feeContinue: 12 }), createRate(['FR', 'IT'])],
      }),
    )
    expect(await describeChanges(after)).toEqual([
      'changed EMS DE, first 500 g: 50.00 -> 52.00 +4% dearer',
      'changed EMS DE, each next 500 g: 12.50 -> 12.00 -4% cheaper',
    ])
    expect(await countRows(after)).toEqual([1, 0, 0, 1])
  })

  test('lists an equal change of several countries once, without countries when it is for all', async () => {
    const some = createCard(
      createLine({
        rates: [
          createRate(['DE']),
          createRate(['FR'], { feeFirst: 51.25 }),
          createRate(['IT'], { feeFirst: 51.25 }),
        ],
      }),
    )
    expect(await describeChanges(some)).toEqual([
      'changed EMS FR|IT, first 500 g: 50.00 -> 51.25 +2.5% dearer',
    ])
    const all = createCard(createLine({ fees: { fuelPercent: 26 } }))
    expect(await describeChanges(all)).toEqual([
      'changed EMS all, fuel surcharge: 24.5% -> 26.0% +1.5 points dearer',
    ])
    expect(await countRows(all)).toEqual([2, 0, 0, 0])
  })

  test('compares the merged figures of card, line and row', async () => {
    const same = createLine({
      fees: {},
      rates: createLine().rates.map((one) => ({ ...one, fees: { fuelPercent: 24.5, operationFee: 15 } })),
    })
    expect(await describeChanges(createCard(same))).toEqual([])
    expect(await describeChanges({ ...before, agentFees: { operationFee: 20 } })).toEqual([
      'changed EMS all, operation fee: 15.00 -> 20.00 +33.3% dearer',
      'changed EMS all, service fee: 10.00 -> 0.00 -100% cheaper',
    ])
  })

  test('matches tiers by their upper limit', async () => {
    const perKg = { mode: 'prorata', weightFirst: 0, weightContinue: 1000 } as const
    const oldCard = createCard(
      createLine({
        rates: [
          createRate(
            ['DE'],
            { ...perKg, upTo: 2000, feeFirst: 18, feeContinue: 53 },
            { ...perKg, upTo: null, feeFirst: 9, feeContinue: 60 },
          ),
        ],
      }),
    )
    const after = createCard(
      createLine({
        rates: [
          createRate(
            ['DE'],
            { ...perKg, upTo: 2000, feeFirst: 18, feeContinue: 55 },
            { ...perKg, upTo: null, feeFirst: 0, feeContinue: 60.001 },
          ),
        ],
      }),
    )
    expect(await describeChanges(after, oldCard)).toEqual([
      'changed EMS DE, per kg up to 2 kg: 53.00 -> 55.00 +3.8% dearer',
      'changed EMS DE, base fee above 2 kg: 9.00 -> 0.00 -100% cheaper',
      'changed EMS DE, per kg above 2 kg: 60.00 -> 60.001 +0% dearer',
    ])
  })

  test('lists a changed year and a changed spread of prices', async () => {
    const line = (spread: number) => createLine({ rates: [{ ...createRate(['DE']), src: 'A', spread }] })
    const oldCard = { ...createCard(line(0)), asOf: { A: 2024 } }
    expect(await describeChanges({ ...createCard(line(7.5)), asOf: { A: 2026 } }, oldCard)).toEqual([
      'changed EMS DE, year of the prices: 2024 -> 2026 null neither',
      'changed EMS DE, spread of the prices: none -> 7.5% null neither',
    ])
    expect(await describeChanges(createCard(line(0)), oldCard)).toEqual([
      'changed EMS DE, year of the prices: 2024 -> undated null neither',
    ])
  })

  test('lists the segments of ladders and new prices', async () => {
    const segments = [
      { upTo: 5000, weightContinue: 500, feeContinue: 10 },
      { upTo: null, weightContinue: 1000, feeContinue: 15 },
    ]
    const after = createCard(
      createLine({ rates: [createRate(['DE'], { mode: 'ladder', segments }), createRate(['FR', 'IT'])] }),
    )
    expect(await describeChanges(after)).toEqual([
      'new EMS DE, each next 500 g up to 5 kg: null -> 10.00 null neither',
      'new EMS DE, each next 1 kg above 5 kg: null -> 15.00 null neither',
      'gone EMS DE, each next 500 g: 12.50 -> null null neither',
    ])
    const ladder = (fee: number) =>
      createCard(
        createLine({
          rates: [
            createRate(['DE'], { mode: 'ladder', segments: [{ weightContinue: 500, feeContinue: fee }] }),
          ],
        }),
      )
    expect(await describeChanges(ladder(12), ladder(10))).toEqual([
      'changed EMS DE, each next 500 g: 10.00 -> 12.00 +20% dearer',
    ])
  })

  test('lists changed limits, days and categories without a direction', async () => {
    const after = createCard(
      createLine({
        transit: { min: 9, max: 25 },
        weight: { min: 50, max: 20_000, belowMin: 'bump' },
        dimensions: { maxSide: 60, box: [60, 40, 40] },
        categories: { block: ['#liquid', '502'] },
        volumetric: { method: 'max', divisor: 6000 },
        active: false,
      }),
    )
    expect(await describeChanges(after)).toEqual([
      'changed EMS all, lightest parcel: no limit -> 50 g null neither',
      'changed EMS all, lighter parcels: are refused -> are charged as the lightest null neither',
      'changed EMS all, heaviest parcel: no limit -> 20 kg null neither',
      'changed EMS all, longest side: no limit -> 60 cm null neither',
      'changed EMS all, box: no limit -> 60 x 40 x 40 cm null neither',
      'changed EMS all, volumetric weight: Actual weight only -> L x W x H / 6000, the higher weight applies null neither',
      'changed EMS all, days: 7-20 -> 9-25 null neither',
      'changed EMS all, categories: all -> all, not #liquid, 502 null neither',
      'changed EMS all, line: offered -> off null neither',
    ])
  })

  test('lists countries that are new or gone', async () => {
    const after = createCard(createLine({ rates: [createRate(['DE', 'PL']), createRate(['FR'])] }))
    expect(await describeChanges(after)).toEqual([
      'new EMS PL, first 500 g: null -> 50.00 null neither',
      'new EMS PL, each next 500 g: null -> 12.50 null neither',
      'gone EMS IT, first 500 g: 50.00 -> null null neither',
      'gone EMS IT, each next 500 g: 12.50 -> null null neither',
    ])
    expect(await countRows(after)).toEqual([2, 0, 0, 0])
    const other = createCard(createLine({ rates: [createRate(['DE']), createRate(['PL'])] }))
    expect(await countRows(other)).toEqual([0, 1, 1, 1])
  })

  test('lists lines that are new or gone', async () => {
    const after = createCard(createLine({ id: 'sea', name: 'Sea', rates: [createRate(['DE'])] }))
    expect(await describeChanges(after)).toEqual([
      'new Sea all, line: null -> to 1 country null neither',
      'gone EMS all, line: to 3 countries -> null null neither',
    ])
    expect(await countRows(after)).toEqual([0, 1, 2, 0])
  })

  test('lists another currency', async () => {
    expect(await describeChanges({ ...before, currency: 'EUR' })).toEqual([
      'changed  all, currency: CNY -> EUR null neither',
    ])
  })

  test('lists the first two hundred changes and their total number', async () => {
    const lines = Array.from({ length: 150 }, (_, at) => createLine({ id: `l${at}` }))
    const after = lines.map((one) => ({ ...one, fees: { fuelPercent: 1 }, transit: { min: 1, max: 2 } }))
    const { changes, total } = await diffRateCards(createCard(...lines), createCard(...after))
    expect([changes.length, total]).toEqual([200, 300])
  })
})

describe('the sample parcels', () => {
  const cheap = createLine({ id: 'cheap', name: 'Cheap', fees: {}, rates: [createRate(['DE', 'FR'])] })
  const expensive = createLine({
    id: 'expensive',
    name: 'Dear',
    fees: {},
    rates: [createRate(['DE', 'FR'], { feeFirst: 200 })],
  })

  /** 'Cheap 100 -> Dear 250' */
  const describeSamples = async (oldCard: RateCard, newCard: RateCard) =>
    (await diffRateCards(oldCard, newCard)).samples.map(({ before: beforeText, after: afterText }) =>
      [beforeText, afterText]
        .map((offer) => (offer ? `${offer.lineName} ${offer.total}` : 'none'))
        .join(' -> '),
    )

  test('show the price of three parcels by the cheapest line of each card', async () => {
    const changed = { ...cheap, rates: [createRate(['DE'], { feeContinue: 15 }), createRate(['FR'])] }
    expect(
      (await diffRateCards(createCard(expensive, cheap), createCard(expensive, changed))).samples,
    ).toEqual([
      {
        parcel: 'Sneakers with box',
        destination: 'DE',
        details: '1,240 g, 34 x 22 x 12 cm',
        before: { lineName: 'Cheap', total: 100 }, // 50 + 2 x 12.50 + 15 + 10
        after: { lineName: 'Cheap', total: 105 },
      },
      {
        parcel: 'Haul',
        destination: 'DE',
        details: '4,760 g',
        before: { lineName: 'Cheap', total: 187.5 }, // 50 + 9 x 12.50 + 25
        after: { lineName: 'Cheap', total: 210 },
      },
      {
        parcel: 'T-shirt',
        destination: 'DE',
        details: '250 g',
        before: { lineName: 'Cheap', total: 75 },
        after: { lineName: 'Cheap', total: 75 },
      },
    ])
  })

  test('show another line when the cheapest is gone, does not take the parcel, or is no longer the cheapest', async () => {
    const oldCard = createCard(cheap, expensive)
    expect(await describeSamples(oldCard, createCard(expensive))).toEqual([
      'Cheap 100 -> Dear 250',
      'Cheap 187.5 -> Dear 337.5',
      'Cheap 75 -> Dear 225',
    ])
    const light = { ...cheap, weight: { max: 2000 } }
    expect((await describeSamples(oldCard, createCard(light, expensive)))[1]).toBe(
      'Cheap 187.5 -> Dear 337.5',
    )
    const costly = { ...cheap, rates: [createRate(['DE', 'FR'], { feeFirst: 300 })] }
    expect((await describeSamples(oldCard, createCard(costly, expensive)))[0]).toBe('Cheap 100 -> Dear 250')
    expect((await describeSamples(oldCard, createCard({ ...cheap, active: false }, expensive)))[0]).toBe(
      'Cheap 100 -> Dear 250',
    )
  })

  test('use a line that carries the categories of each parcel', async () => {
    const clothes = createLine({ ...cheap, name: 'Clothes', categories: { default: 'deny', allow: ['1'] } })
    expect(await describeSamples(createCard(clothes, expensive), createCard(clothes, expensive))).toEqual([
      'Dear 250 -> Dear 250',
      'Dear 337.5 -> Dear 337.5',
      'Clothes 75 -> Clothes 75',
    ])
  })

  test('show prices to the country with the most changes', async () => {
    const after = { ...cheap, rates: [createRate(['DE']), createRate(['FR'], { feeContinue: 15 })] }
    const { samples } = await diffRateCards(createCard(cheap), createCard(after))
    expect(samples.map(({ destination, after: offer }) => [destination, offer?.total])).toEqual([
      ['FR', 105],
      ['FR', 210],
      ['FR', 75],
    ])
  })

  test('show no amount when no line takes the parcel', async () => {
    const after = { ...cheap, weight: { min: 300, max: 4000 } }
    expect(await describeSamples(createCard(cheap), createCard(after))).toEqual([
      'Cheap 100 -> Cheap 100',
      'Cheap 187.5 -> none',
      'Cheap 75 -> none',
    ])
    expect(await describeSamples(createCard(after), createCard(cheap))).toContain('none -> Cheap 75')
    expect((await diffRateCards(createCard(), createCard())).samples).toEqual([])
  })
})

describe('the coverage', () => {
  const [toGermany, toItaly] = [createRate(['DE', 'FR']), createRate(['IT'])]
  const ems = createLine({ rates: [toGermany, toItaly] })
  const sea = createLine({ id: 'sea', name: 'Sea', rates: [toGermany] })
  const getCoverage = async (oldCard: RateCard, newCard: RateCard) =>
    (await diffRateCards(oldCard, newCard)).coverage
  const nothing = { lines: { gone: [], new: [], shrunk: [] }, countries: { gone: [], new: [] } }

  test('lists nothing when only prices differ', async () => {
    const dearer = createLine({ rates: [createRate(['DE', 'FR'], { feeFirst: 99 }), toItaly] })
    expect(await getCoverage(createCard(ems, sea), createCard(dearer, sea))).toEqual(nothing)
  })

  test('lists lines, and countries that no other line serves', async () => {
    expect(await getCoverage(createCard(ems, sea), createCard(sea))).toEqual({
      lines: { gone: ['EMS'], new: [], shrunk: [] },
      countries: { gone: ['IT'], new: [] },
    })
    expect(await getCoverage(createCard(sea), createCard(ems, sea))).toEqual({
      lines: { gone: [], new: ['EMS'], shrunk: [] },
      countries: { gone: [], new: ['IT'] },
    })
  })

  test('lists a deactivated line, and one that serves fewer countries', async () => {
    const { lines } = await getCoverage(createCard(ems, sea), createCard(ems, { ...sea, active: false }))
    expect(lines).toEqual({ gone: ['Sea'], new: [], shrunk: [] })
    const shrunk = createLine({ rates: [createRate(['DE']), toItaly] })
    expect(await getCoverage(createCard(ems, sea), createCard(shrunk, sea))).toEqual({
      ...nothing,
      lines: { gone: [], new: [], shrunk: ['EMS'] },
    })
  })
})
