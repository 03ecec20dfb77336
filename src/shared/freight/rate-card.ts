import { z } from 'zod'

// The schema of `rate-card/1`. Rules that a schema cannot express are checked by the import.

const wholeNumber = (min: number) => z.int().min(min)
const amount = z.number().min(0)

export const confidences = ['sourced', 'derived', 'illustrative'] as const
export type Confidence = (typeof confidences)[number]

export const priceModes = ['step', 'prorata', 'ladder'] as const
export type PriceMode = (typeof priceModes)[number]

/** In days. */
export const transit = z.object({ min: wholeNumber(0), max: wholeNumber(0) })
export type Transit = z.output<typeof transit>

/**
 * Limits of the actual weight in grams, inclusive. Lighter parcels are rejected, or charged as the minimum (`bump`).
 */
const weight = z.strictObject({
  min: wholeNumber(0).exactOptional(),
  max: wholeNumber(1).exactOptional(),
  belowMin: z.enum(['reject', 'bump']).exactOptional(),
})
export type WeightLimits = z.output<typeof weight>

/** When and how a parcel's volume counts. */
const volumetric = z.strictObject({
  method: z.enum(['none', 'max', 'half']),
  /** Cubic centimeters per kilogram. */
  divisor: z.int().min(1000).max(20_000).exactOptional(),
  /** Volume counts only when the longest side reaches this length. */
  sideTrigger: z.object({ cm: z.number(), inclusive: z.boolean().exactOptional() }).exactOptional(),
  /** Volumetric weight up to this does not count. */
  freeUpTo: z.int().nullable().exactOptional(),
  /** An excess of volumetric over actual weight up to this does not count. */
  freeExcess: z.int().nullable().exactOptional(),
  /** Volumetric weight up to this multiple of the actual weight does not count. */
  freeRatio: z.number().nullable().exactOptional(),
})
export type VolumetricRule = z.output<typeof volumetric>

const fees = z.strictObject({
  fuelPercent: amount.max(100).exactOptional(),
  /** Fuel is charged on the air surcharge too. */
  fuelOnAir: z.boolean().exactOptional(),
  airSurchargePerKg: amount.exactOptional(),
  customs: z.object({ flat: z.number().exactOptional(), perKg: z.number().exactOptional() }).exactOptional(),
  operationFee: amount.exactOptional(),
  serviceFee: z
    .object({ flat: z.number().exactOptional(), percent: z.number().exactOptional() })
    .exactOptional(),
  /** The minimum freight. */
  minFreight: z.number().nullable().exactOptional(),
})
export type Fees = z.output<typeof fees>

const upTo = z.int().nullable().exactOptional()
const segment = z.object({ upTo, weightContinue: wholeNumber(1), feeContinue: amount })
export type Segment = z.output<typeof segment>

/** The price of chargeable weights up to `upTo` grams, inclusive; null means without end. */
const tier = z.strictObject({
  upTo,
  mode: z.enum(priceModes),
  weightFirst: wholeNumber(0),
  feeFirst: amount,
  weightContinue: wholeNumber(1).exactOptional(),
  feeContinue: amount.exactOptional(),
  /** For a ladder: prices of further weight, each up to a weight. */
  segments: z.array(segment).exactOptional(),
})
export type Tier = z.output<typeof tier>

const size = z.number().nullable().exactOptional()
const dimensions = z.strictObject({
  maxSide: size,
  /** The maximum sum of the three sides. */
  maxSum: size,
  /** The maximum of the longest side plus twice the two others. */
  maxGirth: size,
  /** The parcel's sorted sides must not exceed these, sorted. */
  box: z.array(z.number().gt(0)).length(3).nullable().exactOptional(),
  /** The displayed text. */
  text: z.string().exactOptional(),
})
export type SizeLimits = z.output<typeof dimensions>

/** Entries are a child's id '502', a group's id '5' or a flag '#liquid'. */
const targets = z.array(z.string().regex(/^(#[a-z-]+|\d+)$/, 'A category is an id or a flag like #liquid.'))
const categories = z.strictObject({
  default: z.enum(['allow', 'deny']).exactOptional(),
  allow: targets.exactOptional(),
  block: targets.exactOptional(),
})
export type CategoryRule = z.output<typeof categories>

/** A line's prices for some countries; its rules override those of the line. */
export const rate = z.strictObject({
  /** ISO 3166, two letters. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'A country is two capital letters.')).min(1),
  tiers: z.array(tier).min(1),
  transit: transit.exactOptional(),
  weight: weight.exactOptional(),
  volumetric: volumetric.exactOptional(),
  fees: fees.exactOptional(),
  confidence: z.enum(confidences).exactOptional(),
  /** How far the real price may be below or above, in percent of it. */
  spread: amount.max(100).exactOptional(),
  src: z.string().exactOptional(),
  service: z.string().exactOptional(),
  note: z.string().exactOptional(),
  /** A public quote that the row must reproduce: grams, and freight without fees. */
  check: z.object({ weight: z.int().exactOptional(), freight: z.number().exactOptional() }).exactOptional(),
})
export type CountryRate = z.output<typeof rate>

/** A shipping line: one carrier and one set of rules. */
export const line = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'An id has small letters, digits and dashes, 40 at most.'),
  name: z.string().min(1).max(80),
  carrier: z.string().exactOptional(),
  iconUrl: z.string().exactOptional(),
  /** True by default. */
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
export type ShippingLine = z.output<typeof line>

/**
 * A rate card as it is imported, stored and sent: prices of shipping lines, as data. Weights are grams, sides
 * cm, money is in the card's currency with up to six decimals, percents have up to four.
 */
export const rateCard = z.object({
  schema: z.literal('rate-card/1'),
  id: z.string().exactOptional(),
  name: z.string().exactOptional(),
  /** ISO 4217; all amounts are in it. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'A currency is three capital letters.'),
  weightUnit: z.literal('g').exactOptional(),
  dimensionUnit: z.literal('cm').exactOptional(),
  /** A day, 2026-11-21. */
  effectiveFrom: z.iso.date().exactOptional(),
  disclaimer: z.string().exactOptional(),
  agentFees: fees.exactOptional(),
  agentFeesSource: z.string().exactOptional(),
  /** Sources of figures, by the key that rates use as `src`. */
  sources: z.record(z.string(), z.string()).exactOptional(),
  /** The year of the prices, by the same keys; an undated source has none. */
  asOf: z.record(z.string(), z.int().min(1990).max(2100)).exactOptional(),
  lines: z.array(line),
})
export type RateCard = z.output<typeof rateCard>
