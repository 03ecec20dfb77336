import {
  findBestSplit,
  type GetParcelPrice,
  isBetterScore,
  type PieceSplit,
  type SplitScore,
  scoreSplit,
} from './exact-split.ts'
import { countAllPieces, type PieceCounts } from './piece-groups.ts'

/**
 * The maximum number of computed prices; a count, not a time, so that a haul has the same result on every machine.
 */
const maxPriceLookups = 60_000
/** Three parcels at a time are split again only when there are at most this many parcels. */
const maxParcelsForThree = 12
/** Parcels are split exactly when together they have at most this many possible contents. */
const maxContents = 512

/**
 * A good split of more pieces than `findBestSplit` can enumerate; deterministic. It starts from one parcel, from
 * single pieces, from parcels filled piece by piece in several orders, from exact splits of parts and from `seed`.
 * It improves each start by moving pieces, joining parcels and splitting two or three again until nothing helps.
 */
export function findGoodSplit(
  counts: PieceCounts,
  getPrice: GetParcelPrice,
  seed: readonly PieceCounts[] = [],
): PieceSplit {
  const search = new SplitSearch(counts, getPrice)
  const listStarts = [...search.listStarts(), ...(seed.length > 0 ? [seed] : [])]
  const ranked = listStarts
    .map((parcels) => ({ parcels, score: search.computeScore(parcels) }))
    .sort((left, right) => compareScores(left.score, right.score))
  let best = ranked[0] ?? { parcels: [], score: scoreSplit([], []) }
  for (const { parcels } of ranked) {
    const improved = search.improve(parcels)
    const score = search.computeScore(improved)
    if (isBetterScore(score, best.score)) best = { parcels: improved, score }
  }
  return search.toPieceSplit(best.parcels)
}

function compareScores(left: SplitScore, right: SplitScore): number {
  if (isBetterScore(left, right)) return -1
  return isBetterScore(right, left) ? 1 : 0
}

type ParcelContents = readonly PieceCounts[]

/** More orders in which parcels are filled: every second piece, then the others, and so on. */
const fillStrides = [2, 3, 5, 7]

class SplitSearch {
  private readonly counts: PieceCounts
  private readonly getPrice: GetParcelPrice
  private readonly exactSplits = new Map<string, ParcelContents>()
  private lookupCount = 0

  constructor(counts: PieceCounts, computePrice: GetParcelPrice) {
    const priceByContent = new Map<string, ReturnType<GetParcelPrice>>()
    this.counts = counts
    this.getPrice = (content) => {
      const key = toContentKey(content)
      const cached = priceByContent.get(key)
      if (cached !== undefined) return cached
      this.lookupCount += 1
      const price = computePrice(content)
      priceByContent.set(key, price)
      return price
    }
  }

  /** Counts the pieces of parcels that no line takes as left out. */
  computeScore(parcels: ParcelContents): SplitScore {
    const prices = parcels.map((parcel) => this.getPrice(parcel))
    const leftOut = parcels.filter((_parcel, index) => prices[index] === null).map(countAllPieces)
    return scoreSplit(
      leftOut,
      prices.filter((price) => price !== null),
    )
  }

  toPieceSplit(parcels: ParcelContents): PieceSplit {
    const isSent = (parcel: PieceCounts) => this.getPrice(parcel) !== null
    const unsent = parcels.filter((parcel) => !isSent(parcel))
    return {
      parcels: parcels.filter(isSent),
      leftOut: this.counts.map((_count, kind) =>
        unsent.reduce((sum, parcel) => sum + (parcel[kind] ?? 0), 0),
      ),
      score: this.computeScore(parcels),
    }
  }

  listStarts(): ParcelContents[] {
    const singles = this.listSinglePieces()
    const strides = [1, ...fillStrides].map((stride) => this.fillParcels(reorderByStride(singles, stride)))
    return [
      [this.counts],
      singles,
      this.fillParcels(singles.toReversed()),
      ...strides,
      this.splitExactlyByParts(),
    ]
  }

  private listSinglePieces(): ParcelContents {
    return this.counts.flatMap((count, kind) =>
      Array.from({ length: count }, () => this.createCounts(kind, 1)),
    )
  }

  /** Adds each piece to the parcel where it costs least. */
  private fillParcels(pieces: readonly PieceCounts[]): ParcelContents {
    let parcels: ParcelContents = []
    for (const piece of pieces) {
      const candidates = [
        [...parcels, piece],
        ...parcels.map((_parcel, index) => joinPiece(parcels, index, piece)),
      ]
      parcels = this.pickBest(candidates)
    }
    return parcels
  }

  /** Splits groups of kinds exactly, in their order, each group as large as can be enumerated. */
  private splitExactlyByParts(): ParcelContents {
    const parcels: PieceCounts[] = []
    const none = this.counts.map(() => 0)
    let part: PieceCounts = none
    const close = () => {
      parcels.push(...this.splitExactly(part))
      part = none
    }
    for (const piece of this.listSinglePieces()) {
      if (countContents(addCounts(part, piece)) > 4 * maxContents) close()
      part = addCounts(part, piece)
    }
    close()
    return parcels
  }

  /** Applies the first change that improves the split, until none does or the limit of prices is reached. */
  improve(start: ParcelContents): ParcelContents {
    let parcels = start
    for (;;) {
      const better = this.findImprovement(parcels)
      if (!better) return parcels
      parcels = better
    }
  }

  private findImprovement(parcels: ParcelContents): ParcelContents | undefined {
    for (const [from, parcel] of parcels.entries()) {
      for (let to = -1; to < parcels.length; to += 1) {
        if (this.lookupCount > maxPriceLookups) return undefined
        const right = to < 0 ? undefined : parcels[to]
        if (to === from || (to < 0 && countAllPieces(parcel) < 2)) continue
        const before = right ? [parcel, right] : [parcel]
        const after = this.pickBest([before, ...this.listChanges(parcel, right)])
        if (after !== before) return [...removeParcels(parcels, before), ...after]
      }
    }
    return parcels.length > maxParcelsForThree ? undefined : this.resplitThree(parcels)
  }

  private resplitThree(parcels: ParcelContents): ParcelContents | undefined {
    for (const [first, left] of parcels.entries()) {
      for (const [second, two] of parcels.entries()) {
        for (const three of second > first ? parcels.slice(second + 1) : []) {
          const all = addCounts(addCounts(left, two), three)
          if (this.lookupCount > maxPriceLookups || countContents(all) > maxContents) continue
          const before = [left, two, three]
          const after = this.pickBest([before, this.splitExactly(all)])
          if (after !== before) return [...removeParcels(parcels, before), ...after]
        }
      }
    }
    return undefined
  }

  /** Cached: each improvement starts again with parcels that mostly did not change. */
  private splitExactly(counts: PieceCounts): ParcelContents {
    const key = toContentKey(counts)
    const cached = this.exactSplits.get(key)
    if (cached) return cached
    const { parcels, leftOut } = findBestSplit(counts, this.getPrice)
    const split = countAllPieces(leftOut) > 0 ? [...parcels, leftOut] : parcels
    this.exactSplits.set(key, split)
    return split
  }

  /** Two parcels joined, divided anew, or with one piece or all of a kind moved; of one parcel, taken out of it. */
  private listChanges(parcel: PieceCounts, right: PieceCounts | undefined): ParcelContents[] {
    const target = right ?? parcel.map(() => 0)
    const joinedParcel = addCounts(parcel, target)
    const changes: ParcelContents[] = right ? [[joinedParcel]] : []
    if (countContents(joinedParcel) <= maxContents) return [...changes, this.splitExactly(joinedParcel)]
    for (const [kind, count] of parcel.entries()) {
      for (const moved of new Set([1, count])) {
        if (count === 0 || moved === countAllPieces(parcel)) continue
        changes.push([
          subtractCounts(parcel, this.createCounts(kind, moved)),
          addCounts(target, this.createCounts(kind, moved)),
        ])
      }
    }
    return changes
  }

  /** The best candidate; of equal ones the first. */
  private pickBest(candidates: readonly ParcelContents[]): ParcelContents {
    return candidates.reduce((best, candidate) =>
      isBetterScore(this.computeScore(candidate), this.computeScore(best)) ? candidate : best,
    )
  }

  private createCounts(kind: number, count: number): PieceCounts {
    return this.counts.map((_count, index) => (index === kind ? count : 0))
  }
}

function reorderByStride(pieces: readonly PieceCounts[], stride: number): PieceCounts[] {
  return Array.from({ length: stride }, (_none, first) =>
    pieces.filter((_piece, index) => index % stride === first),
  ).flat()
}

/** A text that names a parcel's content; faster than a join, and this runs a million times. */
function toContentKey(counts: PieceCounts): string {
  return String.fromCharCode(...counts)
}

function countContents(counts: PieceCounts): number {
  return counts.reduce((product, count) => product * (count + 1), 1)
}

/** All parcels except these ones. */
function removeParcels(parcels: ParcelContents, removed: ParcelContents): ParcelContents {
  return parcels.filter((parcel) => !removed.includes(parcel))
}

function joinPiece(parcels: ParcelContents, index: number, piece: PieceCounts): ParcelContents {
  return parcels.map((parcel, cached) => (cached === index ? addCounts(parcel, piece) : parcel))
}

function addCounts(left: PieceCounts, right: PieceCounts): PieceCounts {
  return left.map((count, kind) => count + (right[kind] ?? 0))
}

function subtractCounts(left: PieceCounts, right: PieceCounts): PieceCounts {
  return left.map((count, kind) => count - (right[kind] ?? 0))
}
