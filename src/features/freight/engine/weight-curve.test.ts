import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tier } from '#shared/freight/rate-card.ts'
import { compileLine, tier, toMillimeters } from '#test/fixtures/freight-fixture.ts'
import { randomLine, randomParcel } from '#test/fixtures/random-cards.ts'
import type { Parcel } from '../parcel.ts'
import type { CompiledLine } from './compile-card.ts'
import { quoteLine } from './estimate.ts'
import {
  type CurveSegment,
  computePriceAt,
  computePriceCurve,
  findNextStep,
  getUnroundedWeight,
} from './weight-curve.ts'

const parcel = (grams: number, sidesMm: number[] = []): Parcel => ({ grams, sidesMm, categories: [] })

/** The line's price for a parcel without a size; undefined when the line does not take it. */
function quotePrice(line: CompiledLine, grams: number): number | undefined {
  return quoteLine(line, parcel(grams)).parts?.total
}

function interpolateFen(segment: CurveSegment, grams: number): number {
  if (segment.kind === 'step') return segment.fen
  const { from, to, fromFen, toFen } = segment
  return fromFen + ((toFen - fromFen) * (grams - from)) / (to - from)
}

const maxSamples = 5_000

const courier = {
  tiers: [{ ...tier, upTo: 20_500, feeFirst: 163.87, feeContinue: 42.06 }],
  billing: { roundTo: 500 },
  volumetric: { method: 'max', divisor: 5000 } as const,
  fees: { fuelPercent: 24.5, operationFee: 15, serviceFee: { flat: 10 } },
}

describe('the curve', () => {
  test('is made of steps when each step has one price', () => {
    const line = compileLine({ tiers: [{ ...tier, upTo: 1600 }] })
    expect(computePriceCurve(line, parcel(600), { from: 0, to: 5000 })).toEqual([
      { kind: 'step', from: 1, to: 500, fen: 10_000 },
      { kind: 'step', from: 501, to: 1000, fen: 11_000 },
      { kind: 'step', from: 1001, to: 1500, fen: 12_000 },
      { kind: 'step', from: 1501, to: 1600, fen: 13_000 },
    ])
  })

  test('has a step for the minimum freight, a slope for a price per kg and a step down to a cheaper tier', () => {
    const perKg: Tier = {
      mode: 'prorata',
      weightFirst: 0,
      feeFirst: 10,
      weightContinue: 1000,
      feeContinue: 20,
    }
    const line = compileLine({
      tiers: [
        { ...perKg, upTo: 2000 },
        { ...tier, upTo: null, weightFirst: 5000, feeFirst: 45 },
      ],
      fees: { minFreight: 30 },
    })
    expect(computePriceCurve(line, parcel(600), { from: 1, to: 4000 })).toEqual([
      { kind: 'step', from: 1, to: 1000, fen: 3000 },
      { kind: 'slope', from: 1001, to: 2000, fromFen: 3002, toFen: 5000 },
      { kind: 'step', from: 2001, to: 4000, fen: 4500 },
    ])
  })

  test('covers the weights that the line takes, and the volumetric weight of the parcel above them', () => {
    const line = compileLine({ ...courier, weight: { min: 400, max: 1000 } })
    const getEnds = (parcel: Parcel) => {
      const curve = computePriceCurve(line, parcel, { from: 0, to: 30_000 })
      return [curve[0]?.from, curve.at(-1)?.to]
    }
    expect(getEnds(parcel(600))).toEqual([400, 1000])
    expect(getEnds(parcel(600, toMillimeters(34, 22, 12)))).toEqual([400, 1796])
    expect(getEnds(parcel(1001, toMillimeters(34, 22, 12)))).toEqual([400, 1000])
    expect(computePriceCurve(line, parcel(600), { from: 2000, to: 3000 })).toEqual([])
  })

  test('the price curve has the price of the quote at every gram, without a gap', () => {
    fc.assert(
      fc.property(
        randomLine,
        fc.integer({ min: 0, max: 9000 }),
        fc.integer({ min: 1, max: 900 }),
        (card, from, span) => {
          const line = compileLine(card)
          const curve = computePriceCurve(line, parcel(1), { from, to: from + span })
          let grams = Math.max(from, 1)
          while (grams <= from + span && quotePrice(line, grams) === undefined) grams += 1
          for (const segment of curve) {
            expect(segment.from).toBe(grams)
            for (; grams <= segment.to; grams += 1) {
              const price = quotePrice(line, grams) ?? Number.NaN
              expect(computePriceAt(line, grams)).toBe(price)
              // On a slope five parts are rounded, and fuel and service are computed from rounded parts.
              expect(Math.abs(interpolateFen(segment, grams) - price)).toBeLessThanOrEqual(
                segment.kind === 'step' ? 0 : 5,
              )
            }
            expect(interpolateFen(segment, segment.from)).toBe(quotePrice(line, segment.from))
            expect(interpolateFen(segment, segment.to)).toBe(quotePrice(line, segment.to))
          }
          for (; grams <= from + span; grams += 1) expect(quotePrice(line, grams)).toBeUndefined()
        },
      ),
      { numRuns: 120 },
    )
  })
})

describe('the next step', () => {
  test('starts from the volumetric weight when that is charged', () => {
    expect(findNextStep(compileLine(courier), parcel(1240, toMillimeters(34, 22, 12)))).toEqual({
      grams: 2001,
      freeGrams: 204,
      extraFen: 5237,
    })
  })

  test.each([
    ['on the limit of a step', { tiers: [tier] }, 1000, { grams: 1001, freeGrams: 0, extraFen: 1000 }],
    [
      'a gram above the limit of a step',
      { tiers: [tier] },
      1001,
      { grams: 1501, freeGrams: 499, extraFen: 1000 },
    ],
    [
      'below the minimum weight',
      { tiers: [tier], weight: { min: 800, belowMin: 'bump' } },
      300,
      { grams: 1001, freeGrams: 700, extraFen: 1000 },
    ],
    [
      'below the minimum charge',
      { tiers: [tier], billing: { minCharge: 800 } },
      300,
      { grams: 1001, freeGrams: 700, extraFen: 1000 },
    ],
    [
      'steps that cost nothing',
      { tiers: [tier], fees: { minFreight: 125 } },
      600,
      { grams: 1501, freeGrams: 900, extraFen: 500 },
    ],
    [
      'a cheaper tier',
      {
        tiers: [
          { ...tier, upTo: 800 },
          { ...tier, feeFirst: 50 },
        ],
      },
      600,
      { grams: 801, freeGrams: 200, extraFen: -5000 },
    ],
    ['the end of the table', { tiers: [{ ...tier, upTo: 800 }] }, 600, undefined],
    ['the end of the weights', { tiers: [tier], weight: { max: 1000 } }, 600, undefined],
    ['one price for all', { tiers: [{ mode: 'step', weightFirst: 500, feeFirst: 92 }] }, 600, undefined],
    ['a parcel that the line does not take', { tiers: [tier], weight: { max: 500 } }, 600, undefined],
    ['each gram costs extra', { tiers: [tier], fees: { airSurchargePerKg: 18 } }, 600, undefined],
  ] satisfies [string, Parameters<typeof compileLine>[0], number, ReturnType<typeof findNextStep>][])(
    'finds the next step: %s',
    (_case, line, grams, step) => {
      expect(findNextStep(compileLine(line), parcel(grams))).toEqual(step)
    },
  )

  test('the price stays the same for the free grams and then changes by the extra amount', () => {
    fc.assert(
      fc.property(randomLine, randomParcel, (card, parcel) => {
        const line = compileLine(card)
        const step = findNextStep(line, parcel)
        if (step === undefined) return
        const price = quoteLine(line, parcel).parts?.total ?? Number.NaN
        const unroundedGrams = getUnroundedWeight(line, parcel)
        expect(step.grams).toBe(unroundedGrams + step.freeGrams + 1)
        // When the next step is very far away, only a sample of the weights and both ends are checked.
        const stride = Math.max(1, Math.floor(step.freeGrams / maxSamples))
        for (let grams = unroundedGrams; grams < step.grams; grams += stride)
          expect(computePriceAt(line, grams)).toBe(price)
        expect(computePriceAt(line, step.grams - 1)).toBe(price)
        expect(computePriceAt(line, step.grams)).toBe(price + step.extraFen)
        expect(step.extraFen).not.toBe(0)
      }),
      { numRuns: 500 },
    )
  })
})
