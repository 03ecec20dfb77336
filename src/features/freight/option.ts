import { z } from 'zod'
import { confidences, priceModes, transit } from '#shared/freight/rate-card.ts'
import { trustClasses } from './trust/trust.ts'

/** Why a line does not take a parcel, in the order of the option's list. */
const unavailableReasons = [
  'BELOW_MIN_WEIGHT',
  'ABOVE_MAX_WEIGHT',
  'SIDE_TOO_LONG',
  'SUM_TOO_LARGE',
  'GIRTH_TOO_LARGE',
  'BOX_TOO_LARGE',
  'CATEGORY_NOT_ALLOWED',
  'ABOVE_RATE_TABLE',
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

/** Why the volume of a parcel counts or not, in the order of the checks. */
const weightRules = [
  'actual-only',
  'size-unknown',
  'side-below',
  'side-up-to',
  'scale',
  'free-weight',
  'free-excess',
  'free-ratio',
  'half',
  'volume',
] as const
export type WeightRule = (typeof weightRules)[number]

/** Null when the line does not take the parcel, or has no such limit. */
const figure = z.number().nullable()

/** A currency as responses name it; `digits` is the number of decimals of its amounts. */
const currencyEnum = z.object({ code: z.string(), name: z.string(), symbol: z.string(), digits: z.number() })
export type CurrencyEnum = z.output<typeof currencyEnum>

/** A group of categories with the names of its permitted and its blocked categories. */
const categoryRestriction = z.object({
  name: z.string(),
  allowList: z.array(z.string()),
  blockList: z.array(z.string()),
})
export type CategoryRestriction = z.output<typeof categoryRestriction>

const restrictions = z.object({
  /** Grams. */
  minWeight: figure,
  maxWeight: figure,
  dimensionRestriction: z.string(),
  volumeWeightRule: z.string(),
  categoryRestrictions: z.array(categoryRestriction),
  /** The limits behind `dimensionRestriction` in cm. */
  maxSide: figure,
  maxSum: figure,
  maxGirth: figure,
  box: z.array(z.number()).nullable(),
  /** The maximum chargeable weight of the table in grams. */
  maxChargeableWeight: figure,
})
export type LineRestrictions = z.output<typeof restrictions>

/** Amounts in the currency of the response. Weights in grams. */
const feeDetail = z.object({
  currencyEnum,
  /** The sum of freight, airSurcharge, fuelFee, customsFee, operationFee and serviceFee. */
  total: figure,
  freight: figure,
  airSurcharge: figure,
  fuelFee: figure,
  customsFee: figure,
  operationFee: figure,
  serviceFee: figure,
  /** Unit prices of the tier: of the first weight, and of each further one. */
  feeFirst: figure,
  weightFirst: figure,
  feeContinue: figure,
  weightContinue: figure,
  /** How many further weights are charged; see `countSteps`. */
  steps: figure,
  mode: z.enum(priceModes).nullable(),
  chargeableWeight: z.number(),
  /** Null when the line ignores volume, or when not all sides are known. */
  volumetricWeight: figure,
})
export type FeeDetail = z.output<typeof feeDetail>

/**
 * How the charged weight and the freight were computed; `receipt.ts` has the texts for it. Weights in grams.
 */
const chargeBreakdown = z.object({
  weightRule: z.enum(weightRules),
  /** The rule's figure: the side in cm, the free grams, or the free ratio; null for rules without a limit. */
  ruleLimit: figure,
  /** Cubic centimeters per kilogram; null when the line ignores volume. */
  divisor: figure,
  /** The line's minimum weight, when the parcel is lighter and the minimum is charged. */
  raisedTo: figure,
  /** The minimum charged weight, when the parcel is lighter. */
  minCharge: figure,
  /** The step of rounding, when rounding changed the charged weight. */
  roundedTo: figure,
  /** True when the line's minimum freight is charged. */
  minFreight: z.boolean(),
  fuelPercent: z.number(),
})
export type ChargeBreakdown = z.output<typeof chargeBreakdown>

/** One line's result for a parcel (§3 Shipping option). */
export const shippingOption = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty when the card has none. */
  iconUrl: z.string(),
  features: z.string(),
  /** In days: '9-25'. */
  transitTime: z.string(),
  available: z.boolean(),
  unavailableReasons: z.array(z.enum(unavailableReasons)),
  /** Ids of requested categories that the line does not carry. */
  blockedCategories: z.array(z.string()),
  /** The line carries only goods that its rule names; without a category in the request its price is uncertain. */
  takesNamedOnly: z.boolean(),
  restrictions,
  feeDetail,
  transit,
  carrier: z.string(),
  tags: z.array(z.string()),
  /** The reliability of the figures; null when the card does not say. */
  confidence: z.enum(confidences).nullable(),
  source: z.string().nullable(),
  note: z.string().nullable(),
  /** The year of the prices; null when they have no date. */
  asOf: z.number().nullable(),
  /** How far the real price may be below or above, in percent; null when the card does not say. */
  spread: z.number().nullable(),
  /** How far the price can be trusted: 1, the best, to 3. The cheapest line is one of the best class. */
  trust: z.literal(trustClasses),
  reckoning: chargeBreakdown,
})
export type ShippingOption = z.output<typeof shippingOption>
