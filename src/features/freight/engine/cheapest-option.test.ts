import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RateCard, ShippingLine } from '#shared/freight/rate-card.ts'
import categories from '../built-in/categories.json' with { type: 'json' }
import { builtInCard } from '../built-in-card.ts'
import {
  filterGeneralLines,
  findCheapestOption,
  findCheapestQuote,
  findFastestOption,
} from './cheapest-option.ts'
import { compileCard } from './compile-card.ts'
import { estimateShipment, getLinesForCountry } from './estimate.ts'

const anyWeight = fc.integer({ min: 1, max: 40_000 })
const shipment = { destination: 'DE', grams: 600, sidesMm: [], categories: [] }

/** A line of one price up to 1 kg. */
const createLine = (id: string, feeFirst: number, overrides: Partial<ShippingLine> = {}): ShippingLine => ({
  id,
  name: id,
  weight: { max: 1000 },
  rates: [{ countries: ['DE'], tiers: [{ mode: 'step', weightFirst: 1000, feeFirst }] }],
  ...overrides,
})
const createCard = (...lines: ShippingLine[]): RateCard => ({ schema: 'rate-card/1', currency: 'CNY', lines })
const estimateOptions = (...lines: ShippingLine[]) =>
  estimateShipment(compileCard(createCard(...lines), categories), shipment)

describe('of the options to a parcel', () => {
  const slow = createLine('slow', 50, { transit: { min: 20, max: 40 } })
  const quick = createLine('quick', 80, { transit: { min: 5, max: 30 } })
  const surer = createLine('surer', 90, { transit: { min: 5, max: 9 } })
  const untold = createLine('untold', 95)
  const refusing = createLine('refusing', 1, { weight: { max: 100 }, transit: { min: 1, max: 2 } })

  test('the cheapest is the one with the lowest total that takes it', () => {
    expect(findCheapestOption(estimateOptions(untold, refusing, surer, slow, quick))?.id).toBe('slow')
  })

  test('the fastest is the one with the shortest least time, then most time; no time is not fast', () => {
    expect(findFastestOption(estimateOptions(untold, refusing, slow, quick, surer))?.id).toBe('surer')
    expect(findFastestOption(estimateOptions(untold))).toBeUndefined()
  })

  test('of equally cheap ones it is the faster, then the first by name', () => {
    const faster = createLine('z', 50, { transit: { min: 10, max: 40 } })
    expect(findCheapestOption(estimateOptions(slow, faster))?.id).toBe('z')
    const [second, first] = [createLine('b', 5), createLine('a', 5)]
    expect(findCheapestOption(estimateOptions(second, first))?.id).toBe('a')
  })

  test('there is none where nothing takes it', () => {
    expect([
      findCheapestOption([]),
      findCheapestOption(estimateOptions(refusing)),
      findFastestOption(estimateOptions(refusing)),
    ]).toEqual([undefined, undefined, undefined])
  })
})

test('lines that carry named goods only are none for anything', () => {
  const card = createCard(
    createLine('clothes', 1, { categories: { default: 'deny', allow: ['1'] } }),
    createLine('dry', 2, { categories: { default: 'allow', block: ['#liquid'] } }),
    createLine('open', 3),
  )
  const lines = getLinesForCountry(compileCard(card, categories), 'DE')
  expect(filterGeneralLines(lines).map(({ id }) => id)).toEqual(['dry', 'open'])
})

test('the cheapest quote is the cheapest option, for any parcel by the card of the site', () => {
  const compiled = compileCard(builtInCard, categories)
  const destinations = fc.constantFrom(...compiled.linesByCountry.keys())
  const sides = fc.array(fc.integer({ min: 1, max: 1200 }), { maxLength: 3 })
  const property = fc.property(destinations, anyWeight, sides, (destination, grams, sidesMm) => {
    const parcel = { grams, sidesMm, categories: [] }
    const option = findCheapestOption(estimateShipment(compiled, { ...parcel, destination }))
    const cheapest = findCheapestQuote(getLinesForCountry(compiled, destination), parcel)
    expect([cheapest?.line.id, cheapest && cheapest.parts.total / 100]).toEqual([
      option?.id,
      option?.feeDetail.total,
    ])
  })
  fc.assert(property, { numRuns: 500 })
})
