import { describe, expect, test } from 'vitest'
import type { ShippingLine } from '#features/freight/rate-card.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'
import { computeHaulFreight } from './haul-freight.ts'

const byGram: ShippingLine = {
  id: 'rail',
  name: 'Rail',
  transit: { min: 20, max: 35 },
  weight: { max: 20_000 },
  rates: [
    {
      countries: ['DE'],
      tiers: [{ mode: 'prorata', weightFirst: 1000, feeFirst: 60, weightContinue: 1000, feeContinue: 40 }],
    },
  ],
}
const bySteps: ShippingLine = {
  id: 'post',
  name: 'Post',
  transit: { min: 7, max: 20 },
  weight: { max: 30_000 },
  rates: [
    {
      countries: ['DE'],
      tiers: [{ mode: 'step', weightFirst: 500, feeFirst: 100, weightContinue: 500, feeContinue: 37.6 }],
    },
  ],
}
const forLiquids: ShippingLine = {
  ...byGram,
  id: 'liquids',
  name: 'Liquids',
  categories: { default: 'deny' },
}

function createTariffs(lines: ShippingLine[], currency = 'CNY'): Tariffs {
  return {
    card: { schema: 'rate-card/1', currency, lines },
    exchangeRates: { base: 'EUR', date: '2026-11-20', source: 'ECB', rates: { CNY: '8', USD: '1.25' } },
  }
}

describe('computeHaulFreight', () => {
  test('names the cheapest and the fastest line, and the free weight of the cheapest that has some', () => {
    const freight = computeHaulFreight(createTariffs([byGram, bySteps]), 'DE', 4760)
    expect(freight?.cheapest.name).toBe('Rail')
    expect(freight?.cheapest.feeDetail.total).toBe(210.4)
    expect(freight?.fastest?.name).toBe('Post')
    expect(freight?.lines).toBe(2)
    expect(freight?.room).toMatchObject({ free: 240, upTo: 5000, extra: 37.6 })
    expect(freight?.room?.option.name).toBe('Post')
  })

  test('takes the free weight of the cheapest line itself where it has some', () => {
    const { room } =
      computeHaulFreight(
        createTariffs([bySteps, { ...bySteps, id: 'b', name: 'A dearer one' }]),
        'DE',
        400,
      ) ?? {}
    expect(room?.option.name).toBe('A dearer one') // as cheap, and first by name
    expect(room?.free).toBe(100)
  })

  test('has no free weight where the next gram is a step', () => {
    expect(computeHaulFreight(createTariffs([bySteps]), 'DE', 500)?.room).toBeUndefined()
    expect(computeHaulFreight(createTariffs([byGram]), 'DE', 4760)?.room).toBeUndefined()
  })

  test('counts in yuan, whatever the card is in', () => {
    const freight = computeHaulFreight(createTariffs([bySteps], 'USD'), 'DE', 400)
    expect(freight?.cheapest.feeDetail.total).toBe(640)
    expect(freight?.cheapest.feeDetail.currencyEnum.code).toBe('CNY')
    expect(freight?.room?.extra).toBe(240.64)
  })

  test('leaves out lines for named goods, and knows when nothing goes there', () => {
    expect(computeHaulFreight(createTariffs([forLiquids]), 'DE', 400)).toBeUndefined()
    expect(computeHaulFreight(createTariffs([byGram]), 'AQ', 400)).toBeUndefined()
    expect(computeHaulFreight(createTariffs([byGram, bySteps]), 'DE', 45_000)).toBeUndefined()
  })
})
