import type { PriceMode, Tier } from '#shared/freight/rate-card.ts'
import { assertSafeInteger, multiplyDivide, toScaledInteger } from './fixed-point.ts'

/** A tier with money in millionths of the card's currency. */
export type CompiledTier = {
  /** The maximum chargeable weight in grams; Infinity for a tier without end. */
  readonly upTo: number
  readonly mode: PriceMode
  readonly weightFirst: number
  readonly firstMillionths: number
  /** Null when the tier has no price for further weight. */
  readonly weightContinue: number | null
  readonly furtherMillionths: number
  readonly ladderSegments: readonly LadderSegment[]
  /** Unit prices as in the card. */
  readonly feeFirst: number
  readonly feeContinue: number | null
}

/** A part of a ladder tier, in grams: the freight at its start, and the fee for each step of further weight. */
export type LadderSegment = {
  readonly from: number
  readonly upTo: number
  readonly startMillionths: number
  readonly stepsBefore: number
  readonly stepGrams: number
  readonly stepMillionths: number
}

/** Millionths of a currency unit in a hundredth of it. */
const millionthsPerFen = 10_000

/** Throws a RangeError for money with more than six decimals and for prices too large for exact arithmetic. */
export function compileTier(tier: Tier): CompiledTier {
  const firstMillionths = toScaledInteger(tier.feeFirst, 6)
  const weightContinue = tier.weightContinue ?? null
  if (weightContinue !== null) assertSafeInteger(weightContinue * millionthsPerFen)
  return {
    upTo: tier.upTo ?? Number.POSITIVE_INFINITY,
    mode: tier.mode,
    weightFirst: tier.weightFirst,
    firstMillionths,
    weightContinue,
    furtherMillionths: toScaledInteger(tier.feeContinue ?? 0, 6),
    ladderSegments: tier.mode === 'ladder' ? compileLadderSegments(tier, firstMillionths) : [],
    feeFirst: tier.feeFirst,
    feeContinue: tier.feeContinue ?? null,
  }
}

function compileLadderSegments(tier: Tier, firstMillionths: number): LadderSegment[] {
  const ladderSegments: LadderSegment[] = []
  let from = tier.weightFirst
  let startMillionths = firstMillionths
  let stepsBefore = 0
  for (const segment of tier.segments ?? []) {
    const upTo = segment.upTo ?? Number.POSITIVE_INFINITY
    if (upTo <= from) continue
    const stepMillionths = toScaledInteger(segment.feeContinue, 6)
    const stepGrams = segment.weightContinue
    ladderSegments.push({ from, upTo, startMillionths, stepsBefore, stepGrams, stepMillionths })
    if (upTo === Number.POSITIVE_INFINITY) return ladderSegments
    const steps = Math.ceil((upTo - from) / stepGrams)
    startMillionths = assertSafeInteger(startMillionths + steps * stepMillionths)
    stepsBefore += steps
    from = upTo
  }
  // The card has no price for weight above its last segment: no fee is added there.
  ladderSegments.push({
    from,
    upTo: Number.POSITIVE_INFINITY,
    startMillionths,
    stepsBefore,
    stepGrams: Number.MAX_SAFE_INTEGER,
    stepMillionths: 0,
  })
  return ladderSegments
}

/** The tier of a chargeable weight in grams, its upper limit included; null above the last tier. */
export function findTier(tiers: readonly CompiledTier[], grams: number): CompiledTier | null {
  for (const tier of tiers) if (grams <= tier.upTo) return tier
  return null
}

/** The number of further weights charged above the first weight, in any mode; a started one counts as whole. */
export function countSteps(tier: CompiledTier, grams: number): number {
  if (grams <= tier.weightFirst) return 0
  if (tier.weightContinue !== null) return Math.ceil((grams - tier.weightFirst) / tier.weightContinue)
  const ladderSegment = findLadderSegment(tier, grams)
  return ladderSegment === undefined
    ? 0
    : ladderSegment.stepsBefore + Math.ceil((grams - ladderSegment.from) / ladderSegment.stepGrams)
}

/**
 * Freight of a chargeable weight in fen (hundredths of the card's currency), half up, by the mode of the tier
 * (rate-card/1 algorithm). Throws a RangeError when the amount is too large for exact arithmetic.
 */
export function computeFreight(tier: CompiledTier, grams: number): number {
  const { mode, weightFirst, firstMillionths, weightContinue, furtherMillionths } = tier
  if (mode === 'ladder') return computeLadderFreight(tier, grams)
  if (mode === 'prorata' && weightContinue !== null && grams > weightFirst)
    return multiplyDivide(
      firstMillionths,
      weightContinue,
      grams - weightFirst,
      furtherMillionths,
      weightContinue * millionthsPerFen,
      'half-up',
    )
  return multiplyDivide(
    firstMillionths,
    1,
    countSteps(tier, grams),
    furtherMillionths,
    millionthsPerFen,
    'half-up',
  )
}

function computeLadderFreight(tier: CompiledTier, grams: number): number {
  const ladderSegment = findLadderSegment(tier, grams)
  if (ladderSegment === undefined)
    return multiplyDivide(tier.firstMillionths, 1, 0, 0, millionthsPerFen, 'half-up')
  const steps = Math.ceil((grams - ladderSegment.from) / ladderSegment.stepGrams)
  return multiplyDivide(
    ladderSegment.startMillionths,
    1,
    steps,
    ladderSegment.stepMillionths,
    millionthsPerFen,
    'half-up',
  )
}

/** The highest weight with the same freight within the tier, in grams; undefined when each gram costs extra. */
export function findFlatEnd(tier: CompiledTier, grams: number): number | undefined {
  const { mode, upTo, weightFirst, weightContinue, furtherMillionths } = tier
  if (grams <= weightFirst) return Math.min(weightFirst, upTo)
  if (mode === 'ladder') return Math.min(getStepEnd(tier, grams), upTo)
  if (weightContinue === null || furtherMillionths === 0) return upTo
  return mode === 'step' ? Math.min(weightFirst + countSteps(tier, grams) * weightContinue, upTo) : undefined
}

function getStepEnd(tier: CompiledTier, grams: number): number {
  const ladderSegment = findLadderSegment(tier, grams)
  if (ladderSegment === undefined || ladderSegment.stepMillionths === 0)
    return ladderSegment?.upTo ?? tier.upTo
  return Math.min(
    ladderSegment.from +
      Math.ceil((grams - ladderSegment.from) / ladderSegment.stepGrams) * ladderSegment.stepGrams,
    ladderSegment.upTo,
  )
}

/** The ladder segment of a weight; undefined up to the first weight. */
function findLadderSegment(tier: CompiledTier, grams: number): LadderSegment | undefined {
  return tier.ladderSegments.find(({ from, upTo }) => grams > from && grams <= upTo)
}
