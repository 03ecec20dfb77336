/**
 * A rate card as it is imported, stored and sent: prices of shipping lines, as data. Weights are grams, sides cm,
 * money is in the card's currency with up to six decimals, percents have up to four.
 */
export type RateCard = {
  schema: 'rate-card/1'
  id?: string
  name?: string
  /** ISO 4217; everything is charged in it. */
  currency: string
  weightUnit?: 'g'
  dimensionUnit?: 'cm'
  /** A day, 2026-11-21. */
  effectiveFrom?: string
  disclaimer?: string
  agentFees?: Fees
  agentFeesSource?: string
  /** Where figures come from, by the short name that rates give as `src`. */
  sources?: Record<string, string>
  lines: ShippingLine[]
}

/** A way to send a parcel, with one carrier and one set of rules. */
export type ShippingLine = {
  id: string
  name: string
  carrier?: string
  iconUrl?: string
  /** True unless it says false. */
  active?: boolean
  features?: string
  tags?: string[]
  transit?: Transit
  weight?: WeightLimits
  billing?: { minCharge?: number; roundTo?: number }
  dimensions?: SizeLimits
  volumetric?: Volumetric
  categories?: CategoryRule
  fees?: Fees
  rates: CountryRate[]
}

/** What a line costs to some countries; what it says itself goes before what its line says. */
export type CountryRate = {
  /** ISO 3166, two letters. */
  countries: string[]
  tiers: Tier[]
  transit?: Transit
  weight?: WeightLimits
  volumetric?: Volumetric
  fees?: Fees
  confidence?: Confidence
  src?: string
  service?: string
  note?: string
  /** A public quote that the row must reproduce: grams, and freight without fees. */
  check?: { weight?: number; freight?: number }
}

export const confidences = ['sourced', 'derived', 'illustrative'] as const
export type Confidence = (typeof confidences)[number]

/** In days. */
export type Transit = { min: number; max: number }

/** Of the actual weight, both ends included. Lighter parcels are refused, or charged as the least (`bump`). */
export type WeightLimits = { min?: number; max?: number; belowMin?: 'reject' | 'bump' }

export type SizeLimits = {
  maxSide?: number | null
  /** Of the three sides' sum. */
  maxSum?: number | null
  /** Of the longest side and twice the two others. */
  maxGirth?: number | null
  /** The sides, sorted, must fit these, sorted. */
  box?: number[] | null
  /** What is shown. */
  text?: string
}

/** When and how much a parcel's volume counts. */
export type Volumetric = {
  method: 'none' | 'max' | 'half'
  /** Cubic centimetres to the kilogram. */
  divisor?: number
  /** Volume counts only from this longest side on. */
  sideTrigger?: { cm: number; inclusive?: boolean }
  /** Volumetric weight up to this does not count. */
  freeUpTo?: number | null
  /** An excess of volumetric over actual weight up to this does not count. */
  freeExcess?: number | null
  /** Nor does volumetric weight up to so many times the actual one. */
  freeRatio?: number | null
}

/** Entries are a child's id '502', a group's id '5' or a flag '#liquid'. */
export type CategoryRule = { default?: 'allow' | 'deny'; allow?: string[]; block?: string[] }

export type Fees = {
  fuelPercent?: number
  /** Fuel is charged on the air surcharge too. */
  fuelOnAir?: boolean
  airSurchargePerKg?: number
  customs?: { flat?: number; perKg?: number }
  operationFee?: number
  serviceFee?: { flat?: number; percent?: number }
  /** Freight never costs less. */
  minFreight?: number | null
}

export const priceModes = ['step', 'prorata', 'ladder'] as const
export type PriceMode = (typeof priceModes)[number]

/** The price of chargeable weights up to `upTo` grams, that weight included; null means without end. */
export type Tier = {
  upTo?: number | null
  mode: PriceMode
  weightFirst: number
  feeFirst: number
  weightContinue?: number
  feeContinue?: number
  /** Of a ladder: prices of further weight, each up to a weight. */
  segments?: Segment[]
}
export type Segment = { upTo?: number | null; weightContinue: number; feeContinue: number }
