import { countAllPieces, type PieceCounts } from './piece-groups.ts'

/** The cheapest line for a parcel: its total in smallest units, and its maximum transit days. */
export type ParcelPrice = { readonly total: number; readonly maxDays: number }
/**
 * The price of a parcel by its content, or null when no line takes it; always the same for the same content.
 */
export type GetParcelPrice = (counts: PieceCounts) => ParcelPrice | null

/** How pieces are split into parcels. Pieces that no line carries are left out. */
export type PieceSplit = {
  readonly parcels: readonly PieceCounts[]
  readonly leftOut: PieceCounts
  readonly score: SplitScore
}

/**
 * What makes one split better than another, in order of importance: pieces left out, total, parcels, days until the
 * last one arrives.
 */
export type SplitScore = readonly [leftOut: number, total: number, parcels: number, maxDays: number]

export function isBetterScore(left: SplitScore, right: SplitScore): boolean {
  for (const [position, value] of left.entries()) {
    const rightValue = right[position] ?? 0
    if (value !== rightValue) return value < rightValue
  }
  return false
}

/** The work for 12 or 13 pieces that all differ; equal pieces add much less. */
const maxWork = 3 ** 13
const maxContents = 2 ** 13

/** Whether all splits of this many pieces of each kind can be compared. */
export function canEnumerate(counts: PieceCounts): boolean {
  const contents = counts.reduce((product, count) => product * (count + 1), 1)
  const work = counts.reduce((product, count) => (product * (count + 1) * (count + 2)) / 2, 1)
  return contents <= maxContents && work <= maxWork
}

/**
 * The best of all splits of the pieces: as few as possible left out, then the lowest total, the fewest parcels, the
 * earliest arrival of the last one. Exact; of equal splits it returns the first in the order of contents. The work
 * grows with the number of contents a parcel can have: check `canEnumerate` first.
 */
export function findBestSplit(counts: PieceCounts, getPrice: GetParcelPrice): PieceSplit {
  const table = new SplitTable(counts)
  for (let content = 1; content < table.size; content += 1) table.solveContent(content, getPrice)
  return table.readSplit()
}

/**
 * The best split of every content up to all pieces, smaller ones first. A content is a number in mixed radix.
 */
class SplitTable {
  readonly size: number
  private readonly counts: PieceCounts
  private readonly strides: readonly number[]
  private readonly leftOut: Float64Array
  private readonly total: Float64Array
  private readonly parcels: Float64Array
  private readonly maxDays: Float64Array
  private readonly prices: (ParcelPrice | null)[]
  /** The parcel that is removed first from a set of pieces; 0 when its first piece is left out. */
  private readonly first: Int32Array

  constructor(counts: PieceCounts) {
    let size = 1
    this.strides = counts.map((count) => {
      const stride = size
      size *= count + 1
      return stride
    })
    this.size = size
    this.counts = counts
    this.leftOut = new Float64Array(size)
    this.total = new Float64Array(size)
    this.parcels = new Float64Array(size)
    this.maxDays = new Float64Array(size)
    this.first = new Int32Array(size)
    this.prices = new Array<ParcelPrice | null>(size).fill(null)
  }

  /** A piece of the first kind is in some parcel or left out; the best split of the remainder is already stored. */
  solveContent(content: number, getPrice: GetParcelPrice): void {
    const counts = this.getCounts(content)
    this.prices[content] = getPrice(counts)
    const lead = counts.findIndex((count) => count > 0)
    this.saveIfBetter(content, 0, content - this.getStride(lead), null)
    for (const parcel of this.generateParcels(counts, lead)) {
      const price = this.prices[parcel]
      if (price) this.saveIfBetter(content, parcel, content - parcel, price)
    }
  }

  /** Stores a split when it is the first or better than the stored one. */
  private saveIfBetter(content: number, parcel: number, remaining: number, price: ParcelPrice | null): void {
    const leftOut = this.at(this.leftOut, remaining) + (price ? 0 : 1)
    const total = this.at(this.total, remaining) + (price ? price.total : 0)
    const parcels = this.at(this.parcels, remaining) + (price ? 1 : 0)
    const maxDays = Math.max(this.at(this.maxDays, remaining), price ? price.maxDays : 0)
    if (price && !this.isBetter(content, leftOut, total, parcels, maxDays)) return
    this.leftOut[content] = leftOut
    this.total[content] = total
    this.parcels[content] = parcels
    this.maxDays[content] = maxDays
    this.first[content] = parcel
  }

  /** Like `isBetterScore`, without arrays: this runs a million times. */
  private isBetter(
    content: number,
    leftOut: number,
    total: number,
    parcels: number,
    maxDays: number,
  ): boolean {
    const [bestLeftOut, bestTotal, bestParcels] = [
      this.leftOut[content],
      this.total[content],
      this.parcels[content],
    ]
    if (leftOut !== bestLeftOut) return leftOut < (bestLeftOut ?? 0)
    if (total !== bestTotal) return total < (bestTotal ?? 0)
    if (parcels !== bestParcels) return parcels < (bestParcels ?? 0)
    return maxDays < this.at(this.maxDays, content)
  }

  /** All parcels within these counts that have a piece of the kind `lead`, the first kind with pieces. */
  private *generateParcels(counts: PieceCounts, lead: number): Generator<number> {
    const digits = counts.map(() => 0)
    digits[lead] = 1
    let content = this.getStride(lead)
    for (;;) {
      yield content
      let kind = lead
      while (kind < counts.length && digits[kind] === counts[kind]) {
        const minCount = kind === lead ? 1 : 0
        content -= ((digits[kind] ?? 0) - minCount) * this.getStride(kind)
        digits[kind] = minCount
        kind += 1
      }
      if (kind >= counts.length) return
      digits[kind] = (digits[kind] ?? 0) + 1
      content += this.getStride(kind)
    }
  }

  readSplit(): PieceSplit {
    const parcels: PieceCounts[] = []
    const leftOut = this.counts.map(() => 0)
    let content = this.size - 1
    while (content > 0) {
      const parcel = this.at(this.first, content)
      if (parcel > 0) parcels.push(this.getCounts(parcel))
      else {
        const lead = this.getCounts(content).findIndex((count) => count > 0)
        leftOut[lead] = (leftOut[lead] ?? 0) + 1
        content -= this.getStride(lead)
      }
      content -= parcel
    }
    return { parcels, leftOut, score: this.getScore(this.size - 1) }
  }

  private getScore(content: number): SplitScore {
    return [
      this.at(this.leftOut, content),
      this.at(this.total, content),
      this.at(this.parcels, content),
      this.at(this.maxDays, content),
    ]
  }

  private getCounts(content: number): PieceCounts {
    return this.strides.map((stride, kind) => Math.floor(content / stride) % ((this.counts[kind] ?? 0) + 1))
  }

  private getStride(kind: number): number {
    return this.strides[kind] ?? 1
  }

  private at(row: Float64Array | Int32Array, content: number): number {
    return row[content] ?? 0
  }
}

/** The score of a split; `prices` are its parcels' prices. */
export function scoreSplit(leftOut: PieceCounts, prices: readonly ParcelPrice[]): SplitScore {
  return [
    countAllPieces(leftOut),
    prices.reduce((sum, { total }) => sum + total, 0),
    prices.length,
    prices.reduce((last, { maxDays }) => Math.max(last, maxDays), 0),
  ]
}
