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
/** How much weight can be added at the same price: grams, up to a total weight in grams. */
export type FreeWeight = { grams: number; upTo: number; isVolume: boolean }
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
    const more = new Planner({
      ...this.input,
      haul: { ...haul, items: [...haul.items, { ...piece, quantity: 1 }] },
    })
    const before = this.getBestSplit()
    const after = more.getBestSplit(more.toSeed(this.groups, before))
    const [singleBefore, singleAfter] = [this.planSingle()?.option, more.planSingle()?.option]
    const isSent = countAllPieces(after.leftOut) === countAllPieces(before.leftOut)
    return {
      single:
        isSent && singleAfter && (singleBefore || countAllPieces(this.counts) === 0)
          ? this.getOptionTotal(singleAfter) - this.getOptionTotal(singleBefore)
          : null,
      split: isSent ? after.score[1] - before.score[1] : null,
    }
  }

  /**
   * Converts a split of the haul without the new piece to this planner's kinds, with the new piece in its own parcel.
   */
  private toSeed(groups: readonly PieceGroup[], { parcels, leftOut }: PieceSplit): PieceCounts[] {
    const kindByKey = new Map(this.groups.map(({ piece }, kind) => [getPieceGroupKey(piece), kind]))
    const translated = [...parcels, leftOut].map((parcel) => {
      const counts = this.counts.map(() => 0)
      for (const [kind, count] of parcel.entries()) {
        const piece = groups[kind]?.piece
        const ownKind = piece ? kindByKey.get(getPieceGroupKey(piece)) : undefined
        if (ownKind !== undefined) counts[ownKind] = count
      }
      return counts
    })
    const remaining = this.counts.map(
      (count, kind) => count - translated.reduce((sum, counts) => sum + (counts[kind] ?? 0), 0),
    )
    return [...translated, remaining].filter((counts) => countAllPieces(counts) > 0)
  }

  private getBestSplit(seed: readonly PieceCounts[] = []): PieceSplit {
    this.split ??= canEnumerate(this.counts)
      ? findBestSplit(this.counts, this.getPrice)
      : findGoodSplit(this.counts, this.getPrice, seed)
    return this.split
  }

  private readonly getPrice: GetParcelPrice = (counts) => this.findCheapest(counts)?.price ?? null

  /** A piece of unknown category cannot use lines that carry only named goods. */
  private getLinesFor(counts: PieceCounts): readonly CompiledLine[] {
    const isUnknown = this.groups.some(({ piece }, kind) => piece.category === null && counts[kind])
    return isUnknown ? this.generalLines : this.lines
  }

  /** The cheapest line of the best class of trust; of equal totals the fastest, then the first on the card. */
  private findCheapest(counts: PieceCounts): { price: ParcelPrice; line: CompiledLine; quote: Quote } | null {
    const parcel = this.createParcel(counts)
    let best: { price: ParcelPrice; line: CompiledLine; quote: Quote } | null = null
    for (const line of this.getLinesFor(counts)) {
      const quote = quoteLine(line, parcel)
      const parts = quote.parts && convertChargeParts(quote.parts, this.input.exchange)
      if (!parts) continue
      const price = { total: parts.total, maxDays: line.transit.max }
      const order =
        best === null
          ? -1
          : compareTrustedTotals(
              { trust: line.trust, total: price.total },
              { trust: best.line.trust, total: best.price.total },
            ) || price.maxDays - best.price.maxDays
      if (order < 0) best = { price, line, quote }
    }
    return best
  }

  private createParcel(counts: PieceCounts): Parcel {
    const stacks = this.groups
      .map(({ piece }, kind) => ({ piece, count: counts[kind] ?? 0 }))
      .filter(({ count }) => count > 0)
    return packPieces(stacks, this.input.haul.packingPercent)
  }

  private planSingle(): SingleParcel | null {
    const { leftOut } = this.getBestSplit()
    const sent = this.counts.map((count, kind) => count - (leftOut[kind] ?? 0))
    if (countAllPieces(sent) === 0) return null
    const parcel = this.createParcel(sent)
    const best = this.findCheapest(sent)
    if (!best) return { parcel, option: null, unavailableOptions: this.listUnavailableOptions(sent) }
    return {
      parcel,
      option: toShippingOption(best.line, best.quote, this.input.exchange),
      free: findFreeWeight(best, parcel),
    }
  }

  private findOption(counts: PieceCounts): ShippingOption | null {
    const best = this.findCheapest(counts)
    return best && toShippingOption(best.line, best.quote, this.input.exchange)
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

  /** Heaviest first; items keep their order within a parcel, and earlier items go into heavier parcels. */
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
      const kind = this.groups.findIndex(
        (group) => piece && getPieceGroupKey(group.piece) === findItemGroupKey(piece),
      )
      const alone = this.counts.map((_count, index) => (index === kind ? 1 : 0))
      return {
        item,
        count,
        parcel: this.createParcel(alone),
        unavailableOptions: this.listUnavailableOptions(alone),
      }
    })
  }

  /** Returns a function that assigns pieces of named items to parcels; `fromEnd` begins with the last item. */
  private createAllocator(fromEnd = false): (counts: PieceCounts) => ItemPieces[] {
    const { items } = this.input.haul
    const unallocated = new Map(items.map(({ id, quantity }) => [id, quantity]))
    const order = fromEnd ? items.toReversed() : items
    return (counts) => {
      const allocated = new Map<number, number>()
      for (const [kind, { piece }] of this.groups.entries()) {
        let needed = counts[kind] ?? 0
        for (const item of order) {
          if (needed === 0) break
          if (findItemGroupKey(item) !== getPieceGroupKey(piece)) continue
          const count = Math.min(needed, unallocated.get(item.id) ?? 0)
          if (count === 0) continue
          unallocated.set(item.id, (unallocated.get(item.id) ?? 0) - count)
          allocated.set(item.id, count)
          needed -= count
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
  const next = findNextStep(line, parcel)
  if (!next) return null
  const isVolume = next.grams - 1 - next.freeGrams !== parcel.grams
  return { grams: next.freeGrams, upTo: next.grams - 1, isVolume }
}

function compareCounts(left: PieceCounts, right: PieceCounts): number {
  const kind = left.findIndex((count, index) => count !== right[index])
  return kind < 0 ? 0 : (right[kind] ?? 0) - (left[kind] ?? 0)
}
