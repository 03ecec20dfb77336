import { expect, test } from 'vitest'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { compileCountryLines } from '../engine/country-lines.ts'
import { getItemKind } from '../kinds/item-kind.ts'
import { findCheapestShipping, toItemParcel } from './price-with-shipping.ts'

const tier = (fee: number) => [
  {
    upTo: null,
    mode: 'step' as const,
    weightFirst: 500,
    feeFirst: fee,
    weightContinue: 500,
    feeContinue: fee,
  },
]
const card: RateCard = {
  schema: 'rate-card/1',
  id: 'a-card',
  name: 'A card',
  currency: 'CNY',
  agentFees: { operationFee: 0, serviceFee: { flat: 0, percent: 0 } },
  lines: [
    { id: 'any', name: 'Any goods', rates: [{ countries: ['DE'], tiers: tier(40) }] },
    {
      id: 'clothes',
      name: 'Clothes only',
      categories: { default: 'deny', allow: ['101'] },
      rates: [{ countries: ['DE'], tiers: tier(10) }],
    },
  ],
}
const categories = [
  {
    id: '1',
    name: 'Clothing',
    icon: '',
    children: [
      { id: '101', name: 'Shirts', flags: [] },
      { id: '201', name: 'Sneakers', flags: [] },
    ],
  },
]
const exchangeRates = {
  base: 'EUR',
  date: '2026-11-01',
  source: 'Somewhere',
  rates: { EUR: '1', CNY: '7.8' },
}

function findLine(name: string, cardOverrides: Partial<RateCard> = {}) {
  const lines = compileCountryLines(
    { card: { ...card, ...cardOverrides }, exchangeRates, year: 2026 },
    'DE',
    categories,
  )
  const parcel = toItemParcel({ kind: getItemKind(name), grams: 400, sides: [] })
  const cheapest = parcel && findCheapestShipping(lines, parcel)
  return cheapest && [cheapest.line.id, cheapest.parts.total]
}

test.each([
  ['Plain T-shirt', ['clothes', 1000]],
  ['Low court sneaker', ['any', 4000]],
  ['Taobao item 652874751412', ['any', 4000]],
])('chooses the cheapest line that may carry %s', (name, line) => {
  expect(findLine(name)).toEqual(line)
})

test('the price is in yuan, and there is none when the exchange rate is unknown', () => {
  expect(findLine('Low court sneaker', { currency: 'EUR' })).toEqual(['any', 31_200])
  expect(findLine('Low court sneaker', { currency: 'THB' })).toBeUndefined()
})

test.each([
  ['an unknown weight', { grams: null, sides: [] }],
  ['a weight of 0', { grams: 0, sides: [] }],
  ['more than the maximum weight of parcels', { grams: 1_000_001, sides: [] }],
  ['a side above the maximum length', { grams: 400, sides: [9999, 1, 1] }],
])('an item with %s has no parcel', (_case, listed) => {
  expect(toItemParcel({ kind: null, ...listed })).toBeUndefined()
})

test('sides are rounded up to whole millimeters', () => {
  expect(toItemParcel({ kind: null, grams: 400, sides: [33.01, 21, 12] })).toEqual({
    grams: 400,
    sidesMm: [331, 210, 120],
    categories: [],
  })
})
