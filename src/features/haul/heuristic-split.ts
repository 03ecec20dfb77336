import {
  findBestSplit,
  type GetParcelPrice,
  isBetter,
  type Split,
  type SplitScore,
  scoreSplit,
} from './exact-split.ts'
import { countAllPieces, type PieceCounts } from './piece-groups.ts'

/**
 * How many prices may be computed; a count and no time, so that the same haul has the same answer everywhere.
 */
const mostFares = 60_000
/** Three at a time are divided anew only among so many parcels. */
const mostForThree = 12
/** Parcels are divided exactly when together they have at most so many contents. */
const mostContents = 512

/**
 * A good split of more pieces than can be compared in full; the same for the same counts. It starts from one
 * parcel, from single pieces, from parcels filled piece by piece in several orders, from exact splits of
 * parts and from `seed`, and improves each by moving pieces, joining parcels and dividing two or three anew
 * until nothing helps.
 */
export function findGoodSplit(
  counts: PieceCounts,
  fareOf: GetParcelPrice,
  seed: readonly PieceCounts[] = [],
): Split {
  const search = new Search(counts, fareOf)
  const starts = [...search.starts(), ...(seed.length > 0 ? [seed] : [])]
  const ranked = starts
    .map((parcels) => ({ parcels, worth: search.worth(parcels) }))
    .sort((one, other) => compare(one.worth, other.worth))
  let best = ranked[0] ?? { parcels: [], worth: scoreSplit([], []) }
  for (const { parcels } of ranked) {
    const improved = search.improve(parcels)
    const worth = search.worth(improved)
    if (isBetter(worth, best.worth)) best = { parcels: improved, worth }
  }
  return search.finish(best.parcels)
}

function compare(one: SplitScore, other: SplitScore): number {
  if (isBetter(one, other)) return -1
  return isBetter(other, one) ? 1 : 0
}

type Parcels = readonly PieceCounts[]

/** Other orders in which parcels are filled: every second piece, then the rest, and so on. */
const orders = [2, 3, 5, 7]

class Search {
  private readonly counts: PieceCounts
  private readonly fareOf: GetParcelPrice
  private asked = 0

  constructor(counts: PieceCounts, fareOf: GetParcelPrice) {
    const known = new Map<string, ReturnType<GetParcelPrice>>()
    this.counts = counts
    this.fareOf = (content) => {
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
  worth(parcels: Parcels): SplitScore {
    const fares = parcels.map((parcel) => this.fareOf(parcel))
    const leftOut = parcels.filter((_parcel, place) => fares[place] === null).map(countAllPieces)
    return scoreSplit(
      leftOut,
      fares.filter((fare) => fare !== null),
    )
  }

  finish(parcels: Parcels): Split {
    const isSent = (parcel: PieceCounts) => this.fareOf(parcel) !== null
    const stays = parcels.filter((parcel) => !isSent(parcel))
    return {
      parcels: parcels.filter(isSent),
      leftOut: this.counts.map((_count, kind) => stays.reduce((sum, parcel) => sum + (parcel[kind] ?? 0), 0)),
      worth: this.worth(parcels),
    }
  }

  starts(): Parcels[] {
    const singles = this.singles()
    const strides = [1, ...orders].map((stride) => this.filled(inStrides(singles, stride)))
    return [[this.counts], singles, this.filled(singles.toReversed()), ...strides, this.exactParts()]
  }

  private singles(): Parcels {
    return this.counts.flatMap((count, kind) => Array.from({ length: count }, () => this.only(kind, 1)))
  }

  /** Each piece in turn goes where it adds the least. */
  private filled(pieces: readonly PieceCounts[]): Parcels {
    let parcels: Parcels = []
    for (const piece of pieces) {
      const ways = [[...parcels, piece], ...parcels.map((_parcel, place) => joined(parcels, place, piece))]
      parcels = this.bestOf(ways)
    }
    return parcels
  }

  /** Kinds in their order, as many at a time as can be compared in full. */
  private exactParts(): Parcels {
    const parcels: PieceCounts[] = []
    const none = this.counts.map(() => 0)
    let part: PieceCounts = none
    const close = () => {
      parcels.push(...this.dividedAnew(part))
      part = none
    }
    for (const piece of this.singles()) {
      if (contentsOf(plus(part, piece)) > 4 * mostContents) close()
      part = plus(part, piece)
    }
    close()
    return parcels
  }

  /** Takes the first change that helps, until none does or the limit of prices is reached. */
  improve(start: Parcels): Parcels {
    let parcels = start
    for (;;) {
      const better = this.firstImprovement(parcels)
      if (!better) return parcels
      parcels = better
    }
  }

  private firstImprovement(parcels: Parcels): Parcels | undefined {
    for (const [from, parcel] of parcels.entries()) {
      for (let to = -1; to < parcels.length; to += 1) {
        if (this.asked > mostFares) return undefined
        const other = to < 0 ? undefined : parcels[to]
        if (to === from || (to < 0 && countAllPieces(parcel) < 2)) continue
        const before = other ? [parcel, other] : [parcel]
        const after = this.bestOf([before, ...this.changesOf(parcel, other)])
        if (after !== before) return [...without(parcels, before), ...after]
      }
    }
    return parcels.length > mostForThree ? undefined : this.threeAnew(parcels)
  }

  /** Three parcels divided anew. */
  private threeAnew(parcels: Parcels): Parcels | undefined {
    for (const [first, one] of parcels.entries()) {
      for (const [second, two] of parcels.entries()) {
        for (const three of second > first ? parcels.slice(second + 1) : []) {
          const all = plus(plus(one, two), three)
          if (this.asked > mostFares || contentsOf(all) > mostContents) continue
          const before = [one, two, three]
          const after = this.bestOf([before, this.dividedAnew(all)])
          if (after !== before) return [...without(parcels, before), ...after]
        }
      }
    }
    return undefined
  }

  private dividedAnew(counts: PieceCounts): Parcels {
    const { parcels, leftOut } = findBestSplit(counts, this.fareOf)
    return countAllPieces(leftOut) > 0 ? [...parcels, leftOut] : parcels
  }

  /** Two parcels joined, divided anew, or with one piece or all of a kind moved; of one parcel, taken out of it. */
  private changesOf(parcel: PieceCounts, other: PieceCounts | undefined): Parcels[] {
    const target = other ?? parcel.map(() => 0)
    const both = plus(parcel, target)
    const changes: Parcels[] = other ? [[both]] : []
    if (contentsOf(both) <= mostContents) return [...changes, this.dividedAnew(both)]
    for (const [kind, count] of parcel.entries()) {
      for (const moved of new Set([1, count])) {
        if (count === 0 || moved === countAllPieces(parcel)) continue
        changes.push([minus(parcel, this.only(kind, moved)), plus(target, this.only(kind, moved))])
      }
    }
    return changes
  }

  /** The first of the best. */
  private bestOf(ways: readonly Parcels[]): Parcels {
    return ways.reduce((best, way) => (isBetter(this.worth(way), this.worth(best)) ? way : best))
  }

  private only(kind: number, count: number): PieceCounts {
    return this.counts.map((_count, place) => (place === kind ? count : 0))
  }
}

function inStrides(pieces: readonly PieceCounts[], stride: number): PieceCounts[] {
  return Array.from({ length: stride }, (_none, first) =>
    pieces.filter((_piece, place) => place % stride === first),
  ).flat()
}

function contentsOf(counts: PieceCounts): number {
  return counts.reduce((product, count) => product * (count + 1), 1)
}

/** All but these very parcels. */
function without(parcels: Parcels, gone: Parcels): Parcels {
  return parcels.filter((parcel) => !gone.includes(parcel))
}

function joined(parcels: Parcels, place: number, piece: PieceCounts): Parcels {
  return parcels.map((parcel, at) => (at === place ? plus(parcel, piece) : parcel))
}

function plus(one: PieceCounts, other: PieceCounts): PieceCounts {
  return one.map((count, kind) => count + (other[kind] ?? 0))
}

function minus(one: PieceCounts, other: PieceCounts): PieceCounts {
  return one.map((count, kind) => count - (other[kind] ?? 0))
}
