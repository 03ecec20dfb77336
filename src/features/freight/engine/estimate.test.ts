import { describe, expect, test } from 'vitest'
import { createTestCard, quoteParcel, tier } from '#test/fixtures/freight-fixture.ts'
import categories from '../built-in/categories.json' with { type: 'json' }
import { compileCard } from './compile-card.ts'
import { estimateShipment, getLinesForCountry, quoteLine, toShippingOption } from './estimate.ts'
import { findExchange } from './exchange.ts'

describe('fees', () => {
  test('rounds each fee separately, charges fuel on the air surcharge and a service percentage on all other parts', () => {
    const fees = {
      fuelPercent: 10,
      fuelOnAir: true,
      airSurchargePerKg: 1.25,
      customs: { flat: 2, perKg: 1 },
      operationFee: 3,
      serviceFee: { flat: 1, percent: 5 },
    }
    expect(quoteParcel({ fees }, { grams: 500 }).parts).toEqual({
      freight: 10_000,
      air: 63,
      fuel: 1006,
      customs: 250,
      operation: 300,
      service: 681,
      total: 12_300,
    })
  })

  test('raises the freight to the minimum before fuel is computed', () => {
    const fees = { minFreight: 150, fuelPercent: 20 }
    expect(quoteParcel({ fees }, {}).parts).toMatchObject({ freight: 15_000, fuel: 3000 })
    expect(quoteParcel({ fees: { minFreight: null } }, {}).parts).toMatchObject({ freight: 11_000 })
  })
})

describe('currencies', () => {
  const rates = {
    base: 'EUR',
    date: '2026-08-21',
    source: '',
    rates: { EUR: '1', CNY: '8', USD: '1.25', JPY: '160', KWD: '0.4' },
  }
  const card = createTestCard({
    fees: { fuelPercent: 12.5, operationFee: 15, serviceFee: { flat: 10 } },
    tiers: [{ ...tier, feeFirst: 100.111 }],
  })
  const shipment = { destination: 'DE', grams: 600, sidesMm: [], categories: [] }
  const estimateFees = (currency: string) => {
    const [option] = estimateShipment(
      compileCard(card, categories),
      shipment,
      findExchange(rates, 'CNY', currency),
    )
    return option?.feeDetail
  }

  test('converts parts separately and sums them', () => {
    expect(estimateFees('CNY')).toMatchObject({
      freight: 110.11,
      fuelFee: 13.76,
      total: 148.87,
      feeFirst: 100.111,
    })
    expect(estimateFees('USD')).toMatchObject({
      freight: 17.2,
      fuelFee: 2.15,
      operationFee: 2.34,
      serviceFee: 1.56,
      total: 23.25,
      feeFirst: 15.6423,
    })
    expect(estimateFees('JPY')).toMatchObject({
      freight: 2202,
      fuelFee: 275,
      operationFee: 300,
      serviceFee: 200,
      total: 2977,
      feeFirst: 2002.22,
      feeContinue: 200,
    })
    expect(estimateFees('KWD')).toMatchObject({
      freight: 5.506,
      fuelFee: 0.688,
      operationFee: 0.75,
      serviceFee: 0.5,
      total: 7.444,
    })
  })

  test('a line is unavailable when an amount has more than fifteen digits, which a number cannot hold exactly', () => {
    const steepTier = { ...tier, feeFirst: 0.01, weightContinue: 1, feeContinue: 900_000_000.37 }
    const [line] = getLinesForCountry(compileCard(createTestCard({ tiers: [steepTier] }), categories), 'DE')
    if (line === undefined) throw new Error('no line to DE')
    const estimateOption = (grams: number) => toShippingOption(line, quoteLine(line, { ...shipment, grams }))
    expect(estimateOption(10_500).feeDetail.total).toBe(9_000_000_003_700.01)
    expect(estimateOption(100_500)).toMatchObject({
      available: false,
      unavailableReasons: ['ABOVE_RATE_TABLE'],
      feeDetail: { total: null, freight: null },
    })
    const doubleRates = { ...rates, rates: { CNY: '1', ZZZ: '2' } }
    const inZzz = toShippingOption(
      line,
      quoteLine(line, { ...shipment, grams: 10_500 }),
      findExchange(doubleRates, 'CNY', 'ZZZ'),
    )
    expect(inZzz.feeDetail.total).toBeNull()
  })

  test('a line is unavailable when amounts are too large for exact arithmetic', () => {
    const expensiveCard = createTestCard({ tiers: [{ ...tier, feeFirst: 9_000_000_000 }] })
    const [line] = getLinesForCountry(compileCard(expensiveCard, categories), 'DE')
    const extremeRates = { ...rates, rates: { CNY: '0.001', ZZZ: '9000000' } }
    if (line === undefined) throw new Error('no line to DE')
    expect(
      toShippingOption(line, quoteLine(line, shipment), findExchange(extremeRates, 'CNY', 'ZZZ')),
    ).toMatchObject({
      available: false,
      unavailableReasons: ['ABOVE_RATE_TABLE'],
      feeDetail: { total: null, feeFirst: null, mode: null, chargeableWeight: 600 },
    })
  })
})

describe('options', () => {
  test('an unavailable option has its tier, limits and currency, but no amounts', () => {
    const card = createTestCard({ weight: { min: 1, max: 500 }, transit: { min: 9, max: 25 } })
    const [option] = estimateShipment(compileCard(card, categories), {
      destination: 'DE',
      grams: 600,
      sidesMm: [],
      categories: [],
    })
    expect(option).toMatchObject({
      transitTime: '9-25',
      available: false,
      unavailableReasons: ['ABOVE_MAX_WEIGHT'],
      restrictions: { minWeight: 1, maxWeight: 500 },
      feeDetail: {
        currencyEnum: { code: 'CNY', name: 'yuan', symbol: '¥', digits: 2 },
        total: null,
        freight: null,
        airSurcharge: null,
        fuelFee: null,
        customsFee: null,
        operationFee: null,
        serviceFee: null,
        feeFirst: 100,
        weightFirst: 500,
        feeContinue: 10,
        weightContinue: 500,
        steps: 1,
        mode: 'step',
        chargeableWeight: 600,
        volumetricWeight: null,
      },
    })
  })

  test('returns an empty list when no line serves the destination', () => {
    const shipment = { destination: 'AQ', grams: 600, sidesMm: [], categories: [] }
    expect(estimateShipment(compileCard(createTestCard({}), categories), shipment)).toEqual([])
  })

  test('sorts equal totals by transit, then name, then id', () => {
    const slow = { min: 5, max: 20 }
    const quick = { min: 5, max: 9 }
    const card = createTestCard(
      { id: 'd', name: 'B', transit: slow },
      { id: 'c', name: 'a', transit: quick },
      { id: 'b', name: 'B', transit: quick },
      { id: 'a', name: 'B', transit: quick },
      { id: 'e', weight: { max: 1 }, transit: { min: 1, max: 1 } },
    )
    const options = estimateShipment(compileCard(card, categories), {
      destination: 'DE',
      grams: 600,
      sidesMm: [],
      categories: [],
    })
    expect(options.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
