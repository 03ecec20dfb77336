import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ShippingLine, Tier } from '#shared/freight/rate-card.ts'
import { estimateOption, tier } from '#test/fixtures/freight-fixture.ts'
import { randomCard, randomParcel } from '#test/fixtures/random-cards.ts'
import categories from './built-in/categories.json' with { type: 'json' }
import rates from './built-in/exchange-rates.json' with { type: 'json' }
import { compileCard } from './engine/compile-card.ts'
import { estimateShipment } from './engine/estimate.ts'
import { findExchange } from './engine/exchange.ts'
import type { Parcel } from './parcel.ts'
import { buildReceipt, formatMinorAmount } from './receipt.ts'

function buildRows(
  line: Partial<ShippingLine> & { tiers?: Tier[] },
  parcel: Partial<Parcel>,
  currency = 'CNY',
) {
  const { feeDetail, reckoning: breakdown } = estimateOption(line, parcel, currency)
  return buildReceipt(feeDetail, breakdown).map(({ label, text, isZero }) => [label, text, isZero] as const)
}

describe('the charge table', () => {
  const courier: Partial<ShippingLine> & { tiers: Tier[] } = {
    tiers: [{ ...tier, feeFirst: 163.87, feeContinue: 42.06 }],
    fees: { fuelPercent: 24.5, operationFee: 15, serviceFee: { flat: 10 } },
  }

  test('the charge table has rows for first and further weights', () => {
    expect(buildRows(courier, { grams: 1796 })).toEqual([
      ['First 500 g', '163.87', false],
      ['Next 500 g, 3 x ¥42.06', '126.18', false],
      ['Fuel surcharge, 24.5%', '71.06', false],
      ['Air surcharge', '0.00', true],
      ['Customs fee', '0.00', true],
      ['Operation fee', '15.00', false],
      ['Service fee', '10.00', false],
      ['Total', '386.11', false],
    ])
  })

  test('the charge table shows no further weight when only the first is charged', () => {
    expect(buildRows(courier, { grams: 500 }).slice(0, 2)).toEqual([
      ['First 500 g', '163.87', false],
      ['Next 500 g', '0.00', true],
    ])
  })

  const perKg: Tier = { mode: 'prorata', weightFirst: 0, feeFirst: 25, weightContinue: 1000, feeContinue: 53 }
  test.each([
    ['a price per kg', perKg, 1240, 'Base fee', '25.00', '1.240 kg at ¥53.00', '65.72'],
    [
      'four decimals',
      { ...perKg, feeFirst: 20.709, feeContinue: 68.877 },
      1000,
      'Base fee',
      '20.71',
      '1.000 kg at ¥68.877',
      '68.88',
    ],
    [
      'a first weight',
      { ...perKg, weightFirst: 1000 },
      1200,
      'First 1,000 g',
      '25.00',
      '0.200 kg more at ¥53.00',
      '10.60',
    ],
    [
      'a price per 100 g',
      { ...perKg, weightContinue: 100 },
      50,
      'Base fee',
      '25.00',
      '0.050 kg at ¥53.00 per 100 g',
      '26.50',
    ],
  ] satisfies [string, Tier, number, string, string, string, string][])(
    'the charge table describes %s',
    (_case, tier, grams, firstLabel, firstAmount, nextLabel, nextAmount) => {
      expect(buildRows({ tiers: [tier] }, { grams }).slice(0, 2)).toEqual([
        [firstLabel, firstAmount, false],
        [nextLabel, nextAmount, false],
      ])
    },
  )

  test('the charge table has one row for the further weight of a ladder', () => {
    const segments = [{ upTo: null, weightContinue: 500, feeContinue: 30 }]
    const ladder: Tier = { mode: 'ladder', weightFirst: 500, feeFirst: 100, segments }
    expect(buildRows({ tiers: [ladder] }, { grams: 1200 }).slice(0, 2)).toEqual([
      ['First 500 g', '100.00', false],
      ['Next weight', '60.00', false],
    ])
  })

  test('the charge table has one freight row for a tier without further weight and for a minimum charge', () => {
    const flat: Tier = { mode: 'step', weightFirst: 500, feeFirst: 92 }
    expect(buildRows({ tiers: [flat] }, { grams: 400 })[0]).toEqual(['First 500 g', '92.00', false])
    expect(buildRows({ fees: { minFreight: 200 } }, {})[0]).toEqual(['Minimum charge', '200.00', false])
    expect(buildRows({ fees: { minFreight: 110 } }, {})[0]).toEqual(['First 500 g', '100.00', false])
  })

  test('the charge table has no decimals in a currency without them', () => {
    expect(buildRows(courier, { grams: 1796 }, 'JPY')).toEqual([
      ['First 500 g', '3870', false],
      ['Next 500 g, 3 x JPY 993.19', '2979', false],
      ['Fuel surcharge, 24.5%', '1678', false],
      ['Air surcharge', '0', true],
      ['Customs fee', '0', true],
      ['Operation fee', '354', false],
      ['Service fee', '236', false],
      ['Total', '9117', false],
    ])
  })

  test('the charge table is empty for an unavailable option', () => {
    expect(buildRows({ weight: { max: 100 } }, {})).toEqual([])
  })

  test('the displayed rows add up to the total in every currency', () => {
    const currencies = fc.constantFrom('CNY', ...Object.keys(rates.rates))
    fc.assert(
      fc.property(randomCard, randomParcel, currencies, (card, parcel, currency) => {
        const exchange = findExchange(rates, 'CNY', currency)
        for (const option of estimateShipment(
          compileCard(card, categories),
          { destination: 'DE', ...parcel },
          exchange,
        )) {
          const rows = buildReceipt(option.feeDetail, option.reckoning)
          const [total, ...others] = rows.toReversed()
          expect(others.reduce((sum, { minorUnits }) => sum + minorUnits, 0)).toBe(total?.minorUnits ?? 0)
          for (const { minorUnits, text, isZero } of rows) {
            expect(minorUnits).toBeGreaterThanOrEqual(0)
            expect(Number(text.replace('.', ''))).toBe(minorUnits)
            expect(isZero).toBe(/^[0.]+$/.test(text))
          }
        }
      }),
      { numRuns: 800 },
    )
  })
})

test.each([
  [0, 2, '0.00'],
  [5, 2, '0.05'],
  [12_618, 2, '126.18'],
  [-50, 2, '-0.50'],
  [7, 0, '7'],
  [7, 3, '0.007'],
])('formats %i with %i decimals as %s', (minorUnits, digits, text) => {
  expect(formatMinorAmount(minorUnits, digits)).toBe(text)
})
