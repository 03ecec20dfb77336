import { describe, expect, test } from 'vitest'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import defaultCard from '#features/freight/built-in/default-card.json' with { type: 'json' }
import rates from '#features/freight/built-in/exchange-rates.json' with { type: 'json' }
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { estimateShipment } from '#features/freight/engine/estimate.ts'
import { findExchange } from '#features/freight/engine/exchange.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { convertOption } from './convert-option.ts'

// TypeScript infers plain strings for the texts of a JSON module.
const card = compileCard(defaultCard as RateCard, categories)
const parcels = [
  { grams: 1240, sidesMm: [340, 220, 120], categories: ['202'] },
  { grams: 95, sidesMm: [], categories: [] },
  { grams: 24_300, sidesMm: [600, 400, 400], categories: [] },
]

describe.each(Object.keys(rates.rates))('amounts in %s', (currency) => {
  const exchange = findExchange(rates, 'CNY', currency)

  test('are exactly those of the API call', () => {
    expect(exchange).toBeDefined()
    if (!exchange) return
    for (const destination of card.linesByCountry.keys())
      for (const parcel of parcels) {
        const fromServer = estimateShipment(card, { ...parcel, destination }, exchange)
        const converted = estimateShipment(card, { ...parcel, destination }).map((option) =>
          convertOption(option, exchange),
        )
        const byId = new Map(converted.map((option) => [option.id, option]))
        for (const option of fromServer) expect(byId.get(option.id)).toEqual(option)
      }
  })
})
