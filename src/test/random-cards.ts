import fc from 'fast-check'
import type { Parcel } from '#features/freight/engine/estimate.ts'
import type {
  Fees,
  RateCard,
  ShippingLine,
  Tier,
  VolumetricRule,
  WeightLimits,
} from '#features/freight/rate-card.ts'

/** Random lines and parcels for properties of prices; every line goes to DE. */

/** Money with up to four decimals, in steps that make halves of a fen likely. */
const randomMoney = (most: number) =>
  fc.integer({ min: 0, max: most * 10_000 }).map((value) => value / 10_000)
const percent = fc.constantFrom(0, 3.5, 16.25, 24.5, 33.3333)

const steps = {
  weightFirst: fc.constantFrom(0, 1, 100, 500, 1000, 3000),
  feeFirst: randomMoney(300),
  weightContinue: fc.constantFrom(1, 7, 10, 100, 500, 1000),
  feeContinue: randomMoney(120),
}
const segments = fc
  .tuple(
    fc.integer({ min: 1, max: 4000 }),
    fc.integer({ min: 1, max: 9000 }),
    fc.array(randomMoney(90), { minLength: 3, maxLength: 3 }),
  )
  .map(([one, two, [a = 0, b = 0, c = 0]]) => [
    { upTo: one, weightContinue: 50, feeContinue: a },
    { upTo: one + two, weightContinue: 500, feeContinue: b },
    { upTo: null, weightContinue: 1000, feeContinue: c },
  ])
const tier = fc.oneof(
  fc.record({ mode: fc.constantFrom('step' as const, 'prorata' as const), ...steps }),
  fc.record({
    mode: fc.constant('ladder' as const),
    weightFirst: steps.weightFirst,
    feeFirst: randomMoney(300),
    segments,
  }),
)
const tiers: fc.Arbitrary<Tier[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 8000 }), tier), { minLength: 1, maxLength: 3 })
  .chain((drawn) =>
    fc.boolean().map((endless) => {
      let upTo = 0
      return drawn.map(([width, one], index) => {
        upTo += width
        return { ...one, upTo: endless && index === drawn.length - 1 ? null : upTo }
      })
    }),
  )

const volumetric: fc.Arbitrary<VolumetricRule> = fc.record(
  {
    method: fc.constantFrom('none' as const, 'max' as const, 'half' as const),
    divisor: fc.constantFrom(5000, 6000, 8000),
    sideTrigger: fc.record({ cm: fc.constantFrom(40, 60.5), inclusive: fc.boolean() }),
    freeUpTo: fc.constantFrom(null, 2000),
    freeExcess: fc.constantFrom(null, 700),
    freeRatio: fc.constantFrom(null, 1.5, 1.333333),
  },
  { requiredKeys: ['method', 'divisor'] },
)

const weight: fc.Arbitrary<WeightLimits> = fc.record(
  {
    min: fc.constantFrom(1, 300, 500),
    max: fc.constantFrom(2000, 30_000),
    belowMin: fc.constantFrom('reject' as const, 'bump' as const),
  },
  { requiredKeys: [] },
)

const fees: fc.Arbitrary<Fees> = fc.record(
  {
    fuelPercent: percent,
    fuelOnAir: fc.boolean(),
    airSurchargePerKg: randomMoney(20),
    customs: fc.record({ flat: randomMoney(30), perKg: randomMoney(9) }, { requiredKeys: [] }),
    operationFee: randomMoney(20),
    serviceFee: fc.record({ flat: randomMoney(12), percent }, { requiredKeys: [] }),
    minFreight: fc.constantFrom(null, 30, 75.005),
  },
  { requiredKeys: [] },
)

const randomLimit = (...values: number[]) => fc.constantFrom(null, ...values)

/** A line to Germany with random rules. */
export const randomLine: fc.Arbitrary<ShippingLine> = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c'),
    name: fc.constantFrom('One', 'Two'),
    rates: fc.record({ countries: fc.constant<string[]>(['DE']), tiers }).map((rate) => [rate]),
    transit: fc.constantFrom({ min: 5, max: 9 }, { min: 5, max: 12 }),
    weight,
    billing: fc.record(
      { minCharge: fc.constantFrom(0, 50, 730), roundTo: fc.constantFrom(1, 10, 500) },
      { requiredKeys: [] },
    ),
    dimensions: fc.record({
      maxSide: randomLimit(60, 45.7),
      maxSum: randomLimit(90, 150),
      maxGirth: randomLimit(270),
      box: fc.constantFrom<(number[] | null)[]>(null, [60, 40, 40]),
    }),
    volumetric,
    categories: fc.record(
      {
        default: fc.constantFrom('allow' as const, 'deny' as const),
        allow: fc.subarray(['101', '1', '#bulky', '2']),
        block: fc.subarray(['202', '#bulky', '1', '101']),
      },
      { requiredKeys: [] },
    ),
    fees,
  },
  { requiredKeys: ['id', 'name', 'rates'] },
)

/** A card in yuan of one to four random lines. */
export const randomCard: fc.Arbitrary<RateCard> = fc
  .tuple(fc.array(randomLine, { minLength: 1, maxLength: 4 }), fees)
  .map(([lines, agentFees]) => ({ schema: 'rate-card/1', currency: 'CNY', agentFees, lines }))

/** Weights near the edges that cards have. */
const grams = fc.oneof(
  fc.integer({ min: 1, max: 30_100 }),
  fc
    .tuple(
      fc.constantFrom(1, 50, 300, 500, 730, 1000, 2000, 3000, 5000, 30_000),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([edge, off]) => Math.max(1, edge + off)),
)

export const randomParcel: fc.Arbitrary<Parcel> = fc.record({
  grams,
  sidesMm: fc.array(fc.oneof(fc.integer({ min: 1, max: 900 }), fc.constantFrom(400, 605, 606, 600)), {
    maxLength: 3,
  }),
  categories: fc.subarray(['101', '102', '105', '201', '202', '505']),
})
