import type { Confidence, PriceMode, Transit } from './rate-card.ts'

/** Why a line does not take a parcel, in the order in which the reasons are given. */
export const unavailableReasons = [
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

/** One line's answer to a parcel (§3 Shipping option). */
export type ShippingOption = {
  id: string
  name: string
  /** Empty where the card names none. */
  iconUrl: string
  features: string
  /** In days: '9-25'. */
  transitTime: string
  available: boolean
  unavailableReasons: UnavailableReason[]
  /** Ids of requested categories that the line does not carry. */
  blockedCategories: string[]
  /** It carries no goods but those that its rule names, so that it says little where nobody asked for a category. */
  takesNamedOnly: boolean
  restrictions: Restrictions
  feeDetail: FeeDetail
  transit: Transit
  carrier: string
  tags: string[]
  /** Where the figures come from; null where the card does not say. */
  confidence: Confidence | null
  source: string | null
  note: string | null
  reckoning: ChargeBreakdown
}

/** What made the volume of a parcel count or not, in the order in which a line asks. */
export const weightRules = [
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

/** How the charged weight and the freight came about; `receipt.ts` has the words for it. Weights in grams. */
export type ChargeBreakdown = {
  weightRule: WeightRule
  /** What the rule speaks of: the side in cm, the free grams, or the free ratio; null for rules without. */
  ruleLimit: number | null
  /** Cubic centimetres to the kilogram; null where the line never counts volume. */
  divisor: number | null
  /** The line's least weight, where the parcel is lighter and charged as that. */
  raisedTo: number | null
  /** The least charged weight, where it decides. */
  minCharge: number | null
  /** The step that the charged weight was rounded up to, where that changed it. */
  roundedTo: number | null
  /** The line's least freight decides. */
  minFreight: boolean
  fuelPercent: number
}

export type Restrictions = {
  /** Grams; null where the line sets no limit. */
  minWeight: number | null
  maxWeight: number | null
  dimensionRestriction: string
  volumeWeightRule: string
  categoryRestrictions: CategoryRestriction[]
  /** The limits behind `dimensionRestriction` in cm, null where there is none. */
  maxSide: number | null
  maxSum: number | null
  maxGirth: number | null
  box: number[] | null
  /** Grams of chargeable weight at which the prices end; null where they do not. */
  maxChargeableWeight: number | null
}
/** A group of categories with the names of its permitted and its refused children. */
export type CategoryRestriction = { name: string; allowList: string[]; blockList: string[] }

/** A currency as answers name it; `digits` are the decimals of its amounts. */
export type CurrencyEnum = { code: string; name: string; symbol: string; digits: number }

/** Amounts in the answer's currency; null where the line does not take the parcel. Weights in grams. */
export type FeeDetail = {
  currencyEnum: CurrencyEnum
  /** The sum of freight, airSurcharge, fuelFee, customsFee, operationFee and serviceFee. */
  total: number | null
  freight: number | null
  airSurcharge: number | null
  fuelFee: number | null
  customsFee: number | null
  operationFee: number | null
  serviceFee: number | null
  /** Unit prices of the tier that decides: of the first weight, and of each further one. */
  feeFirst: number | null
  weightFirst: number | null
  feeContinue: number | null
  weightContinue: number | null
  /** How many further weights are charged. */
  steps: number | null
  mode: PriceMode | null
  chargeableWeight: number
  /** Null where the line does not count volume, or not all sides are known. */
  volumetricWeight: number | null
}
