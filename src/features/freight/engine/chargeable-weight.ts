import type { WeightRule } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { CompiledLine, CompiledVolume } from './compile-card.ts'
import { multiplyDivide } from './fixed-point.ts'

/** The weight before it is raised to the minimum charge and rounded up, and the rule that decided it. */
export type ComputedWeight = {
  readonly weight: number
  readonly rule: WeightRule
  readonly volumetric: number | null
  /** Lighter than the line's minimum weight, and charged as that. */
  readonly raised: boolean
}

/**
 * The weight of a parcel that a line charges, in grams (rate-card/1 algorithm): volume counts when all sides
 * are known, its rule does not exempt it and it is above the actual weight; volumetric weight is rounded up
 * to a gram, half of both too.
 */
export function computeWeight(line: CompiledLine, { grams, sidesMm }: Parcel): ComputedWeight {
  const { volume } = line
  const raised = line.raisesWeight && grams < line.minWeight
  const scale = raised ? line.minWeight : grams
  if (volume === null) return { weight: scale, rule: 'actual-only', volumetric: null, raised }
  if (sidesMm.length < 3) return { weight: scale, rule: 'size-unknown', volumetric: null, raised }
  const [a = 0, b = 0, c = 0] = sidesMm
  const volumetric = multiplyDivide(a * b, c, 0, 0, volume.divisor, 'up') // mm³ / divisor = grams
  const rule = findWeightRule(volume, scale, volumetric, Math.max(a, b, c))
  if (rule === 'volume') return { weight: volumetric, rule, volumetric, raised }
  if (rule === 'half') return { weight: Math.ceil((scale + volumetric) / 2), rule, volumetric, raised }
  return { weight: scale, rule, volumetric, raised }
}

function findWeightRule(
  volume: CompiledVolume,
  scale: number,
  volumetric: number,
  longest: number,
): WeightRule {
  if (longest < volume.fromSide) return volume.trigger?.inclusive === false ? 'side-up-to' : 'side-below'
  if (volumetric <= scale) return 'scale'
  if (volumetric <= volume.freeUpTo) return 'free-weight'
  if (volumetric - scale <= volume.freeExcess) return 'free-excess'
  if (isWithinFreeRatio(volume, scale, volumetric)) return 'free-ratio'
  return volume.half ? 'half' : 'volume'
}

function isWithinFreeRatio(
  { freeRatioMillionths }: CompiledVolume,
  scale: number,
  volumetric: number,
): boolean {
  return (
    freeRatioMillionths > 0 &&
    volumetric <= multiplyDivide(freeRatioMillionths, scale, 0, 0, 1_000_000, 'down')
  )
}

/** The chargeable weight: at least the minimum charge, rounded up to the line's steps. Grams. */
export function toChargeableWeight({ minCharge, roundTo }: CompiledLine, weight: number): number {
  const least = weight < minCharge ? minCharge : weight
  const over = least % roundTo
  return over === 0 ? least : least - over + roundTo
}

/** The card's figure that a rule refers to: cm, grams or a ratio; null for a rule without. */
export function getRuleLimit(rule: WeightRule, volume: CompiledVolume): number | null {
  if (rule === 'side-below' || rule === 'side-up-to') return volume.trigger?.cm ?? null
  if (rule === 'free-weight') return volume.freeUpTo
  if (rule === 'free-excess') return volume.freeExcess
  return rule === 'free-ratio' ? volume.freeRatio : null
}
