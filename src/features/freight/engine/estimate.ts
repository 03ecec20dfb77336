import type { ChargeBreakdown, FeeDetail, ShippingOption, UnavailableReason } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import { type ComputedWeight, computeWeight, getRuleLimit, toChargeableWeight } from './chargeable-weight.ts'
import type { CompiledCard, CompiledLine } from './compile-card.ts'
import { convertFen, convertUnitPrice, createIdentityExchange, type Exchange } from './exchange.ts'
import { assertPayable, multiplyDivide } from './fixed-point.ts'
import { compareNames, compareTransit } from './line-order.ts'
import { type CompiledTier, computeFreight, countSteps, findTier } from './tier-freight.ts'
import { findBlockedCategories, findUnavailableReasons } from './unavailable-reasons.ts'

/** Amounts in the smallest unit of one currency; `total` is the sum of the others. */
export type ChargeParts = {
  readonly freight: number
  readonly air: number
  readonly fuel: number
  readonly customs: number
  readonly operation: number
  readonly service: number
  readonly total: number
}

/** A line's quote for a parcel in the card's currency, without texts. */
export type Quote = {
  readonly reasons: readonly UnavailableReason[]
  /** Requested categories that the line does not carry. */
  readonly blocked: readonly string[]
  readonly chargeableGrams: number
  readonly volumetricGrams: number | null
  readonly tier: CompiledTier | null
  readonly steps: number | null
  /** In fen, hundredths of the card's currency; null when the line does not take the parcel. */
  readonly parts: ChargeParts | null
  readonly computedWeight: ComputedWeight
}

const emptyList: readonly never[] = []

/** A card's lines to a country, by its code, in the order of the card. */
export function getLinesForCountry(card: CompiledCard, destination: string): readonly CompiledLine[] {
  return card.linesByCountry.get(destination) ?? emptyList
}

/**
 * A parcel's price on a line, or why the line does not take it, by the rate-card/1 algorithm: weight limits are
 * compared with the actual weight, the rate table with the chargeable weight; each part is rounded half up to a fen. An
 * amount too large for exact arithmetic counts as above the rate table.
 */
export function quoteLine(line: CompiledLine, parcel: Parcel): Quote {
  const computedWeight = computeWeight(line, parcel)
  const chargeableGrams = toChargeableWeight(line, computedWeight.grams)
  let tier = findTier(line.tiers, chargeableGrams)
  const blocked = findBlockedCategories(line, parcel.categories)
  let reasons = findUnavailableReasons(line, parcel, blocked, tier)
  let parts: ChargeParts | null = null
  if (reasons.length === 0 && tier !== null) {
    parts = computeChargeParts(line, tier, chargeableGrams)
    if (parts === null) {
      tier = null
      reasons = ['ABOVE_RATE_TABLE']
    }
  }
  const steps = tier === null ? null : countSteps(tier, chargeableGrams)
  return {
    reasons,
    blocked,
    chargeableGrams,
    volumetricGrams: computedWeight.volumetricGrams,
    tier,
    steps,
    parts,
    computedWeight,
  }
}

/**
 * The parts of a line's price in fen for a chargeable weight in grams within a tier; null when they are too large for
 * exact arithmetic.
 */
export function computeChargeParts(
  { fees }: CompiledLine,
  tier: CompiledTier,
  grams: number,
): ChargeParts | null {
  try {
    const freight = Math.max(computeFreight(tier, grams), fees.minFreightFen)
    const air = multiplyDivide(fees.airPerKg, grams, 0, 0, 10_000_000, 'half-up')
    const fuel = multiplyDivide(
      fees.fuelRate,
      fees.fuelOnAir ? freight + air : freight,
      0,
      0,
      1_000_000,
      'half-up',
    )
    const customs = multiplyDivide(fees.customsFlat, 1000, fees.customsPerKg, grams, 10_000_000, 'half-up')
    const operation = fees.operationFen
    const subtotal = freight + air + fuel + customs + operation
    const service = multiplyDivide(fees.serviceFlat, 100, fees.serviceRate, subtotal, 1_000_000, 'half-up')
    return { freight, air, fuel, customs, operation, service, total: assertPayable(subtotal + service) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * The parts in the smallest units of a currency, each rounded half up separately; null when too large for exact
 * arithmetic.
 */
export function convertChargeParts(parts: ChargeParts, exchange: Exchange): ChargeParts | null {
  if (exchange.from === exchange.to) return parts
  try {
    const freight = convertFen(parts.freight, exchange)
    const air = convertFen(parts.air, exchange)
    const fuel = convertFen(parts.fuel, exchange)
    const customs = convertFen(parts.customs, exchange)
    const operation = convertFen(parts.operation, exchange)
    const service = convertFen(parts.service, exchange)
    const total = assertPayable(freight + air + fuel + customs + operation + service)
    return { freight, air, fuel, customs, operation, service, total }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Converts a line's quote to an option: amounts in the currency of `exchange`, by default the card's own. An
 * unavailable option has no amounts, only the unit prices of its tier.
 */
export function toShippingOption(
  line: CompiledLine,
  quote: Quote,
  exchange: Exchange = createIdentityExchange(line.currency),
): ShippingOption {
  const parts = quote.parts === null ? null : convertChargeParts(quote.parts, exchange)
  const isTooLarge = quote.parts !== null && parts === null
  const tier = isTooLarge ? null : quote.tier
  return {
    id: line.id,
    name: line.name,
    iconUrl: line.iconUrl,
    features: line.features,
    transitTime: line.transitTime,
    available: parts !== null,
    unavailableReasons: isTooLarge ? ['ABOVE_RATE_TABLE'] : [...quote.reasons],
    blockedCategories: [...quote.blocked],
    takesNamedOnly: line.takesNamedOnly,
    restrictions: line.restrictions,
    feeDetail: toFeeDetail(quote, tier, parts, exchange),
    transit: line.transit,
    carrier: line.carrier,
    tags: [...line.tags],
    confidence: line.confidence,
    source: line.source,
    note: line.note,
    asOf: line.asOf,
    spread: line.spread,
    trust: line.trust,
    reckoning: toChargeBreakdown(line, quote),
  }
}

function toFeeDetail(
  quote: Quote,
  tier: CompiledTier | null,
  parts: ChargeParts | null,
  exchange: Exchange,
): FeeDetail {
  const unit = 10 ** exchange.currency.digits
  return {
    currencyEnum: exchange.currency,
    total: parts && parts.total / unit,
    freight: parts && parts.freight / unit,
    airSurcharge: parts && parts.air / unit,
    fuelFee: parts && parts.fuel / unit,
    customsFee: parts && parts.customs / unit,
    operationFee: parts && parts.operation / unit,
    serviceFee: parts && parts.service / unit,
    feeFirst: tier && findUnitPrice(tier.feeFirst, tier.firstMillionths, exchange),
    weightFirst: tier?.weightFirst ?? null,
    feeContinue: tier && findUnitPrice(tier.feeContinue, tier.furtherMillionths, exchange),
    weightContinue: tier?.weightContinue ?? null,
    steps: tier && quote.steps,
    mode: tier?.mode ?? null,
    chargeableWeight: quote.chargeableGrams,
    volumetricWeight: quote.volumetricGrams,
  }
}

/** The card's price, or converted; null when the card has none, or when it is too large for exact arithmetic. */
function findUnitPrice(cardPrice: number | null, millionths: number, exchange: Exchange): number | null {
  if (cardPrice === null || exchange.from === exchange.to) return cardPrice
  try {
    return convertUnitPrice(millionths, exchange)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function toChargeBreakdown(
  line: CompiledLine,
  { computedWeight, chargeableGrams, tier, parts }: Quote,
): ChargeBreakdown {
  const { volume, fees } = line
  const isMinFreight = tier !== null && parts !== null && parts.freight === fees.minFreightFen
  const minGrams = Math.max(computedWeight.grams, line.minCharge)
  return {
    weightRule: computedWeight.rule,
    ruleLimit: volume && getRuleLimit(computedWeight.rule, volume),
    divisor: volume?.divisor ?? null,
    raisedTo: computedWeight.isRaised ? line.minWeight : null,
    minCharge: line.minCharge > computedWeight.grams ? line.minCharge : null,
    roundedTo: chargeableGrams > minGrams ? line.roundTo : null,
    minFreight: isMinFreight && computeFreight(tier, chargeableGrams) < fees.minFreightFen,
    fuelPercent: fees.fuelPercent,
  }
}

/** A parcel and its destination's country code. */
export type Shipment = Parcel & { readonly destination: string }

/**
 * Every line to the destination with its price for the parcel or the reasons why it does not take it: available ones
 * first, then by total, minimum and maximum transit, name and id. Empty when no line goes there. Amounts are in the
 * currency of `exchange`, by default the card's own (rate-card/1 algorithm).
 */
export function estimateShipment(
  card: CompiledCard,
  shipment: Shipment,
  exchange: Exchange = createIdentityExchange(card.currency),
): ShippingOption[] {
  const options = getLinesForCountry(card, shipment.destination).map((line) =>
    toShippingOption(line, quoteLine(line, shipment), exchange),
  )
  return options.sort(comparePrices)
}

function comparePrices(left: ShippingOption, right: ShippingOption): number {
  if (left.available !== right.available) return left.available ? -1 : 1
  return (
    (left.feeDetail.total ?? 0) - (right.feeDetail.total ?? 0) ||
    compareTransit(left, right) ||
    compareNames(left, right)
  )
}
