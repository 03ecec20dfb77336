import type { Category, CategoryGroup } from '#features/freight/category.ts'
import type { CountryRate, Fees, RateCard, ShippingLine, Tier } from '#features/freight/rate-card.ts'

/**
 * The rate-card/1 algorithm literally, in fractions of BigInt, slow and without precomputation, as a
 * reference for the engine.
 */

type Fraction = readonly [bigint, bigint]

function toFraction(value: number): Fraction {
  const [whole = '0', decimals = ''] = String(value).split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}
const plus = (...values: Fraction[]) =>
  values.reduce<Fraction>(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n])
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const divideBy = ([a, b]: Fraction, value: number): Fraction => [a, b * BigInt(value)]
const exceeds = ([a, b]: Fraction, [c, d]: Fraction) => a * d > c * b
/** Half up to hundredths, as hundredths. */
const toHundredths = ([a, b]: Fraction) => (200n * a + b) / (2n * b)
const divideUp = (value: number, step: number) => Math.ceil(value / step)

export type ReferenceParcel = { grams: number; sidesMm: readonly number[]; categories: readonly string[] }
export type ReferenceQuote = {
  id: string
  reasons: string[]
  blocked: string[]
  chargeable: number
  volumetric: number | null
  fen: Record<'freight' | 'air' | 'fuel' | 'customs' | 'operation' | 'service' | 'total', number> | null
}

export function estimateByReference(
  card: RateCard,
  country: string,
  asked: ReferenceParcel,
  groups: CategoryGroup[],
): ReferenceQuote[] {
  return card.lines.flatMap((line) => {
    const row = line.rates.find(({ countries }) => countries.includes(country))
    return row === undefined || line.active === false
      ? []
      : [quoteByReference(card, line, row, asked, groups)]
  })
}

function quoteByReference(
  card: RateCard,
  line: ShippingLine,
  row: CountryRate,
  asked: ReferenceParcel,
  groups: CategoryGroup[],
): ReferenceQuote {
  const weight = { ...line.weight, ...row.weight }
  const reasons: string[] = []
  let scale = asked.grams
  if (asked.grams < (weight.min ?? 0)) {
    if (weight.belowMin === 'bump') scale = weight.min ?? 0
    else reasons.push('BELOW_MIN_WEIGHT')
  }
  if (weight.max !== undefined && asked.grams > weight.max) reasons.push('ABOVE_MAX_WEIGHT')
  reasons.push(...findSizeReasons(line, asked.sidesMm))
  const blocked = asked.categories.filter((id) => !isCarried(line, id, groups))
  if (blocked.length > 0) reasons.push('CATEGORY_NOT_ALLOWED')
  const { base, volumetric } = computeWeights(row.volumetric ?? line.volumetric, scale, asked.sidesMm)
  const { minCharge = 0, roundTo = 1 } = line.billing ?? {}
  const chargeable = divideUp(Math.max(base, minCharge), roundTo) * roundTo
  const tier = row.tiers.find(({ upTo }) => upTo == null || chargeable <= upTo)
  if (tier === undefined && !reasons.includes('ABOVE_MAX_WEIGHT')) reasons.push('ABOVE_RATE_TABLE')
  const layers = [card.agentFees, line.fees, row.fees]
  const fen = reasons.length > 0 || tier === undefined ? null : computeCharges(layers, tier, chargeable)
  return { id: line.id, reasons, blocked, chargeable, volumetric, fen }
}

function findSizeReasons({ dimensions = {} }: ShippingLine, sidesMm: readonly number[]): string[] {
  const [a = 0, b = 0, c = 0] = sidesMm.toSorted((one, other) => other - one)
  const mm = (cm: number | null | undefined) => (cm == null ? Number.POSITIVE_INFINITY : Math.round(cm * 10))
  const all = sidesMm.length === 3
  const box = (dimensions.box ?? []).toSorted((one, other) => other - one).map(mm)
  return [
    a > mm(dimensions.maxSide) && 'SIDE_TOO_LONG',
    a + b + c > mm(dimensions.maxSum) && 'SUM_TOO_LARGE',
    all && a + 2 * (b + c) > mm(dimensions.maxGirth) && 'GIRTH_TOO_LARGE',
    all && [a, b, c].some((side, index) => side > (box[index] ?? side)) && 'BOX_TOO_LARGE',
  ].filter((reason) => reason !== false)
}

function isCarried({ categories = {} }: ShippingLine, id: string, groups: CategoryGroup[]): boolean {
  const group = groups.find(({ children }) => children.some((child) => child.id === id))
  const child: Category | undefined = group?.children.find((one) => one.id === id)
  const flags = child?.flags ?? []
  const { allow = [], block = [] } = categories
  if (block.includes(id)) return false
  if (allow.includes(id)) return true
  if (flags.some((flag) => block.includes(`#${flag}`))) return false
  if (flags.some((flag) => allow.includes(`#${flag}`))) return true
  if (block.includes(group?.id ?? '')) return false
  if (allow.includes(group?.id ?? '')) return true
  return categories.default !== 'deny'
}

function computeWeights(rule: ShippingLine['volumetric'], scale: number, sidesMm: readonly number[]) {
  const [a = 0, b = 0, c = 0] = sidesMm.toSorted((one, other) => other - one)
  if (rule === undefined || rule.method === 'none' || rule.divisor === undefined || sidesMm.length < 3)
    return { base: scale, volumetric: null }
  const volumetric = divideUp(a * b * c, rule.divisor)
  const trigger = rule.sideTrigger
  const reached = trigger && (trigger.inclusive === false ? a > trigger.cm * 10 : a >= trigger.cm * 10)
  const ratio = times(toFraction(rule.freeRatio ?? 0), toFraction(scale))
  const isFree =
    reached === false ||
    volumetric <= scale ||
    (rule.freeUpTo != null && volumetric <= rule.freeUpTo) ||
    (rule.freeExcess != null && volumetric - scale <= rule.freeExcess) ||
    !exceeds(toFraction(volumetric), ratio)
  if (isFree) return { base: scale, volumetric }
  return { base: rule.method === 'half' ? divideUp(scale + volumetric, 2) : volumetric, volumetric }
}

function computeTierFreight(tier: Tier, grams: number): Fraction {
  const { mode, weightFirst, feeFirst, weightContinue = 1, feeContinue = 0, segments = [] } = tier
  const above = Math.max(0, grams - weightFirst)
  const each = toFraction(feeContinue)
  if (mode === 'step')
    return plus(toFraction(feeFirst), times(toFraction(divideUp(above, weightContinue)), each))
  if (mode === 'prorata')
    return plus(toFraction(feeFirst), divideBy(times(toFraction(above), each), weightContinue))
  let from = weightFirst
  const sums = [toFraction(feeFirst)]
  for (const segment of segments) {
    const to = Math.min(grams, segment.upTo ?? grams)
    const steps = divideUp(Math.max(0, to - from), segment.weightContinue)
    sums.push(times(toFraction(steps), toFraction(segment.feeContinue)))
    from = Math.max(from, segment.upTo ?? grams)
  }
  return plus(...sums)
}

function computeCharges(layers: (Fees | undefined)[], tier: Tier, grams: number): ReferenceQuote['fen'] {
  const last = <T>(read: (fees: Fees) => T | undefined) =>
    layers
      .map((fees) => (fees === undefined ? undefined : read(fees)))
      .findLast((value) => value !== undefined)
  const money = (read: (fees: Fees) => number | null | undefined) => toFraction(last(read) ?? 0)
  const byWeight = (perKg: Fraction) => divideBy(times(perKg, toFraction(grams)), 1000)
  const takePercent = (percent: Fraction, fen: bigint) => divideBy(times(percent, [fen, 100n]), 100)
  const carriage = computeTierFreight(tier, grams)
  const least = money((fees) => fees.minFreight)
  const freight = toHundredths(exceeds(least, carriage) ? least : carriage)
  const air = toHundredths(byWeight(money((fees) => fees.airSurchargePerKg)))
  const fueled = freight + (last((fees) => fees.fuelOnAir) === true ? air : 0n)
  const fuel = toHundredths(
    takePercent(
      money((fees) => fees.fuelPercent),
      fueled,
    ),
  )
  const customs = toHundredths(
    plus(
      money((fees) => fees.customs?.flat),
      byWeight(money((fees) => fees.customs?.perKg)),
    ),
  )
  const operation = toHundredths(money((fees) => fees.operationFee))
  const before = freight + air + fuel + customs + operation
  const service = toHundredths(
    plus(
      money((fees) => fees.serviceFee?.flat),
      takePercent(
        money((fees) => fees.serviceFee?.percent),
        before,
      ),
    ),
  )
  const fen = { freight, air, fuel, customs, operation, service, total: before + service }
  return {
    freight: Number(fen.freight),
    air: Number(fen.air),
    fuel: Number(fen.fuel),
    customs: Number(fen.customs),
    operation: Number(fen.operation),
    service: Number(fen.service),
    total: Number(fen.total),
  }
}
