import type { WeightRule } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { CompiledLine, CompiledVolume } from './compile-card.ts'
import { multiplyDivide } from './fixed-point.ts'

/** The weight before minimum charge and rounding, in grams, and the rule that decided it. */
export type ComputedWeight = {
  readonly weight: number
  readonly rule: WeightRule
  readonly volumetric: number | null
  /** The parcel is lighter than the line's minimum weight and is charged as that. */
  readonly raised: boolean
}

/**
 * The weight of a parcel that a line charges, in grams (rate-card/1 algorithm): volume counts when all sides are known,
 * the rule does not exempt it and volumetric weight is above the actual weight. Volumetric weight and the average of
 * both are rounded up to a gram.
 */
export function computeWeight(line: CompiledLine, { grams, sidesMm }: Parcel): ComputedWeight {
  const { volume } = line
  const raised = line.raisesWeight && grams < line.minWeight
  const actualGrams = raised ? line.minWeight : grams
  if (volume === null) return { weight: actualGrams, rule: 'actual-only', volumetric: null, raised }
  if (sidesMm.length < 3) return { weight: actualGrams, rule: 'size-unknown', volumetric: null, raised }
  const [a = 0, b = 0, c = 0] = sidesMm
  const volumetric = multiplyDivide(a * b, c, 0, 0, volume.divisor, 'up') // mm³ / divisor = grams
  const rule = findWeightRule(volume, actualGrams, volumetric, Math.max(a, b, c))
  if (rule === 'volume') return { weight: volumetric, rule, volumetric, raised }
  if (rule === 'half') return { weight: Math.ceil((actualGrams + volumetric) / 2), rule, volumetric, raised }
  return { weight: actualGrams, rule, volumetric, raised }
}

function findWeightRule(
  volume: CompiledVolume,
  actualGrams: number,
  volumetric: number,
  longestMm: number,
): WeightRule {
  if (longestMm < volume.fromSide) return volume.trigger?.inclusive === false ? 'side-up-to' : 'side-below'
  if (volumetric <= actualGrams) return 'scale'
  if (volumetric <= volume.freeUpTo) return 'free-weight'
  if (volumetric - actualGrams <= volume.freeExcess) return 'free-excess'
  if (isWithinFreeRatio(volume, actualGrams, volumetric)) return 'free-ratio'
  return volume.half ? 'half' : 'volume'
}

function isWithinFreeRatio(
  { freeRatioMillionths }: CompiledVolume,
  actualGrams: number,
  volumetric: number,
): boolean {
  return (
    freeRatioMillionths > 0 &&
    volumetric <= multiplyDivide(freeRatioMillionths, actualGrams, 0, 0, 1_000_000, 'down')
  )
}

/** The chargeable weight: at least the minimum charge, rounded up to the line's steps. Grams. */
export function toChargeableWeight({ minCharge, roundTo }: CompiledLine, weight: number): number {
  const billedGrams = weight < minCharge ? minCharge : weight
  const excess = billedGrams % roundTo
  return excess === 0 ? billedGrams : billedGrams - excess + roundTo
}

/** The card's figure that a rule refers to: cm, grams or a ratio; null for a rule without. */
export function getRuleLimit(rule: WeightRule, volume: CompiledVolume): number | null {
  if (rule === 'side-below' || rule === 'side-up-to') return volume.trigger?.cm ?? null
  if (rule === 'free-weight') return volume.freeUpTo
  if (rule === 'free-excess') return volume.freeExcess
  return rule === 'free-ratio' ? volume.freeRatio : null
}
