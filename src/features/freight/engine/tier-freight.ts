import type { PriceMode, Tier } from '#shared/freight/rate-card.ts'
import { assertSafeInteger, multiplyDivide, toScaledInteger } from './fixed-point.ts'

/** A tier with money in millionths of the card's currency. */
export type CompiledTier = {
  /** Grams of chargeable weight, included; Infinity for a tier without end. */
  readonly upTo: number
  readonly mode: PriceMode
  readonly weightFirst: number
  readonly first: number
  /** Null where the tier has no price for further weight. */
  readonly weightContinue: number | null
  readonly feeFurther: number
  readonly ladderSteps: readonly LadderStep[]
  /** Unit prices as in the card. */
  readonly feeFirst: number
  readonly feeContinue: number | null
}

/** A segment of a ladder: the freight below it in millionths, and the price of each further weight. */
export type LadderStep = {
  readonly from: number
  readonly upTo: number
  readonly paid: number
  readonly stepsBefore: number
  readonly weight: number
  readonly fee: number
}

/** Millionths of a currency unit in a hundredth of it. */
const millionthsPerFen = 10_000

/** Throws a RangeError for money of more than six decimals and for tariffs beyond exact numbers. */
export function compileTier(tier: Tier): CompiledTier {
  const first = toScaledInteger(tier.feeFirst, 6)
  const weightContinue = tier.weightContinue ?? null
  if (weightContinue !== null) assertSafeInteger(weightContinue * millionthsPerFen)
  return {
    upTo: tier.upTo ?? Number.POSITIVE_INFINITY,
    mode: tier.mode,
    weightFirst: tier.weightFirst,
    first,
    weightContinue,
    feeFurther: toScaledInteger(tier.feeContinue ?? 0, 6),
    ladderSteps: tier.mode === 'ladder' ? compileLadderSteps(tier, first) : [],
    feeFirst: tier.feeFirst,
    feeContinue: tier.feeContinue ?? null,
  }
}

function compileLadderSteps(tier: Tier, first: number): LadderStep[] {
  const ladderSteps: LadderStep[] = []
  let from = tier.weightFirst
  let paid = first
  let stepsBefore = 0
  for (const segment of tier.segments ?? []) {
    const upTo = segment.upTo ?? Number.POSITIVE_INFINITY
    if (upTo <= from) continue
    const fee = toScaledInteger(segment.feeContinue, 6)
    ladderSteps.push({ from, upTo, paid, stepsBefore, weight: segment.weightContinue, fee })
    if (upTo === Number.POSITIVE_INFINITY) return ladderSteps
    const steps = Math.ceil((upTo - from) / segment.weightContinue)
    paid = assertSafeInteger(paid + steps * fee)
    stepsBefore += steps
    from = upTo
  }
  // The card has no price for weight above its last segment: none is added.
  ladderSteps.push({
    from,
    upTo: Number.POSITIVE_INFINITY,
    paid,
    stepsBefore,
    weight: Number.MAX_SAFE_INTEGER,
    fee: 0,
  })
  return ladderSteps
}

/** The first tier that reaches a chargeable weight in grams, upper edge included; null above the table. */
export function findTier(tiers: readonly CompiledTier[], grams: number): CompiledTier | null {
  for (const tier of tiers) if (grams <= tier.upTo) return tier
  return null
}

/** The number of further weights that are charged above the first weight, in any mode; a part counts as one. */
export function countSteps(tier: CompiledTier, grams: number): number {
  if (grams <= tier.weightFirst) return 0
  if (tier.weightContinue !== null) return Math.ceil((grams - tier.weightFirst) / tier.weightContinue)
  const ladderStep = findLadderStep(tier, grams)
  return ladderStep === undefined
    ? 0
    : ladderStep.stepsBefore + Math.ceil((grams - ladderStep.from) / ladderStep.weight)
}

/**
 * Freight of a chargeable weight in fen (hundredths of the card's currency), half up, by the mode of the tier
 * (rate-card/1 algorithm). Throws a RangeError beyond exact numbers.
 */
export function computeFreight(tier: CompiledTier, grams: number): number {
  const { mode, weightFirst, first, weightContinue, feeFurther } = tier
  if (mode === 'ladder') return computeLadderFreight(tier, grams)
  if (mode === 'prorata' && weightContinue !== null && grams > weightFirst)
    return multiplyDivide(
      first,
      weightContinue,
      grams - weightFirst,
      feeFurther,
      weightContinue * millionthsPerFen,
      'half-up',
    )
  return multiplyDivide(first, 1, countSteps(tier, grams), feeFurther, millionthsPerFen, 'half-up')
}

function computeLadderFreight(tier: CompiledTier, grams: number): number {
  const ladderStep = findLadderStep(tier, grams)
  if (ladderStep === undefined) return multiplyDivide(tier.first, 1, 0, 0, millionthsPerFen, 'half-up')
  const steps = Math.ceil((grams - ladderStep.from) / ladderStep.weight)
  return multiplyDivide(ladderStep.paid, 1, steps, ladderStep.fee, millionthsPerFen, 'half-up')
}

/** The last gram with the same freight within the tier; undefined when each gram costs. */
export function findFlatEnd(tier: CompiledTier, grams: number): number | undefined {
  const { mode, upTo, weightFirst, weightContinue, feeFurther } = tier
  if (grams <= weightFirst) return Math.min(weightFirst, upTo)
  if (mode === 'ladder') return Math.min(getStepEnd(tier, grams), upTo)
  if (weightContinue === null || feeFurther === 0) return upTo
  return mode === 'step' ? Math.min(weightFirst + countSteps(tier, grams) * weightContinue, upTo) : undefined
}

function getStepEnd(tier: CompiledTier, grams: number): number {
  const ladderStep = findLadderStep(tier, grams)
  if (ladderStep === undefined || ladderStep.fee === 0) return ladderStep?.upTo ?? tier.upTo
  return Math.min(
    ladderStep.from + Math.ceil((grams - ladderStep.from) / ladderStep.weight) * ladderStep.weight,
    ladderStep.upTo,
  )
}

/** The ladder step of a weight; undefined up to the first weight. */
function findLadderStep(tier: CompiledTier, grams: number): LadderStep | undefined {
  return tier.ladderSteps.find(({ from, upTo }) => grams > from && grams <= upTo)
}
