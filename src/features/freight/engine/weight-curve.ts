import type { Parcel } from '../parcel.ts'
import { computeWeight, toChargeableWeight } from './chargeable-weight.ts'
import type { CompiledLine } from './compile-card.ts'
import { computeChargeParts, quoteLine } from './estimate.ts'
import { type CompiledTier, computeFreight, findFlatEnd, findTier } from './tier-freight.ts'

/**
 * A part of a line's price over the unrounded weight, both ends included, in grams and fen of the card's currency. On a
 * slope every gram costs extra; the price is linear between both ends, except for rounding.
 */
export type CurveSegment =
  | { readonly kind: 'step'; readonly from: number; readonly to: number; readonly fen: number }
  | {
      readonly kind: 'slope'
      readonly from: number
      readonly to: number
      readonly fromFen: number
      readonly toFen: number
    }

/**
 * Where the price of a parcel changes next: `freeGrams` can be added at the same price, and at `grams` the price is
 * `extraFen` higher.
 */
export type NextStep = {
  /** The first weight with the next price. */
  readonly grams: number
  readonly freeGrams: number
  /** Negative when heavier parcels are cheaper. */
  readonly extraFen: number
}

/**
 * A line's total in fen for an unrounded weight (actual or volumetric, in grams), as `quoteLine` computes it for a
 * parcel of this weight without a size. Undefined above the rate table.
 */
export function computePriceAt(line: CompiledLine, grams: number): number | undefined {
  const chargedGrams = toChargeableWeight(line, Math.max(grams, getMinChargedWeight(line)))
  const tier = findTier(line.tiers, chargedGrams)
  return tier === null ? undefined : computeChargeParts(line, tier, chargedGrams)?.total
}

/** A parcel's weight before rounding: the actual weight, unless volume decides. Grams. */
export function getUnroundedWeight(line: CompiledLine, parcel: Parcel): number {
  const { rule, grams } = computeWeight(line, parcel)
  return rule === 'volume' || rule === 'half' ? grams : parcel.grams
}

/**
 * A line's price over the weight, segment by segment and without gaps, for the weights in the range that the line
 * takes; further, up to the parcel's volumetric weight, when that is above the maximum. Empty when the line takes no
 * weight in the range. Neighboring steps with the same price are merged.
 */
export function computePriceCurve(
  line: CompiledLine,
  parcel: Parcel,
  range: { from: number; to: number },
): CurveSegment[] {
  const ownGrams = parcel.grams <= line.maxWeight ? getUnroundedWeight(line, parcel) : 0
  const end = Math.min(range.to, Math.max(line.maxWeight, ownGrams))
  const segments: CurveSegment[] = []
  let from = Math.max(range.from, 1, line.raisesWeight ? 1 : line.minWeight)
  while (from <= end) {
    const segment = findSegmentFrom(line, from, end)
    if (segment === undefined) break
    appendSegment(segments, segment)
    from = segment.to + 1
  }
  return segments
}

/**
 * The weight that can be added at the same price, and the price after that. Undefined when each gram costs extra, when
 * no other price follows within the line's limits, and for a parcel that the line does not take.
 */
export function findNextStep(line: CompiledLine, parcel: Parcel): NextStep | undefined {
  const price = quoteLine(line, parcel).parts?.total
  if (price === undefined) return undefined
  const unroundedGrams = getUnroundedWeight(line, parcel)
  const end = unroundedGrams === parcel.grams ? Math.min(line.maxWeight, maxGrams) : maxGrams
  let segment = findSegmentFrom(line, unroundedGrams, end)
  if (segment?.kind !== 'step') return undefined
  while (segment?.kind === 'step' && segment.fen === price)
    segment = segment.to < end ? findSegmentFrom(line, segment.to + 1, end) : undefined
  if (segment === undefined) return undefined
  const grams = findNextPriceStart(line, price, segment)
  return {
    grams,
    freeGrams: grams - 1 - unroundedGrams,
    extraFen: (computePriceAt(line, grams) ?? price) - price,
  }
}

/** A weight above every parcel's actual and volumetric weight. */
const maxGrams = 4_000_000_000

/** Lighter parcels are charged as this weight, in grams. */
function getMinChargedWeight(line: CompiledLine): number {
  return Math.max(line.minCharge, line.raisesWeight ? line.minWeight : 0)
}

function findSegmentFrom(line: CompiledLine, from: number, end: number): CurveSegment | undefined {
  const chargedGrams = toChargeableWeight(line, Math.max(from, getMinChargedWeight(line)))
  const tier = findTier(line.tiers, chargedGrams)
  const fen = computePriceAt(line, from)
  if (tier === null || fen === undefined) return undefined
  // All weights that are raised or rounded up to the same charged weight have the same price.
  const hasSamePrice = chargedGrams > from || line.roundTo > 1
  const to = Math.min(hasSamePrice ? chargedGrams : findSegmentEnd(line, tier, chargedGrams), end)
  const toFen = computePriceAt(line, to)
  if (toFen === undefined) return undefined
  return toFen === fen ? { kind: 'step', from, to, fen } : { kind: 'slope', from, to, fromFen: fen, toFen }
}

/** The last gram of the segment. Prices within a tier never fall, so equal prices at both ends mean a step. */
function findSegmentEnd(line: CompiledLine, tier: CompiledTier, chargedGrams: number): number {
  const { minFreightFen } = line.fees
  if (computeFreight(tier, chargedGrams) < minFreightFen) {
    const last = Math.min(tier.upTo, maxGrams)
    return findLastWhere(chargedGrams, last, (grams) => computeFreight(tier, grams) <= minFreightFen)
  }
  return findFlatEnd(tier, chargedGrams) ?? tier.upTo
}

/**
 * Binary search for the last number of a range that meets a condition. The first number must meet it, and no number
 * after one that fails may meet it.
 */
function findLastWhere(first: number, last: number, meetsCondition: (grams: number) => boolean): number {
  let [low, high] = [first, last]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (meetsCondition(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** The first gram of a segment with another price than `price`; the segment must contain one. */
function findNextPriceStart(line: CompiledLine, price: number, segment: CurveSegment): number {
  const start = segment.kind === 'step' ? segment.fen : segment.fromFen
  if (start !== price) return segment.from
  return findLastWhere(segment.from, segment.to, (grams) => computePriceAt(line, grams) === price) + 1
}

function appendSegment(segments: CurveSegment[], segment: CurveSegment): void {
  const last = segments.at(-1)
  if (last?.kind === 'step' && segment.kind === 'step' && last.fen === segment.fen)
    segments[segments.length - 1] = { ...last, to: segment.to }
  else segments.push(segment)
}
