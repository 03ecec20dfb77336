import type { UnavailableReason } from '../option.ts'
import type { Parcel } from '../parcel.ts'
import type { CompiledLine, CompiledSize } from './compile-card.ts'
import type { CompiledTier } from './tier-freight.ts'

const none: readonly never[] = []

/** The requested categories that a line does not carry, in the order of the request. */
export function findBlockedCategories(
  { permitted }: CompiledLine,
  categories: readonly string[],
): readonly string[] {
  return categories.every((id) => permitted.has(id)) ? none : categories.filter((id) => !permitted.has(id))
}

/**
 * Why a line does not take a parcel, in the order of `unavailableReasons`. Compares the actual weight and the known
 * sides with the line's limits; a `tier` of null means that the chargeable weight is above the rate table.
 */
export function findUnavailableReasons(
  line: CompiledLine,
  { grams, sidesMm }: Parcel,
  blocked: readonly string[],
  tier: CompiledTier | null,
): readonly UnavailableReason[] {
  const isTooLight = grams < line.minWeight && !line.raisesWeight
  const isTooHeavy = grams > line.maxWeight
  const isAccepted = !isTooLight && !isTooHeavy && blocked.length === 0 && tier !== null
  if (isAccepted && sidesMm.length === 0) return none
  const reasons: UnavailableReason[] = []
  if (isTooLight) reasons.push('BELOW_MIN_WEIGHT')
  if (isTooHeavy) reasons.push('ABOVE_MAX_WEIGHT')
  if (sidesMm.length > 0) addSizeReasons(reasons, line.size, sidesMm)
  if (blocked.length > 0) reasons.push('CATEGORY_NOT_ALLOWED')
  if (tier === null && !isTooHeavy) reasons.push('ABOVE_RATE_TABLE')
  return reasons
}

/** Checks the known sides; girth and box are checked only when all three are known. */
function addSizeReasons(reasons: UnavailableReason[], size: CompiledSize, sidesMm: readonly number[]): void {
  const [x = 0, y = 0, z = 0] = sidesMm
  const longest = Math.max(x, y, z)
  const sum = x + y + z
  if (longest > size.maxSide) reasons.push('SIDE_TOO_LONG')
  if (sum > size.maxSum) reasons.push('SUM_TOO_LARGE')
  if (sidesMm.length < 3) return
  if (longest + 2 * (sum - longest) > size.maxGirth) reasons.push('GIRTH_TOO_LARGE')
  if (size.box === null) return
  const shortest = Math.min(x, y, z)
  const [a, b, c] = size.box
  if (longest > a || sum - longest - shortest > b || shortest > c) reasons.push('BOX_TOO_LARGE')
}
