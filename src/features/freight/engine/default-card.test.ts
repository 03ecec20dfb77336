import { describe, expect, test } from 'vitest'
import { rateCard } from '#shared/freight/rate-card.ts'
import categories from '../built-in/categories.json' with { type: 'json' }
import json from '../built-in/default-card.json' with { type: 'json' }
import { buildReceipt } from '../receipt.ts'
import { compileCard } from './compile-card.ts'
import { getLinesForCountry, quoteLine, toShippingOption } from './estimate.ts'

const card = rateCard.parse(json)
const compiled = compileCard(card, categories)
const destinations = [...compiled.linesByCountry.keys()]

const checks = card.lines.flatMap((line) =>
  line.rates.flatMap(({ countries, check }) =>
    countries.map((country) => ({ line: line.id, country, ...check })),
  ),
)

test('reproduces every public quote of the card', () => {
  const wrongQuotes = checks.filter(({ line, country, weight, freight }) => {
    if (weight === undefined || freight === undefined) return false
    const compiledLine = getLinesForCountry(compiled, country).find(({ id }) => id === line)
    const parts =
      compiledLine && quoteLine(compiledLine, { grams: weight, sidesMm: [], categories: [] }).parts
    return parts?.freight !== Math.round(freight * 100)
  })
  expect(wrongQuotes).toEqual([])
  expect(checks.filter(({ weight }) => weight !== undefined).length).toBeGreaterThan(200)
})

test('serves 226 countries on 630 lines', () => {
  expect(destinations).toHaveLength(226)
  expect(destinations.flatMap((code) => getLinesForCountry(compiled, code))).toHaveLength(630)
})

describe.each(destinations)('shipping to %s', (destination) => {
  test('visible parts sum to the total from 0.1 to 30 kg, with and without a size', () => {
    let pricedCount = 0
    for (const line of getLinesForCountry(compiled, destination))
      for (const sidesMm of [[], [340, 220, 120], [590, 390, 290]])
        for (let grams = 100; grams <= 30_000; grams += 100) {
          const option = toShippingOption(line, quoteLine(line, { grams, sidesMm, categories: [] }))
          if (!option.available) continue
          pricedCount += 1
          const rows = buildReceipt(option.feeDetail, option.reckoning)
          const displayed = rows.map(({ text }) => BigInt(text.replace('.', '')))
          const total = displayed.pop()
          const sum = displayed.reduce((left, right) => left + right, 0n)
          if (sum !== total) expect({ line: line.id, grams, sidesMm, rows }).toBeUndefined()
        }
    expect(pricedCount).toBeGreaterThanOrEqual(40) // 20 weights of one packet up to 2 kg, twice
  })
})
