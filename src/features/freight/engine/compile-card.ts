import type {
  Confidence,
  CountryRate,
  Fees,
  RateCard,
  ShippingLine,
  SizeLimits,
  Transit,
  VolumetricRule,
} from '#shared/freight/rate-card.ts'
import { describeSizeLimits, describeVolumeRule } from '../describe-line-rules.ts'
import type { LineRestrictions } from '../option.ts'
import type { CategoryGroup } from '../public-lists.ts'
import { getTrustClass, type TrustClass } from '../trust/trust.ts'
import { getPermittedCategories, toCategoryRestrictions } from './category-permission.ts'
import { multiplyDivide, toScaledInteger, toScaledIntegerDown, toScaledIntegerUp } from './fixed-point.ts'
import { type CompiledTier, compileTier } from './tier-freight.ts'

/** A rate card compiled for quotes: lines by destination, limits in mm, money in millionths. */
export type CompiledCard = {
  readonly currency: string
  /** By country code, in the order of the card; without inactive lines. */
  readonly linesByCountry: ReadonlyMap<string, readonly CompiledLine[]>
}

/** A line for some countries. Weights in grams; a limit that the card does not set is 0 or Infinity. */
export type CompiledLine = {
  readonly id: string
  readonly name: string
  readonly carrier: string
  readonly iconUrl: string
  readonly features: string
  readonly tags: readonly string[]
  readonly transit: Transit
  /** Days, '9-25'; empty when the card has no times. */
  readonly transitTime: string
  readonly confidence: Confidence | null
  readonly source: string | null
  readonly note: string | null
  /** The year of the prices. */
  readonly asOf: number | null
  /** In percent. */
  readonly spread: number | null
  readonly trust: TrustClass
  /** The card's currency. */
  readonly currency: string
  readonly minWeight: number
  readonly maxWeight: number
  /** Lighter parcels are charged as `minWeight` instead of being rejected. */
  readonly raisesWeight: boolean
  readonly minCharge: number
  readonly roundTo: number
  readonly size: CompiledSize
  readonly volume: CompiledVolume | null
  /** Ids of the categories that the line carries. */
  readonly permitted: ReadonlySet<string>
  /** The line carries only the goods that its rule names. */
  readonly takesNamedOnly: boolean
  readonly fees: CompiledFees
  readonly tiers: readonly CompiledTier[]
  readonly restrictions: LineRestrictions
}

/** In millimeters; `box` longest first. */
export type CompiledSize = {
  readonly maxSide: number
  readonly maxSum: number
  readonly maxGirth: number
  readonly box: readonly [number, number, number] | null
}

export type CompiledVolume = {
  /** The average of actual and volumetric weight is charged, not the higher one. */
  readonly usesAverage: boolean
  readonly divisor: number
  /** Volume counts when the longest side has at least this length; `trigger` is the card's own rule in cm. */
  readonly minSideMm: number
  readonly trigger: { readonly cm: number; readonly inclusive: boolean } | null
  readonly freeUpTo: number
  readonly freeExcess: number
  /** The card's ratio in millionths; `freeRatio` is the card's own number. */
  readonly freeRatioMillionths: number
  readonly freeRatio: number
}

/**
 * Amounts per kg and flat amounts are in millionths of the currency, rates in 1/10,000 of a percent; `fuelPercent` is
 * the card's own number.
 */
export type CompiledFees = {
  readonly fuelRate: number
  readonly fuelPercent: number
  readonly fuelOnAir: boolean
  readonly airPerKg: number
  readonly customsFlat: number
  readonly customsPerKg: number
  readonly operationFen: number
  readonly serviceFlat: number
  readonly serviceRate: number
  readonly minFreightFen: number
}

/**
 * Compiles a card for quotes, once per card. Fees are merged field by field from card, line and row, weight
 * limits from line and row; a row's volumetric rule and transit replace the line's (rate-card/1 algorithm).
 * Accepts money of up to six and percents of up to four decimals; throws a RangeError with the line's id for
 * others, for negative figures and for figures too large for exact arithmetic. `year` is the current one, by which
 * prices are old.
 */
export function compileCard(
  card: RateCard,
  categories: readonly CategoryGroup[],
  year?: number,
): CompiledCard {
  const linesByCountry = new Map<string, CompiledLine[]>()
  for (const line of card.lines) {
    if (line.active === false) continue
    const sharedParts = compileSharedParts(line, categories)
    const servedCountries = new Set<string>()
    for (const rate of line.rates) {
      const compiled = compileCountryLine(card, line, rate, {
        sharedParts,
        facts: getPriceFacts(card, rate, year),
      })
      for (const country of rate.countries) {
        if (servedCountries.has(country)) continue // the first row of a line for a country decides
        servedCountries.add(country)
        linesByCountry.set(country, [...(linesByCountry.get(country) ?? []), compiled])
      }
    }
  }
  return { currency: card.currency, linesByCountry }
}

type SharedParts = Pick<CompiledLine, 'permitted' | 'takesNamedOnly' | 'size'> & {
  restrictions: Omit<LineRestrictions, 'minWeight' | 'maxWeight' | 'volumeWeightRule' | 'maxChargeableWeight'>
}

/** Compiles what all rows of a line share. */
function compileSharedParts(line: ShippingLine, categories: readonly CategoryGroup[]): SharedParts {
  const permitted = getPermittedCategories(line.categories ?? {}, categories)
  const { maxSide = null, maxSum = null, maxGirth = null, box = null } = line.dimensions ?? {}
  return {
    permitted,
    takesNamedOnly: line.categories?.default === 'deny',
    size: withLineInError(line, () => compileSize(line.dimensions ?? {})),
    restrictions: {
      dimensionRestriction: describeSizeLimits(line.dimensions),
      categoryRestrictions: toCategoryRestrictions(permitted, categories),
      maxSide,
      maxSum,
      maxGirth,
      box: box === null ? null : box.toSorted((left, right) => right - left),
    },
  }
}

type PriceFacts = Pick<CompiledLine, 'confidence' | 'source' | 'asOf' | 'trust'>

/** Where a row's prices come from, and how far they can be trusted. */
export function getPriceFacts(
  card: RateCard,
  { confidence: ownConfidence, src }: CountryRate,
  year?: number,
): PriceFacts {
  const confidence = ownConfidence ?? null
  const asOf = findOwn(card.asOf, src) ?? null
  const source = findOwn(card.sources, src) ?? src ?? null
  return { confidence, source, asOf, trust: getTrustClass({ confidence, asOf }, year) }
}

/** The entry of a key in a record of the card; undefined for names that every object has, like 'constructor'. */
function findOwn<T>(record: Record<string, T> | undefined, key: string | undefined): T | undefined {
  return record && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}

function compileCountryLine(
  card: RateCard,
  line: ShippingLine,
  rate: CountryRate,
  { sharedParts, facts }: { sharedParts: SharedParts; facts: PriceFacts },
): CompiledLine {
  const weight = { ...line.weight, ...rate.weight }
  const volumetric = rate.volumetric ?? line.volumetric
  const transit = rate.transit ?? line.transit
  const tiers = withLineInError(line, () => rate.tiers.map(compileTier))
  const maxTierGrams = Math.max(...tiers.map(({ upTo }) => upTo))
  return {
    id: line.id,
    name: line.name,
    carrier: line.carrier ?? '',
    iconUrl: line.iconUrl ?? '',
    features: line.features ?? '',
    tags: line.tags ?? [],
    transit: transit ?? { min: 0, max: 0 },
    transitTime: transit === undefined ? '' : `${transit.min}-${transit.max}`,
    ...facts,
    note: rate.note ?? null,
    spread: rate.spread ?? null,
    currency: card.currency,
    minWeight: weight.min ?? 0,
    maxWeight: weight.max ?? Number.POSITIVE_INFINITY,
    raisesWeight: weight.belowMin === 'bump',
    minCharge: line.billing?.minCharge ?? 0,
    roundTo: line.billing?.roundTo ?? 1,
    size: sharedParts.size,
    volume: withLineInError(line, () => compileVolume(volumetric)),
    permitted: sharedParts.permitted,
    takesNamedOnly: sharedParts.takesNamedOnly,
    fees: withLineInError(line, () => compileFees(mergeFees(card.agentFees, line.fees, rate.fees))),
    tiers,
    restrictions: {
      minWeight: weight.min ?? null,
      maxWeight: weight.max ?? null,
      volumeWeightRule: describeVolumeRule(volumetric),
      maxChargeableWeight: Number.isFinite(maxTierGrams) ? maxTierGrams : null,
      ...sharedParts.restrictions,
    },
  }
}

/** Limits are rounded down to whole millimeters, the unit of a parcel's sides. */
function compileSize({ maxSide, maxSum, maxGirth, box }: SizeLimits): CompiledSize {
  const toMillimeters = (limit: number | null | undefined) =>
    limit == null ? Number.POSITIVE_INFINITY : toScaledIntegerDown(limit, 1)
  const [a = 0, b = 0, c = 0] = (box ?? []).map(toMillimeters).sort((left, right) => right - left)
  return {
    maxSide: toMillimeters(maxSide),
    maxSum: toMillimeters(maxSum),
    maxGirth: toMillimeters(maxGirth),
    box: box == null ? null : [a, b, c],
  }
}

/** Null when only the actual weight counts. */
function compileVolume(rule: VolumetricRule | undefined): CompiledVolume | null {
  if (rule === undefined || rule.method === 'none' || rule.divisor === undefined) return null
  const { sideTrigger } = rule
  const inclusive = sideTrigger?.inclusive !== false
  return {
    usesAverage: rule.method === 'half',
    divisor: rule.divisor,
    minSideMm: getMinCountedSideMm(sideTrigger?.cm ?? 0, inclusive),
    trigger: sideTrigger === undefined ? null : { cm: sideTrigger.cm, inclusive },
    freeUpTo: rule.freeUpTo ?? Number.NEGATIVE_INFINITY,
    freeExcess: rule.freeExcess ?? Number.NEGATIVE_INFINITY,
    freeRatioMillionths: toScaledInteger(rule.freeRatio ?? 0, 6),
    freeRatio: rule.freeRatio ?? 0,
  }
}

/** The minimum longest side, in mm, for which volume counts. */
function getMinCountedSideMm(cm: number, inclusive: boolean): number {
  return inclusive ? toScaledIntegerUp(cm, 1) : toScaledIntegerDown(cm, 1) + 1
}

/** Later layers override earlier ones, field by field. */
export function mergeFees(...layers: (Fees | undefined)[]): Fees {
  const merged: Fees = {}
  for (const layer of layers) {
    const customs = { ...merged.customs, ...layer?.customs }
    const serviceFee = { ...merged.serviceFee, ...layer?.serviceFee }
    Object.assign(merged, layer, { customs, serviceFee })
  }
  return merged
}

function compileFees(fees: Fees): CompiledFees {
  const toFen = (amount: number) => multiplyDivide(toScaledInteger(amount, 6), 1, 0, 0, 10_000, 'half-up')
  return {
    fuelRate: toScaledInteger(fees.fuelPercent ?? 0, 4),
    fuelPercent: fees.fuelPercent ?? 0,
    fuelOnAir: fees.fuelOnAir === true,
    airPerKg: toScaledInteger(fees.airSurchargePerKg ?? 0, 6),
    customsFlat: toScaledInteger(fees.customs?.flat ?? 0, 6),
    customsPerKg: toScaledInteger(fees.customs?.perKg ?? 0, 6),
    operationFen: toFen(fees.operationFee ?? 0),
    serviceFlat: toScaledInteger(fees.serviceFee?.flat ?? 0, 6),
    serviceRate: toScaledInteger(fees.serviceFee?.percent ?? 0, 4),
    minFreightFen: toFen(fees.minFreight ?? 0),
  }
}

/** Adds the line's id to errors. */
function withLineInError<T>(line: ShippingLine, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new RangeError(`Line ${line.id}: ${error.message}`, { cause: error })
  }
}
