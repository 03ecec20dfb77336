import { expect, test } from 'vitest'
import { rateCard } from '#shared/freight/rate-card.ts'
import json from '../built-in/default-card.json' with { type: 'json' }
import exchangeRates from '../built-in/exchange-rates.json' with { type: 'json' }
import { categories } from '../built-in/lists.ts'
import { compileCountryLines } from '../engine/country-lines.ts'
import { kinds } from '../kinds/kind.ts'
import { getTypicalGrams } from '../kinds/typical-grams.ts'
import { estimateRange } from './price-range.ts'
import { findCheapestShipping, toItemParcel } from './price-with-shipping.ts'

const loadLines = (country: string) =>
  compileCountryLines({ card: rateCard.parse(json), exchangeRates, year: 2026 }, country, categories)

test.each(['DE', 'US', 'GB', 'PL', 'AU'])(
  'the range of every kind holds the prices at both ends and at the typical weight to %s',
  (country) => {
    const lines = loadLines(country)
    for (const kind of kinds) {
      const priceAt = (grams: number) => {
        const parcel = toItemParcel({ kind, grams, sides: [] })
        return parcel && findCheapestShipping(lines, parcel)?.parts.total
      }
      const range = estimateRange(lines, kind, [])
      const weights = [kind.gramsFrom, getTypicalGrams(kind), kind.gramsTo]
      const prices = weights.map((grams) => priceAt(grams) ?? Number.NaN)
      // A heavier band may cost less: a polo shirt to Poland costs more with 300 g than with 380 g.
      expect([kind.id, range?.fromFen, range?.toFen]).toEqual([
        kind.id,
        Math.min(...prices),
        Math.max(...prices),
      ])
    }
  },
)

test('there is no range where no line goes, and none for a size that no parcel has', () => {
  const [kind] = kinds
  expect(estimateRange(loadLines('AQ'), kind, [])).toBeUndefined()
  expect(estimateRange(loadLines('DE'), kind, [9999, 1, 1])).toBeUndefined()
})
