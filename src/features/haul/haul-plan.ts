import { filterGeneralLines } from '#features/freight/engine/cheapest-option.ts'
import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import {
  convertChargeParts,
  type Quote,
  quoteLine,
  toShippingOption,
} from '#features/freight/engine/estimate.ts'
import type { Exchange } from '#features/freight/engine/exchange.ts'
import { findNextStep } from '#features/freight/engine/weight-curve.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import {
  canEnumerate,
  findBestSplit,
  type GetParcelPrice,
  type ParcelPrice,
  type PieceSplit,
} from './exact-split.ts'
import type { Haul, HaulItem } from './haul.ts'
import { findGoodSplit } from './heuristic-split.ts'
import { toMinorUnits } from './minor-units.ts'
import { packPieces } from './packing.ts'
import {
  countAllPieces,
  getPieceGroupKey,
  groupPieces,
  type PieceCounts,
  type PieceGroup,
} from './piece-groups.ts'

/** A haul, the lines to its destination, and the currency of computation and display. */
export type HaulPlanInput = {
  haul: Pick<Haul, 'packing' | 'within' | 'items'>
  lines: readonly CompiledLine[]
  money: Exchange
}

export type HaulPlan = {
  /** True where all divisions were compared, false where a good one was searched for. */
  isExact: boolean
  /** All pieces that can be sent, in one parcel; null when there are none. */
  single: SingleParcel | null
  /** The cheapest split, the heaviest parcel first; empty when nothing can be sent. */
  split: PlannedParcel[]
  /** Pieces that no line carries. */
  leftOut: UnshippableItem[]
  /** Lines to the destination, and how many of them arrive in time. */
  lines: { all: number; inTime: number }
}

/** `option` is the cheapest line; without one the answer of every line has its reasons. */
export type SingleParcel =
  | { parcel: Parcel; option: ShippingOption; free: FreeWeight | null; refusals?: undefined }
  | { parcel: Parcel; option: null; refusals: ShippingOption[] }
/** What still fits at the same price: grams, up to a weight. */
export type FreeWeight = { grams: number; upTo: number; isVolume: boolean }
export type PlannedParcel = { pieces: ItemPieces[]; parcel: Parcel; option: ShippingOption }
export type UnshippableItem = { item: number; count: number; parcel: Parcel; refusals: ShippingOption[] }
/** So many pieces of the item with this `id`. */
export type ItemPieces = { item: number; count: number }

/**
 * One parcel against the cheapest division into several, under every line's own limits. Exact where the
 * divisions can all be enumerated, which up to 12 pieces is always so; a heuristic search beyond. Amounts are
 * whole smallest units of `money`; weights are packed grams. The order of items affects names only.
 */
export function planHaul(question: HaulPlanInput): HaulPlan {
  return new Planner(question).plan()
}

/** Lines that arrive within the wanted days; those without times only where any time will do. */
export function filterLinesByTransitTime(
  lines: readonly CompiledLine[],
  within: number | null,
): readonly CompiledLine[] {
  if (within === null) return lines
  return lines.filter(({ transit, transitTime }) => transitTime !== '' && transit.max <= within)
}

/** Plans a haul, and the effect of one more piece; prices are cached. */
export class Planner {
  private readonly question: HaulPlanInput
  private readonly lines: readonly CompiledLine[]
  private readonly forAnything: readonly CompiledLine[]
  private readonly kinds: readonly PieceGroup[]
  private readonly counts: PieceCounts
  private split: PieceSplit | undefined

  constructor(question: HaulPlanInput) {
    this.question = question
    this.lines = filterLinesByTransitTime(question.lines, question.haul.within)
    this.forAnything = filterGeneralLines(this.lines)
    this.kinds = groupPieces(question.haul.items)
    this.counts = this.kinds.map(({ count }) => count)
  }

  plan(): HaulPlan {
    const { parcels, leftOut } = this.best()
    return {
      isExact: canEnumerate(this.counts),
      single: this.single(),
      split: this.toPlannedParcels(parcels),
      leftOut: this.toUnshippableItems(leftOut),
      lines: { all: this.question.lines.length, inTime: this.lines.length },
    }
  }

  /** What one more piece adds to one parcel and to the cheapest split; null where it cannot be sent. */
  oneMore(piece: HaulItem): { single: number | null; split: number | null } {
    const { haul } = this.question
    const more = new Planner({
      ...this.question,
      haul: { ...haul, items: [...haul.items, { ...piece, quantity: 1 }] },
    })
    const before = this.best()
    const after = more.best(more.seedFrom(this.kinds, before))
    const [one, other] = [this.single()?.option, more.single()?.option]
    const isSent = countAllPieces(after.leftOut) === countAllPieces(before.leftOut)
    return {
      single:
        isSent && other && (one || countAllPieces(this.counts) === 0)
          ? this.units(other) - this.units(one)
          : null,
      split: isSent ? after.worth[1] - before.worth[1] : null,
    }
  }

  /** The former split with the new piece on its own, in this planner's kinds. */
  private seedFrom(kinds: readonly PieceGroup[], { parcels, leftOut }: PieceSplit): PieceCounts[] {
    const place = new Map(this.kinds.map(({ piece }, kind) => [getPieceGroupKey(piece), kind]))
    const translated = [...parcels, leftOut].map((parcel) => {
      const counts = this.counts.map(() => 0)
      for (const [kind, count] of parcel.entries()) {
        const piece = kinds[kind]?.piece
        const at = piece ? place.get(getPieceGroupKey(piece)) : undefined
        if (at !== undefined) counts[at] = count
      }
      return counts
    })
    const rest = this.counts.map(
      (count, kind) => count - translated.reduce((sum, counts) => sum + (counts[kind] ?? 0), 0),
    )
    return [...translated, rest].filter((counts) => countAllPieces(counts) > 0)
  }

  private best(seed: readonly PieceCounts[] = []): PieceSplit {
    this.split ??= canEnumerate(this.counts)
      ? findBestSplit(this.counts, this.getPrice)
      : findGoodSplit(this.counts, this.getPrice, seed)
    return this.split
  }

  private readonly getPrice: GetParcelPrice = (counts) => this.cheapest(counts)?.fare ?? null

  /** A piece of unknown category uses no line that takes named goods only. */
  private getLinesFor(counts: PieceCounts): readonly CompiledLine[] {
    const isUnknown = this.kinds.some(({ piece }, kind) => piece.category === null && counts[kind])
    return isUnknown ? this.forAnything : this.lines
  }

  /** Of equal totals the line that arrives first, then the first of the card. */
  private cheapest(counts: PieceCounts): { fare: ParcelPrice; line: CompiledLine; answer: Quote } | null {
    const parcel = this.createParcel(counts)
    let best: { fare: ParcelPrice; line: CompiledLine; answer: Quote } | null = null
    for (const line of this.getLinesFor(counts)) {
      const answer = quoteLine(line, parcel)
      const parts = answer.parts && convertChargeParts(answer.parts, this.question.money)
      if (!parts) continue
      const fare = { total: parts.total, maxDays: line.transit.max }
      const isFirst =
        best === null ||
        fare.total < best.fare.total ||
        (fare.total === best.fare.total && fare.maxDays < best.fare.maxDays)
      if (isFirst) best = { fare, line, answer }
    }
    return best
  }

  private createParcel(counts: PieceCounts): Parcel {
    const pile = this.kinds
      .map(({ piece }, kind) => ({ piece, count: counts[kind] ?? 0 }))
      .filter(({ count }) => count > 0)
    return packPieces(pile, this.question.haul.packing)
  }

  private single(): SingleParcel | null {
    const { leftOut } = this.best()
    const sent = this.counts.map((count, kind) => count - (leftOut[kind] ?? 0))
    if (countAllPieces(sent) === 0) return null
    const parcel = this.createParcel(sent)
    const best = this.cheapest(sent)
    if (!best) return { parcel, option: null, refusals: this.refusals(sent) }
    return {
      parcel,
      option: toShippingOption(best.line, best.answer, this.question.money),
      free: findFreeWeight(best, parcel),
    }
  }

  private optionFor(counts: PieceCounts): ShippingOption | null {
    const best = this.cheapest(counts)
    return best && toShippingOption(best.line, best.answer, this.question.money)
  }

  private refusals(counts: PieceCounts): ShippingOption[] {
    const parcel = this.createParcel(counts)
    return this.getLinesFor(counts).map((line) =>
      toShippingOption(line, quoteLine(line, parcel), this.question.money),
    )
  }

  private units(option: ShippingOption | null | undefined): number {
    return toMinorUnits(option?.feeDetail.total ?? 0, this.question.money.currency)
  }

  /** Heaviest first; items keep their order within a parcel, and earlier items go into heavier parcels. */
  private toPlannedParcels(parcels: readonly PieceCounts[]): PlannedParcel[] {
    const hand = this.handOut()
    return parcels
      .map((counts) => ({ counts, parcel: this.createParcel(counts) }))
      .sort((one, other) => other.parcel.grams - one.parcel.grams || compareCounts(one.counts, other.counts))
      .flatMap(({ counts, parcel }) => {
        const option = this.optionFor(counts)
        return option ? [{ pieces: hand(counts), parcel, option }] : []
      })
  }

  private toUnshippableItems(leftOut: PieceCounts): UnshippableItem[] {
    const hand = this.handOut(true)
    return hand(leftOut).map(({ item, count }) => {
      const piece = this.question.haul.items.find(({ id }) => id === item)
      const kind = this.kinds.findIndex(
        (one) => piece && getPieceGroupKey(one.piece) === findItemGroupKey(piece),
      )
      const alone = this.counts.map((_count, place) => (place === kind ? 1 : 0))
      return { item, count, parcel: this.createParcel(alone), refusals: this.refusals(alone) }
    })
  }

  /** Assigns each parcel its pieces by name; what is left out is taken from the end. */
  private handOut(fromEnd = false): (counts: PieceCounts) => ItemPieces[] {
    const { items } = this.question.haul
    const left = new Map(items.map(({ id, quantity }) => [id, quantity]))
    const order = fromEnd ? items.toReversed() : items
    return (counts) => {
      const taken = new Map<number, number>()
      for (const [kind, { piece }] of this.kinds.entries()) {
        let wanted = counts[kind] ?? 0
        for (const item of order) {
          if (wanted === 0) break
          if (findItemGroupKey(item) !== getPieceGroupKey(piece)) continue
          const count = Math.min(wanted, left.get(item.id) ?? 0)
          if (count === 0) continue
          left.set(item.id, (left.get(item.id) ?? 0) - count)
          taken.set(item.id, count)
          wanted -= count
        }
      }
      return items.flatMap(({ id }) => {
        const count = taken.get(id)
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
  const isVolume = next.grams - 1 - next.free !== parcel.grams
  return { grams: next.free, upTo: next.grams - 1, isVolume }
}

function compareCounts(one: PieceCounts, other: PieceCounts): number {
  const place = one.findIndex((count, kind) => count !== other[kind])
  return place < 0 ? 0 : (other[place] ?? 0) - (one[place] ?? 0)
}
