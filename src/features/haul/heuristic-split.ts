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
 * How many prices may be computed; a count and no time, so that the same haul has the same answer everywhere.
 */
const maxPriceLookups = 60_000
/** Three at a time are divided anew only among so many parcels. */
const maxParcelsForThree = 12
/** Parcels are divided exactly when together they have at most so many contents. */
const maxContents = 512

/**
 * A good split of more pieces than can be compared in full; the same for the same counts. It starts from one
 * parcel, from single pieces, from parcels filled piece by piece in several orders, from exact splits of
 * parts and from `seed`, and improves each by moving pieces, joining parcels and dividing two or three anew
 * until nothing helps.
 */
export function findGoodSplit(
  counts: PieceCounts,
  getPrice: GetParcelPrice,
  seed: readonly PieceCounts[] = [],
): PieceSplit {
  const search = new SplitSearch(counts, getPrice)
  const starts = [...search.starts(), ...(seed.length > 0 ? [seed] : [])]
  const ranked = starts
    .map((parcels) => ({ parcels, worth: search.worth(parcels) }))
    .sort((one, other) => compareScores(one.worth, other.worth))
  let best = ranked[0] ?? { parcels: [], worth: scoreSplit([], []) }
  for (const { parcels } of ranked) {
    const improved = search.improve(parcels)
    const worth = search.worth(improved)
    if (isBetterScore(worth, best.worth)) best = { parcels: improved, worth }
  }
  return search.finish(best.parcels)
}

function compareScores(one: SplitScore, other: SplitScore): number {
  if (isBetterScore(one, other)) return -1
  return isBetterScore(other, one) ? 1 : 0
}

type ParcelContents = readonly PieceCounts[]

/** Other orders in which parcels are filled: every second piece, then the rest, and so on. */
const fillStrides = [2, 3, 5, 7]

class SplitSearch {
  private readonly counts: PieceCounts
  private readonly getPrice: GetParcelPrice
  private asked = 0

  constructor(counts: PieceCounts, fareOf: GetParcelPrice) {
    const known = new Map<string, ReturnType<GetParcelPrice>>()
    this.counts = counts
    this.getPrice = (content) => {
      const key = content.join()
      const at = known.get(key)
      if (at !== undefined) return at
      this.asked += 1
      const fare = fareOf(content)
      known.set(key, fare)
      return fare
    }
  }

  /** The pieces of parcels that no line takes count as left out. */
  worth(parcels: ParcelContents): SplitScore {
    const fares = parcels.map((parcel) => this.getPrice(parcel))
    const leftOut = parcels.filter((_parcel, place) => fares[place] === null).map(countAllPieces)
    return scoreSplit(
      leftOut,
      fares.filter((fare) => fare !== null),
    )
  }

  finish(parcels: ParcelContents): PieceSplit {
    const isSent = (parcel: PieceCounts) => this.getPrice(parcel) !== null
    const stays = parcels.filter((parcel) => !isSent(parcel))
    return {
      parcels: parcels.filter(isSent),
      leftOut: this.counts.map((_count, kind) => stays.reduce((sum, parcel) => sum + (parcel[kind] ?? 0), 0)),
      worth: this.worth(parcels),
    }
  }

  starts(): ParcelContents[] {
    const singles = this.singles()
    const strides = [1, ...fillStrides].map((stride) => this.fillParcels(reorderByStride(singles, stride)))
    return [[this.counts], singles, this.fillParcels(singles.toReversed()), ...strides, this.exactParts()]
  }

  private singles(): ParcelContents {
    return this.counts.flatMap((count, kind) => Array.from({ length: count }, () => this.only(kind, 1)))
  }

  /** Each piece in turn goes where it adds the least. */
  private fillParcels(pieces: readonly PieceCounts[]): ParcelContents {
    let parcels: ParcelContents = []
    for (const piece of pieces) {
      const ways = [[...parcels, piece], ...parcels.map((_parcel, place) => joinPiece(parcels, place, piece))]
      parcels = this.pickBest(ways)
    }
    return parcels
  }

  /** Kinds in their order, as many at a time as can be compared in full. */
  private exactParts(): ParcelContents {
    const parcels: PieceCounts[] = []
    const none = this.counts.map(() => 0)
    let part: PieceCounts = none
    const close = () => {
      parcels.push(...this.divideAnew(part))
      part = none
    }
    for (const piece of this.singles()) {
      if (countContents(addCounts(part, piece)) > 4 * maxContents) close()
      part = addCounts(part, piece)
    }
    close()
    return parcels
  }

  /** Takes the first change that helps, until none does or the limit of prices is reached. */
  improve(start: ParcelContents): ParcelContents {
    let parcels = start
    for (;;) {
      const better = this.firstImprovement(parcels)
      if (!better) return parcels
      parcels = better
    }
  }

  private firstImprovement(parcels: ParcelContents): ParcelContents | undefined {
    for (const [from, parcel] of parcels.entries()) {
      for (let to = -1; to < parcels.length; to += 1) {
        if (this.asked > maxPriceLookups) return undefined
        const other = to < 0 ? undefined : parcels[to]
        if (to === from || (to < 0 && countAllPieces(parcel) < 2)) continue
        const before = other ? [parcel, other] : [parcel]
        const after = this.pickBest([before, ...this.listChanges(parcel, other)])
        if (after !== before) return [...removeParcels(parcels, before), ...after]
      }
    }
    return parcels.length > maxParcelsForThree ? undefined : this.divideThreeAnew(parcels)
  }

  /** Three parcels divided anew. */
  private divideThreeAnew(parcels: ParcelContents): ParcelContents | undefined {
    for (const [first, one] of parcels.entries()) {
      for (const [second, two] of parcels.entries()) {
        for (const three of second > first ? parcels.slice(second + 1) : []) {
          const all = addCounts(addCounts(one, two), three)
          if (this.asked > maxPriceLookups || countContents(all) > maxContents) continue
          const before = [one, two, three]
          const after = this.pickBest([before, this.divideAnew(all)])
          if (after !== before) return [...removeParcels(parcels, before), ...after]
        }
      }
    }
    return undefined
  }

  private divideAnew(counts: PieceCounts): ParcelContents {
    const { parcels, leftOut } = findBestSplit(counts, this.getPrice)
    return countAllPieces(leftOut) > 0 ? [...parcels, leftOut] : parcels
  }

  /** Two parcels joined, divided anew, or with one piece or all of a kind moved; of one parcel, taken out of it. */
  private listChanges(parcel: PieceCounts, other: PieceCounts | undefined): ParcelContents[] {
    const target = other ?? parcel.map(() => 0)
    const both = addCounts(parcel, target)
    const changes: ParcelContents[] = other ? [[both]] : []
    if (countContents(both) <= maxContents) return [...changes, this.divideAnew(both)]
    for (const [kind, count] of parcel.entries()) {
      for (const moved of new Set([1, count])) {
        if (count === 0 || moved === countAllPieces(parcel)) continue
        changes.push([
          subtractCounts(parcel, this.only(kind, moved)),
          addCounts(target, this.only(kind, moved)),
        ])
      }
    }
    return changes
  }

  /** The first of the best. */
  private pickBest(ways: readonly ParcelContents[]): ParcelContents {
    return ways.reduce((best, way) => (isBetterScore(this.worth(way), this.worth(best)) ? way : best))
  }

  private only(kind: number, count: number): PieceCounts {
    return this.counts.map((_count, place) => (place === kind ? count : 0))
  }
}

function reorderByStride(pieces: readonly PieceCounts[], stride: number): PieceCounts[] {
  return Array.from({ length: stride }, (_none, first) =>
    pieces.filter((_piece, place) => place % stride === first),
  ).flat()
}

function countContents(counts: PieceCounts): number {
  return counts.reduce((product, count) => product * (count + 1), 1)
}

/** All but these very parcels. */
function removeParcels(parcels: ParcelContents, gone: ParcelContents): ParcelContents {
  return parcels.filter((parcel) => !gone.includes(parcel))
}

function joinPiece(parcels: ParcelContents, place: number, piece: PieceCounts): ParcelContents {
  return parcels.map((parcel, at) => (at === place ? addCounts(parcel, piece) : parcel))
}

function addCounts(one: PieceCounts, other: PieceCounts): PieceCounts {
  return one.map((count, kind) => count + (other[kind] ?? 0))
}

function subtractCounts(one: PieceCounts, other: PieceCounts): PieceCounts {
  return one.map((count, kind) => count - (other[kind] ?? 0))
}
