import type { WeightRule } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { CompiledLine, CompiledVolume } from './compile-card.ts'
import { multiplyDivide } from './fixed-point.ts'

/** The weight before minimum charge and rounding, and the rule that decided it. */
export type ComputedWeight = {
  readonly grams: number
  readonly rule: WeightRule
  readonly volumetricGrams: number | null
  /** The parcel is lighter than the line's minimum weight, so the minimum is charged. */
  readonly isRaised: boolean
}

/**
 * The weight of a parcel that a line charges, in grams (rate-card/1 algorithm): volume counts when all sides are known,
 * the line's rule does not exempt the parcel and volumetric weight is above the actual weight. Volumetric weight and
 * the average of both are rounded up to a gram.
 */
export function computeWeight(line: CompiledLine, { grams, sidesMm }: Parcel): ComputedWeight {
  const { volume } = line
  const isRaised = line.raisesWeight && grams < line.minWeight
  const actualGrams = isRaised ? line.minWeight : grams
  if (volume === null) return { grams: actualGrams, rule: 'actual-only', volumetricGrams: null, isRaised }
  if (sidesMm.length < 3) return { grams: actualGrams, rule: 'size-unknown', volumetricGrams: null, isRaised }
  const [a = 0, b = 0, c = 0] = sidesMm
  const volumetricGrams = multiplyDivide(a * b, c, 0, 0, volume.divisor, 'up') // mm³ / divisor = grams
  const rule = findWeightRule(volume, actualGrams, volumetricGrams, Math.max(a, b, c))
  if (rule === 'volume') return { grams: volumetricGrams, rule, volumetricGrams, isRaised }
  if (rule === 'half')
    return { grams: Math.ceil((actualGrams + volumetricGrams) / 2), rule, volumetricGrams, isRaised }
  return { grams: actualGrams, rule, volumetricGrams, isRaised }
}

function findWeightRule(
  volume: CompiledVolume,
  actualGrams: number,
  volumetricGrams: number,
  longestMm: number,
): WeightRule {
  if (longestMm < volume.minSideMm) return volume.trigger?.inclusive === false ? 'side-up-to' : 'side-below'
  if (volumetricGrams <= actualGrams) return 'scale'
  if (volumetricGrams <= volume.freeUpTo) return 'free-weight'
  if (volumetricGrams - actualGrams <= volume.freeExcess) return 'free-excess'
  if (isWithinFreeRatio(volume, actualGrams, volumetricGrams)) return 'free-ratio'
  return volume.usesAverage ? 'half' : 'volume'
}

function isWithinFreeRatio(
  { freeRatioMillionths }: CompiledVolume,
  actualGrams: number,
  volumetricGrams: number,
): boolean {
  return (
    freeRatioMillionths > 0 &&
    volumetricGrams <= multiplyDivide(freeRatioMillionths, actualGrams, 0, 0, 1_000_000, 'down')
  )
}

/** The chargeable weight: at least the minimum charge, rounded up to the line's steps. Grams. */
export function toChargeableWeight({ minCharge, roundTo }: CompiledLine, grams: number): number {
  const billedGrams = grams < minCharge ? minCharge : grams
  const excess = billedGrams % roundTo
  return excess === 0 ? billedGrams : billedGrams - excess + roundTo
}

/** The limit in the card that a rule refers to, in cm, grams or as a ratio; null for a rule without a limit. */
export function getRuleLimit(rule: WeightRule, volume: CompiledVolume): number | null {
  if (rule === 'side-below' || rule === 'side-up-to') return volume.trigger?.cm ?? null
  if (rule === 'free-weight') return volume.freeUpTo
  if (rule === 'free-excess') return volume.freeExcess
  return rule === 'free-ratio' ? volume.freeRatio : null
}
