import { describe, expect, test } from 'vitest'
import type { CountryRate, RateCard } from '#shared/freight/rate-card.ts'
import { findCheapestOption, findCheapestQuote } from '../engine/cheapest-option.ts'
import { compileCard } from '../engine/compile-card.ts'
import { estimateShipment, getLinesForCountry } from '../engine/estimate.ts'
import { formatLineName, formatSpread } from './price-age.ts'
import { getTrustClass } from './trust.ts'

describe('the class of a price', () => {
  test.each([
    ['sourced', 2026, 1],
    ['sourced', 2024, 1],
    ['sourced', 2023, 2],
    ['derived', 2025, 1],
    ['derived', 2011, 2],
    ['sourced', null, 2],
    ['derived', null, 2],
    [null, 2025, 1],
    [null, null, 2],
    ['illustrative', 2026, 3],
    ['illustrative', null, 3],
  ] as const)('in 2026, a price that is %s and of %s has class %i', (confidence, asOf, expected) => {
    expect(getTrustClass({ confidence, asOf }, 2026)).toBe(expected)
  })

  test('without a current year no dated price is old', () => {
    expect(getTrustClass({ confidence: 'sourced', asOf: 2011 }, undefined)).toBe(1)
    expect(getTrustClass({ confidence: 'sourced', asOf: null }, undefined)).toBe(2)
  })
})

/** A line to Germany with one price. */
const createLine = (id: string, feeFirst: number, facts: Partial<CountryRate>) => ({
  id,
  name: id,
  rates: [{ countries: ['DE'], tiers: [{ mode: 'step' as const, weightFirst: 1000, feeFirst }], ...facts }],
})
const guessed = createLine('guessed', 10, { confidence: 'illustrative', src: 'NEW' })
const undated = createLine('undated', 20, { confidence: 'sourced', src: 'UNDATED' })
const old = createLine('old', 25, { confidence: 'sourced', src: 'OLD' })
const fresh = createLine('fresh', 40, { confidence: 'derived', src: 'NEW', spread: 12.5 })
const fresher = createLine('fresher', 30, { confidence: 'sourced', src: 'NEW', weight: { max: 400 } })
const createCard = (...lines: RateCard['lines']): RateCard => ({
  schema: 'rate-card/1',
  currency: 'CNY',
  sources: { NEW: 'New', OLD: 'Old', UNDATED: 'Undated' },
  asOf: { NEW: 2026, OLD: 2019 },
  lines,
})
const all = createCard(guessed, undated, old, fresh, fresher)
const estimate = (card: RateCard, grams: number, year = 2026) =>
  estimateShipment(compileCard(card, [], year), { destination: 'DE', grams, sidesMm: [], categories: [] })

describe('the cheapest line', () => {
  test.each([
    ['the best class', all, 500, 2026, 'fresh'],
    ['the cheapest of that class that takes the parcel', all, 400, 2026, 'fresher'],
    ['an older price when none is fresh', createCard(guessed, undated, old), 500, 2026, 'undated'],
    ['an illustrative price when there is no other', createCard(guessed), 500, 2026, 'guessed'],
    ['a price that is old by now like any other old one', all, 500, 2029, 'undated'],
  ])('is of %s', (_case, card, grams, year, expected) => {
    const parcel = { grams, sidesMm: [], categories: [] }
    const lines = getLinesForCountry(compileCard(card, [], year), 'DE')
    expect(findCheapestOption(estimate(card, grams, year))?.id).toBe(expected)
    expect(findCheapestQuote(lines, parcel)?.line.id).toBe(expected)
  })

  test('does not change the order of an estimate, which is by price', () => {
    expect(estimate(all, 500).map(({ id }) => id)).toEqual(['guessed', 'undated', 'old', 'fresh', 'fresher'])
  })
})

test('the name of a line says how old its price is, and nothing of a fresh or illustrative one', () => {
  expect(estimate(all, 500).map(formatLineName)).toEqual([
    'guessed',
    'undated · Undated price',
    'old · Price of 2019',
    'fresh',
    'fresher',
  ])
})

test('a range stands beside a price with a spread, and beside no other', () => {
  expect(estimate(all, 500).map(formatSpread)).toEqual(['', '', '', '¥35.00–45.00', ''])
})

test('a source that is named like a property of every object has no year', () => {
  const card = createCard(createLine('line', 5, { confidence: 'sourced', src: 'constructor' }))
  expect(estimate(card, 500)[0]).toMatchObject({ asOf: null, trust: 2, source: 'constructor' })
})
