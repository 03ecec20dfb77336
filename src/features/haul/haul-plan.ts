import { filterGeneralLines } from '#features/freight/engine/cheapest-option.ts'
import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import {
  convertChargeParts,
  type Quote,
  quoteLine,
  toShippingOption,
} from '#features/freight/engine/estimate.ts'
import type { Exchange } from '#features/freight/engine/exchange.ts'
import { compareTrustedTotals } from '#features/freight/engine/line-order.ts'
import { findNextStep } from '#features/freight/engine/weight-curve.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { toMinorUnits } from '#features/freight/receipt.ts'
import {
  canEnumerate,
  findBestSplit,
  type GetParcelPrice,
  type ParcelPrice,
  type PieceSplit,
} from './exact-split.ts'
import type { Haul, HaulItem } from './haul.ts'
import { findGoodSplit } from './heuristic-split.ts'
import { packPieces } from './packing.ts'
import {
  countAllPieces,
  getPieceGroupKey,
  groupPieces,
  type PieceCounts,
  type PieceGroup,
} from './piece-groups.ts'

/** A haul, the lines to its destination, and the exchange to the currency of computation and display. */
export type HaulPlanInput = {
  haul: Pick<Haul, 'packingPercent' | 'withinDays' | 'items'>
  lines: readonly CompiledLine[]
  exchange: Exchange
}

export type HaulPlan = {
  /** True when all splits were compared, false when the split comes from the heuristic search. */
  isExact: boolean
  /** All shippable pieces in one parcel; null when there are none. */
  single: SingleParcel | null
  /** The cheapest split, the heaviest parcel first; empty when nothing can be shipped. */
  split: PlannedParcel[]
  /** Pieces that no line carries. */
  leftOut: UnshippableItem[]
  /** The number of lines to the destination, and of those that arrive in time. */
  lines: { all: number; inTime: number }
}

/** `option` is the cheapest line's option; without one, `unavailableOptions` has every line with its reasons. */
export type SingleParcel =
  | { parcel: Parcel; option: ShippingOption; free: FreeWeight | null; unavailableOptions?: undefined }
  | { parcel: Parcel; option: null; unavailableOptions: ShippingOption[] }
/** How much weight can be added at the same price: `grams` more, up to a total weight of `maxGrams`. */
export type FreeWeight = { grams: number; maxGrams: number; isVolume: boolean }
export type PlannedParcel = { pieces: ItemPieces[]; parcel: Parcel; option: ShippingOption }
export type UnshippableItem = {
  item: number
  count: number
  parcel: Parcel
  unavailableOptions: ShippingOption[]
}
/** A number of pieces of the item with the id `item`. */
export type ItemPieces = { item: number; count: number }

/**
 * Compares one parcel with the cheapest split into several, under every line's own limits. Exact when all splits can
 * be enumerated, which is always so up to 12 pieces; otherwise a heuristic search. Amounts are whole smallest units of
 * `exchange`; weights are packed grams. The order of items affects names only.
 */
export function planHaul(input: HaulPlanInput): HaulPlan {
  return new Planner(input).plan()
}

/** Lines that arrive within the requested days; lines without times only when there is no limit. */
export function filterLinesByTransitTime(
  lines: readonly CompiledLine[],
  withinDays: number | null,
): readonly CompiledLine[] {
  if (withinDays === null) return lines
  return lines.filter(({ transit, transitTime }) => transitTime !== '' && transit.max <= withinDays)
}

/** Plans a haul and computes the cost of one more piece; the best split is cached. */
export class Planner {
  private readonly input: HaulPlanInput
  private readonly lines: readonly CompiledLine[]
  private readonly generalLines: readonly CompiledLine[]
  private readonly groups: readonly PieceGroup[]
  private readonly counts: PieceCounts
  private split: PieceSplit | undefined

  constructor(input: HaulPlanInput) {
    this.input = input
    this.lines = filterLinesByTransitTime(input.lines, input.haul.withinDays)
    this.generalLines = filterGeneralLines(this.lines)
    this.groups = groupPieces(input.haul.items)
    this.counts = this.groups.map(({ count }) => count)
  }

  plan(): HaulPlan {
    const { parcels, leftOut } = this.getBestSplit()
    return {
      isExact: canEnumerate(this.counts),
      single: this.planSingle(),
      split: this.toPlannedParcels(parcels),
      leftOut: this.toUnshippableItems(leftOut),
      lines: { all: this.input.lines.length, inTime: this.lines.length },
    }
  }

  /** The added cost of one more piece, for one parcel and for the cheapest split; null when it cannot be shipped. */
  computeAddedCost(piece: HaulItem): { single: number | null; split: number | null } {
    const { haul } = this.input
    const plannerWithPiece = new Planner({
      ...this.input,
      haul: { ...haul, items: [...haul.items, { ...piece, quantity: 1 }] },
    })
    const splitBefore = this.getBestSplit()
    const splitAfter = plannerWithPiece.getBestSplit(plannerWithPiece.toStartSplit(this.groups, splitBefore))
    const [singleBefore, singleAfter] = [this.planSingle()?.option, plannerWithPiece.planSingle()?.option]
    const isShippable = countAllPieces(splitAfter.leftOut) === countAllPieces(splitBefore.leftOut)
    return {
      single:
        isShippable && singleAfter && (singleBefore || countAllPieces(this.counts) === 0)
          ? this.getOptionTotal(singleAfter) - this.getOptionTotal(singleBefore)
          : null,
      split: isShippable ? splitAfter.score[1] - splitBefore.score[1] : null,
    }
  }

  /**
   * Converts a split of the haul without the new piece to the piece groups of this planner. The new piece gets its own parcel.
   */
  private toStartSplit(groups: readonly PieceGroup[], { parcels, leftOut }: PieceSplit): PieceCounts[] {
    const groupIndexByKey = new Map(
      this.groups.map(({ piece }, groupIndex) => [getPieceGroupKey(piece), groupIndex]),
    )
    const convertedCounts = [...parcels, leftOut].map((parcel) => {
      const counts = this.counts.map(() => 0)
      for (const [groupIndex, count] of parcel.entries()) {
        const piece = groups[groupIndex]?.piece
        const ownGroupIndex = piece ? groupIndexByKey.get(getPieceGroupKey(piece)) : undefined
        if (ownGroupIndex !== undefined) counts[ownGroupIndex] = count
      }
      return counts
    })
    const remaining = this.counts.map(
      (count, groupIndex) =>
        count - convertedCounts.reduce((sum, counts) => sum + (counts[groupIndex] ?? 0), 0),
    )
    return [...convertedCounts, remaining].filter((counts) => countAllPieces(counts) > 0)
  }

  private getBestSplit(startSplit: readonly PieceCounts[] = []): PieceSplit {
    this.split ??= canEnumerate(this.counts)
      ? findBestSplit(this.counts, this.getPrice)
      : findGoodSplit(this.counts, this.getPrice, startSplit)
    return this.split
  }

  private readonly getPrice: GetParcelPrice = (counts) => this.findCheapest(counts)?.price ?? null

  /** The lines that accept the pieces. A piece of unknown category cannot use a line that carries only named goods. */
  private getLinesFor(counts: PieceCounts): readonly CompiledLine[] {
    const hasUnknownCategory = this.groups.some(
      ({ piece }, groupIndex) => piece.category === null && counts[groupIndex],
    )
    return hasUnknownCategory ? this.generalLines : this.lines
  }

  /**
   * The cheapest line of the best trust class. Among equal totals, the fastest line wins, then the first line of the card.
   */
  private findCheapest(counts: PieceCounts): { price: ParcelPrice; line: CompiledLine; quote: Quote } | null {
    const parcel = this.createParcel(counts)
    let cheapest: { price: ParcelPrice; line: CompiledLine; quote: Quote } | null = null
    for (const line of this.getLinesFor(counts)) {
      const quote = quoteLine(line, parcel)
      const chargeParts = quote.parts && convertChargeParts(quote.parts, this.input.exchange)
      if (!chargeParts) continue
      const price = { total: chargeParts.total, maxDays: line.transit.max }
      const comparison =
        cheapest === null
          ? -1
          : compareTrustedTotals(
              { trust: line.trust, total: price.total },
              { trust: cheapest.line.trust, total: cheapest.price.total },
            ) || price.maxDays - cheapest.price.maxDays
      if (comparison < 0) cheapest = { price, line, quote }
    }
    return cheapest
  }

  private createParcel(counts: PieceCounts): Parcel {
    const stacks = this.groups
      .map(({ piece }, groupIndex) => ({ piece, count: counts[groupIndex] ?? 0 }))
      .filter(({ count }) => count > 0)
    return packPieces(stacks, this.input.haul.packingPercent)
  }

  private planSingle(): SingleParcel | null {
    const { leftOut } = this.getBestSplit()
    const shippableCounts = this.counts.map((count, groupIndex) => count - (leftOut[groupIndex] ?? 0))
    if (countAllPieces(shippableCounts) === 0) return null
    const parcel = this.createParcel(shippableCounts)
    const cheapest = this.findCheapest(shippableCounts)
    if (!cheapest)
      return { parcel, option: null, unavailableOptions: this.listUnavailableOptions(shippableCounts) }
    return {
      parcel,
      option: toShippingOption(cheapest.line, cheapest.quote, this.input.exchange),
      free: findFreeWeight(cheapest, parcel),
    }
  }

  private findOption(counts: PieceCounts): ShippingOption | null {
    const cheapest = this.findCheapest(counts)
    return cheapest && toShippingOption(cheapest.line, cheapest.quote, this.input.exchange)
  }

  private listUnavailableOptions(counts: PieceCounts): ShippingOption[] {
    const parcel = this.createParcel(counts)
    return this.getLinesFor(counts).map((line) =>
      toShippingOption(line, quoteLine(line, parcel), this.input.exchange),
    )
  }

  private getOptionTotal(option: ShippingOption | null | undefined): number {
    return toMinorUnits(option?.feeDetail.total ?? 0, this.input.exchange.currency.digits)
  }

  /** Sorts the heaviest parcel first. Items keep their order within a parcel; earlier items go into heavier parcels. */
  private toPlannedParcels(parcels: readonly PieceCounts[]): PlannedParcel[] {
    const allocate = this.createAllocator()
    return parcels
      .map((counts) => ({ counts, parcel: this.createParcel(counts) }))
      .sort(
        (left, right) => right.parcel.grams - left.parcel.grams || compareCounts(left.counts, right.counts),
      )
      .flatMap(({ counts, parcel }) => {
        const option = this.findOption(counts)
        return option ? [{ pieces: allocate(counts), parcel, option }] : []
      })
  }

  private toUnshippableItems(leftOut: PieceCounts): UnshippableItem[] {
    const allocate = this.createAllocator(true)
    return allocate(leftOut).map(({ item, count }) => {
      const piece = this.input.haul.items.find(({ id }) => id === item)
      const groupIndex = this.groups.findIndex(
        (group) => piece && getPieceGroupKey(group.piece) === findItemGroupKey(piece),
      )
      const singlePieceCounts = this.counts.map((_count, index) => (index === groupIndex ? 1 : 0))
      return {
        item,
        count,
        parcel: this.createParcel(singlePieceCounts),
        unavailableOptions: this.listUnavailableOptions(singlePieceCounts),
      }
    })
  }

  /** Returns a function that assigns pieces of named items to parcels; `fromEnd` begins with the last item. */
  private createAllocator(fromEnd = false): (counts: PieceCounts) => ItemPieces[] {
    const { items } = this.input.haul
    const unallocated = new Map(items.map(({ id, quantity }) => [id, quantity]))
    const orderedItems = fromEnd ? items.toReversed() : items
    return (counts) => {
      const allocated = new Map<number, number>()
      for (const [groupIndex, { piece }] of this.groups.entries()) {
        let missingCount = counts[groupIndex] ?? 0
        for (const item of orderedItems) {
          if (missingCount === 0) break
          if (findItemGroupKey(item) !== getPieceGroupKey(piece)) continue
          const count = Math.min(missingCount, unallocated.get(item.id) ?? 0)
          if (count === 0) continue
          unallocated.set(item.id, (unallocated.get(item.id) ?? 0) - count)
          allocated.set(item.id, count)
          missingCount -= count
        }
      }
      return items.flatMap(({ id }) => {
        const count = allocated.get(id)
        return count === undefined ? [] : [{ item: id, count }]
      })
    }
  }
}

function findItemGroupKey({ grams, sidesMm, category }: HaulItem): string | undefined {
  return grams === null ? undefined : getPieceGroupKey({ grams, sidesMm, category })
}

function findFreeWeight({ line }: { line: CompiledLine }, parcel: Parcel): FreeWeight | null {
  const nextStep = findNextStep(line, parcel)
  if (!nextStep) return null
  const isVolume = nextStep.grams - 1 - nextStep.freeGrams !== parcel.grams
  return { grams: nextStep.freeGrams, maxGrams: nextStep.grams - 1, isVolume }
}

function compareCounts(left: PieceCounts, right: PieceCounts): number {
  const groupIndex = left.findIndex((count, index) => count !== right[index])
  return groupIndex < 0 ? 0 : (right[groupIndex] ?? 0) - (left[groupIndex] ?? 0)
}
