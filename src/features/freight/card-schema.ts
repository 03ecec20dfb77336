import { z } from 'zod'
import { confidences, priceModes, type RateCard } from './rate-card.ts'

/** The form of `rate-card/1`; what no form can say is checked by the importer. */

const wholeNumber = (least: number) => z.int().min(least)
const amount = z.number().min(0)
const transit = z.object({ min: wholeNumber(0), max: wholeNumber(0) })
const weight = z.strictObject({
  min: wholeNumber(0).exactOptional(),
  max: wholeNumber(1).exactOptional(),
  belowMin: z.enum(['reject', 'bump']).exactOptional(),
})
const volumetric = z.strictObject({
  method: z.enum(['none', 'max', 'half']),
  divisor: z.int().min(1000).max(20_000).exactOptional(),
  sideTrigger: z.object({ cm: z.number(), inclusive: z.boolean().exactOptional() }).exactOptional(),
  freeUpTo: z.int().nullable().exactOptional(),
  freeExcess: z.int().nullable().exactOptional(),
  freeRatio: z.number().nullable().exactOptional(),
})
const fees = z.strictObject({
  fuelPercent: amount.max(100).exactOptional(),
  fuelOnAir: z.boolean().exactOptional(),
  airSurchargePerKg: amount.exactOptional(),
  customs: z.object({ flat: z.number().exactOptional(), perKg: z.number().exactOptional() }).exactOptional(),
  operationFee: amount.exactOptional(),
  serviceFee: z
    .object({ flat: z.number().exactOptional(), percent: z.number().exactOptional() })
    .exactOptional(),
  minFreight: z.number().nullable().exactOptional(),
})
const upTo = z.int().nullable().exactOptional()
const tier = z.strictObject({
  upTo,
  mode: z.enum(priceModes),
  weightFirst: wholeNumber(0),
  feeFirst: amount,
  weightContinue: wholeNumber(1).exactOptional(),
  feeContinue: amount.exactOptional(),
  segments: z.array(z.object({ upTo, weightContinue: wholeNumber(1), feeContinue: amount })).exactOptional(),
})
const size = z.number().nullable().exactOptional()
const dimensions = z.strictObject({
  maxSide: size,
  maxSum: size,
  maxGirth: size,
  box: z.array(z.number().gt(0)).length(3).nullable().exactOptional(),
  text: z.string().exactOptional(),
})
const targets = z.array(z.string().regex(/^(#[a-z-]+|\d+)$/, 'A category is an id or a flag like #liquid.'))
const categories = z.strictObject({
  default: z.enum(['allow', 'deny']).exactOptional(),
  allow: targets.exactOptional(),
  block: targets.exactOptional(),
})
export const rate = z.strictObject({
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'A country is two capital letters.')).min(1),
  tiers: z.array(tier).min(1),
  transit: transit.exactOptional(),
  weight: weight.exactOptional(),
  volumetric: volumetric.exactOptional(),
  fees: fees.exactOptional(),
  confidence: z.enum(confidences).exactOptional(),
  src: z.string().exactOptional(),
  service: z.string().exactOptional(),
  note: z.string().exactOptional(),
  check: z.object({ weight: z.int().exactOptional(), freight: z.number().exactOptional() }).exactOptional(),
})
export const line = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'An id has small letters, digits and dashes, 40 at most.'),
  name: z.string().min(1).max(80),
  carrier: z.string().exactOptional(),
  iconUrl: z.string().exactOptional(),
  active: z.boolean().exactOptional(),
  features: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  transit: transit.exactOptional(),
  weight: weight.exactOptional(),
  billing: z
    .strictObject({ minCharge: wholeNumber(0).exactOptional(), roundTo: wholeNumber(1).exactOptional() })
    .exactOptional(),
  dimensions: dimensions.exactOptional(),
  volumetric: volumetric.exactOptional(),
  categories: categories.exactOptional(),
  fees: fees.exactOptional(),
  rates: z.array(rate).min(1),
})

export const rateCard = z.object({
  schema: z.literal('rate-card/1'),
  id: z.string().exactOptional(),
  name: z.string().exactOptional(),
  currency: z.string().regex(/^[A-Z]{3}$/, 'A currency is three capital letters.'),
  weightUnit: z.literal('g').exactOptional(),
  dimensionUnit: z.literal('cm').exactOptional(),
  effectiveFrom: z.iso.date().exactOptional(),
  disclaimer: z.string().exactOptional(),
  agentFees: fees.exactOptional(),
  agentFeesSource: z.string().exactOptional(),
  sources: z.record(z.string(), z.string()).exactOptional(),
  lines: z.array(line),
}) satisfies z.ZodType<RateCard>
