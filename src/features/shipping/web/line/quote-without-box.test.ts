import { expect, test } from 'vitest'
import rates from '#features/freight/built-in/exchange-rates.json' with { type: 'json' }
import { findExchange } from '#features/freight/engine/exchange.ts'
import { compileLine, estimateOption, tier, toMillimeters } from '#test/fixtures/freight-fixture.ts'
import { quoteWithoutBox } from './quote-without-box.ts'

const line = {
  tiers: [{ ...tier, feeFirst: 163.87, feeContinue: 42.06 }],
  billing: { roundTo: 500 },
  volumetric: { method: 'max' as const, divisor: 5000 },
  fees: { fuelPercent: 24.5, operationFee: 15, serviceFee: { flat: 10 } },
}
const shoes = { grams: 1240, sidesMm: toMillimeters(34, 22, 12), categories: ['202'] }

test('charges the actual weight of a parcel without its box', () => {
  // 1,240 g are charged as 1,500: 163.87 + 2 x 42.06 = 247.99, fuel 60.76, fees 25
  expect(quoteWithoutBox(compileLine(line), shoes)).toEqual({ chargeableGrams: 1500, totalUnits: 333_75 })
  expect(estimateOption(line, { ...shoes, categories: [] }).feeDetail.total).toBe(386.11)
})

test('rounds parts in the displayed currency like an estimate', () => {
  const exchange = findExchange(rates, 'CNY', 'JPY')
  const requested = estimateOption(line, { grams: 1240 }, 'JPY').feeDetail.total
  expect(quoteWithoutBox(compileLine(line), shoes, exchange)?.totalUnits).toBe(requested)
})

test('returns undefined when the line has no price for the weight alone', () => {
  expect(quoteWithoutBox(compileLine({ ...line, weight: { max: 1000 } }), shoes)).toBeUndefined()
})
