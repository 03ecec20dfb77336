import { expect, test } from 'vitest'
import { rateCard } from '#shared/freight/rate-card.ts'
import json from '../built-in/default-card.json' with { type: 'json' }
import exchangeRates from '../built-in/exchange-rates.json' with { type: 'json' }
import { categories } from '../built-in/lists.ts'
import { compileCountryLines } from '../engine/country-lines.ts'
import { kinds } from '../kinds/kind.ts'
import { getTypicalGrams } from '../kinds/typical-grams.ts'
import { leastGrams, listLinePrices } from './line-prices.ts'
import { findCheapestShipping, toItemParcel } from './price-with-shipping.ts'

const loadLines = (country: string) =>
  compileCountryLines({ card: rateCard.parse(json), exchangeRates, year: 2026 }, country, categories)

test.each(['DE', 'US', 'GB', 'PL', 'AU'])(
  'the first line to %s is the cheapest one of every other screen, and its range holds that price',
  (country) => {
    const lines = loadLines(country)
    for (const kind of kinds) {
      const parcel = toItemParcel({ kind, grams: getTypicalGrams(kind), sides: [] })
      const cheapest = parcel && findCheapestShipping(lines, parcel)
      const [first] = listLinePrices(lines, { kind, grams: null, sides: [] })
      expect([kind.id, first?.line.id, first?.middleFen]).toEqual([
        kind.id,
        cheapest?.line.id,
        cheapest?.parts.total,
      ])
      expect(first?.fromFen).toBeLessThanOrEqual(first?.middleFen ?? 0)
      expect(first?.toFen).toBeGreaterThanOrEqual(first?.middleFen ?? 0)
    }
  },
)

test('a known weight has one price on each line', () => {
  const prices = listLinePrices(loadLines('DE'), { kind: null, grams: 720, sides: [38, 32, 8] })
  expect(prices.length).toBeGreaterThan(5)
  expect(prices.filter(({ fromFen, toFen }) => fromFen !== toFen)).toEqual([])
})

test('an item of which nothing is known is priced from 200 g on, on lines for all goods', () => {
  const lines = loadLines('DE')
  const item = { kind: null, grams: null, sides: [] }
  expect(leastGrams).toBe(200)
  expect(listLinePrices(lines, item)).toEqual(listLinePrices(lines, { ...item, grams: 200 }))
  expect(listLinePrices(lines, item).filter(({ line }) => line.takesNamedOnly)).toEqual([])
})

test('a line is listed only if it takes the heaviest weight too', () => {
  const [kind] = kinds
  const heavy = { ...kind, gramsTo: 1_000_000 }
  expect(listLinePrices(loadLines('DE'), { kind: heavy, grams: null, sides: [] })).toEqual([])
})

test('there are no prices where no line goes, and none for a size that no parcel has', () => {
  const [kind] = kinds
  expect(listLinePrices(loadLines('AQ'), { kind, grams: null, sides: [] })).toEqual([])
  expect(listLinePrices(loadLines('DE'), { kind, grams: null, sides: [9999, 1, 1] })).toEqual([])
})
