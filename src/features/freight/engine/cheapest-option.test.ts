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

/** A line with one price up to 1 kg. */
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

describe('the options for a parcel', () => {
  const slow = createLine('slow', 50, { transit: { min: 20, max: 40 } })
  const quick = createLine('quick', 80, { transit: { min: 5, max: 30 } })
  const predictable = createLine('predictable', 90, { transit: { min: 5, max: 9 } })
  const withoutTime = createLine('withoutTime', 95)
  const tooLight = createLine('tooLight', 1, { weight: { max: 100 }, transit: { min: 1, max: 2 } })

  test('the cheapest is the available one with the lowest total', () => {
    expect(findCheapestOption(estimateOptions(withoutTime, tooLight, predictable, slow, quick))?.id).toBe(
      'slow',
    )
  })

  test('the fastest has the shortest minimum time, then maximum time; an option without times is ignored', () => {
    expect(findFastestOption(estimateOptions(withoutTime, tooLight, slow, quick, predictable))?.id).toBe(
      'predictable',
    )
    expect(findFastestOption(estimateOptions(withoutTime))).toBeUndefined()
  })

  test('the cheapest of equal totals is the faster one, then the first by name', () => {
    const faster = createLine('z', 50, { transit: { min: 10, max: 40 } })
    expect(findCheapestOption(estimateOptions(slow, faster))?.id).toBe('z')
    const [second, first] = [createLine('b', 5), createLine('a', 5)]
    expect(findCheapestOption(estimateOptions(second, first))?.id).toBe('a')
  })

  test('finds no cheapest or fastest option when no line takes the parcel', () => {
    expect([
      findCheapestOption([]),
      findCheapestOption(estimateOptions(tooLight)),
      findFastestOption(estimateOptions(tooLight)),
    ]).toEqual([undefined, undefined, undefined])
  })
})

test('leaves out lines that carry only named goods', () => {
  const card = createCard(
    createLine('clothes', 1, { categories: { default: 'deny', allow: ['1'] } }),
    createLine('dry', 2, { categories: { default: 'allow', block: ['#liquid'] } }),
    createLine('open', 3),
  )
  const lines = getLinesForCountry(compileCard(card, categories), 'DE')
  expect(filterGeneralLines(lines).map(({ id }) => id)).toEqual(['dry', 'open'])
})

test('finds the same cheapest line as quote and as option for any parcel of the built-in card', () => {
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
