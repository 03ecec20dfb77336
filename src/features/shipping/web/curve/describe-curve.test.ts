import { describe, expect, test } from 'vitest'
import rates from '#features/freight/built-in/exchange-rates.json' with { type: 'json' }
import { findExchange } from '#features/freight/engine/exchange.ts'
import { compileLine, estimateOption, tier, toMillimeters } from '#test/fixtures/freight-fixture.ts'
import { computeCurvePosition, describeCurve, describeNextStep } from './describe-curve.ts'

type TestLine = Parameters<typeof estimateOption>[0]

function computePosition(line: TestLine, grams: number, sidesMm: number[] = [], currency = 'CNY') {
  const parcel = { grams, sidesMm, categories: [] }
  const exchange = findExchange(rates, 'CNY', currency)
  return computeCurvePosition(compileLine(line), parcel, estimateOption(line, parcel, currency), exchange)
}

/** Rounds up to full 500 g, adds 24.5 % for fuel and 25 yuan. */
const courier: TestLine = {
  name: 'Courier',
  tiers: [{ ...tier, upTo: 20_500, feeFirst: 163.87, feeContinue: 42.06 }],
  billing: { roundTo: 500 },
  volumetric: { method: 'max', divisor: 5000 },
  fees: { fuelPercent: 24.5, operationFee: 15, serviceFee: { flat: 10 } },
}
const perKg: TestLine = {
  tiers: [{ mode: 'prorata', weightFirst: 0, feeFirst: 25, weightContinue: 1000, feeContinue: 53 }],
}
const joinTexts = (position: ReturnType<typeof computePosition>) => {
  const { highlight, remainder } = describeNextStep(position)
  return highlight + remainder
}

describe('describeNextStep', () => {
  test('describes the free weight up to the next step from the volumetric weight', () => {
    // 34 x 22 x 12 cm / 5000 = 1,795.2 g; at 2,500 g freight is 332.11, fuel 81.37
    const position = computePosition(courier, 1240, toMillimeters(34, 22, 12))
    expect(joinTexts(position)).toBe('204 g more at no extra cost. From 2,001 g: ¥52.37 more.')
    expect(describeNextStep(position).highlight).toBe('204 g more')
    expect(describeCurve('Courier', position)).toBe(
      'Price by weight on Courier. This parcel: 1,796 g chargeable, ¥386.11. ' +
        '204 g more at no extra cost. From 2,001 g: ¥52.37 more.',
    )
  })

  test('describes the next price at once when the parcel is at the limit of a step', () => {
    expect(joinTexts(computePosition(courier, 2000))).toBe('From 2,001 g: ¥52.37 more.')
  })

  test('describes the difference of displayed prices in another currency', () => {
    // 43.16 + 10.57 + 2.23 + 1.49 = 57.45; at 2,500 g 49.42 + 12.11 + 2.23 + 1.49 = 65.25
    expect(joinTexts(computePosition(courier, 1796, [], 'USD'))).toBe(
      '204 g more at no extra cost. From 2,001 g: $7.80 more.',
    )
    expect(joinTexts(computePosition(courier, 1796, [], 'JPY'))).toContain('From 2,001 g: JPY 1236 more.')
  })

  test('describes an approximate price per 100 g when every gram costs extra', () => {
    expect(joinTexts(computePosition(perKg, 1240))).toBe('About ¥5.30 per extra 100 g on this line.')
    expect(joinTexts(computePosition(perKg, 1240, [], 'USD'))).toBe(
      'About $0.79 per extra 100 g on this line.',
    )
    expect(joinTexts(computePosition(perKg, 1240, [], 'JPY'))).toBe(
      'About JPY 125 per extra 100 g on this line.',
    )
  })

  test('says that the price stays the same up to the limit of the line', () => {
    const flat: TestLine = {
      tiers: [{ mode: 'step', weightFirst: 5000, feeFirst: 80 }],
      weight: { max: 2000 },
    }
    expect(joinTexts(computePosition(flat, 600))).toBe(
      'The price stays the same up to 2,000 g, the limit of this line.',
    )
    expect(joinTexts(computePosition({ ...flat, weight: {} }, 600))).toBe(
      'The price stays the same for any extra weight.',
    )
  })

  test('describes a lower price when a heavier parcel is cheaper', () => {
    const fallingPrices: TestLine = {
      tiers: [
        { ...tier, upTo: 1000 },
        { mode: 'step', weightFirst: 5000, feeFirst: 90 },
      ],
    }
    expect(joinTexts(computePosition(fallingPrices, 900))).toBe(
      '100 g more at no extra cost. From 1,001 g: ¥20.00 less.',
    )
  })
})
