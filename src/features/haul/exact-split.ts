import { countAllPieces, type PieceCounts } from './piece-groups.ts'

/** The cheapest line for a parcel: its total in fen, and its days. */
export type ParcelPrice = { readonly total: number; readonly maxDays: number }
/**
 * The price of a parcel by its content, or null where no line takes it; always the same for the same content.
 */
export type GetParcelPrice = (counts: PieceCounts) => ParcelPrice | null

/** How pieces are divided. Pieces that no line carries are left out. */
export type PieceSplit = {
  readonly parcels: readonly PieceCounts[]
  readonly leftOut: PieceCounts
  readonly worth: SplitScore
}

/**
 * What makes one split better than another, in order of importance: pieces left out, fen, parcels, days of
 * the last.
 */
export type SplitScore = readonly [leftOut: number, total: number, parcels: number, maxDays: number]

export function isBetterScore(one: SplitScore, other: SplitScore): boolean {
  for (const [place, value] of one.entries()) {
    const against = other[place] ?? 0
    if (value !== against) return value < against
  }
  return false
}

/** The work for twelve or thirteen pieces that all differ; equal pieces add much less. */
const maxWork = 3 ** 13
const maxContents = 2 ** 13

/** Whether all divisions of so many pieces of each kind can be compared. */
export function canEnumerate(counts: PieceCounts): boolean {
  const contents = counts.reduce((product, count) => product * (count + 1), 1)
  const work = counts.reduce((product, count) => (product * (count + 1) * (count + 2)) / 2, 1)
  return contents <= maxContents && work <= maxWork
}

/**
 * The best of all divisions of the pieces: as few as possible left out, then the lowest total, the fewest
 * parcels, the earliest arrival of the last one. Exact; of equal ones the first in the order of contents. Its
 * work grows with the number of contents a parcel can have, so check `canEnumerate` first.
 */
export function findBestSplit(counts: PieceCounts, getPrice: GetParcelPrice): PieceSplit {
  const table = new SplitTable(counts)
  for (let content = 1; content < table.size; content += 1) table.solve(content, getPrice)
  return table.readSplit()
}

/**
 * The best split of every content up to the whole, smaller ones first. A content is a number in mixed radix.
 */
class SplitTable {
  readonly size: number
  private readonly counts: PieceCounts
  private readonly strides: readonly number[]
  private readonly leftOut: Float64Array
  private readonly total: Float64Array
  private readonly parcels: Float64Array
  private readonly maxDays: Float64Array
  private readonly fares: (ParcelPrice | null)[]
  /** The parcel that is taken out of a content; 0 where its first piece is left out. */
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
    this.fares = new Array<ParcelPrice | null>(size).fill(null)
  }

  /** One of the first kind's pieces is in some parcel, or left out; the remainder has been settled before. */
  solve(content: number, getPrice: GetParcelPrice): void {
    const counts = this.getCounts(content)
    this.fares[content] = getPrice(counts)
    const lead = counts.findIndex((count) => count > 0)
    this.take(content, 0, content - this.getStride(lead), null)
    for (const parcel of this.generateParcels(counts, lead)) {
      const fare = this.fares[parcel]
      if (fare) this.take(content, parcel, content - parcel, fare)
    }
  }

  /** Stores a split when it is the first or better than the stored one. */
  private take(content: number, parcel: number, rest: number, fare: ParcelPrice | null): void {
    const leftOut = this.at(this.leftOut, rest) + (fare ? 0 : 1)
    const total = this.at(this.total, rest) + (fare ? fare.total : 0)
    const parcels = this.at(this.parcels, rest) + (fare ? 1 : 0)
    const maxDays = Math.max(this.at(this.maxDays, rest), fare ? fare.maxDays : 0)
    if (fare && !this.beats(content, leftOut, total, parcels, maxDays)) return
    this.leftOut[content] = leftOut
    this.total[content] = total
    this.parcels[content] = parcels
    this.maxDays[content] = maxDays
    this.first[content] = parcel
  }

  /** As `isBetterScore`, on single figures: this runs a million times. */
  private beats(content: number, leftOut: number, total: number, parcels: number, maxDays: number): boolean {
    const [left, cost, count] = [this.leftOut[content], this.total[content], this.parcels[content]]
    if (leftOut !== left) return leftOut < (left ?? 0)
    if (total !== cost) return total < (cost ?? 0)
    if (parcels !== count) return parcels < (count ?? 0)
    return maxDays < this.at(this.maxDays, content)
  }

  /** All contents within these counts that hold a piece of the kind `lead`, the first that occurs. */
  private *generateParcels(counts: PieceCounts, lead: number): Generator<number> {
    const digits = counts.map(() => 0)
    digits[lead] = 1
    let part = this.getStride(lead)
    for (;;) {
      yield part
      let place = lead
      while (place < counts.length && digits[place] === counts[place]) {
        const least = place === lead ? 1 : 0
        part -= ((digits[place] ?? 0) - least) * this.getStride(place)
        digits[place] = least
        place += 1
      }
      if (place >= counts.length) return
      digits[place] = (digits[place] ?? 0) + 1
      part += this.getStride(place)
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
    return { parcels, leftOut, worth: this.getScore(this.size - 1) }
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

/** The score of a split; `fares` are its parcels' prices. */
export function scoreSplit(leftOut: PieceCounts, fares: readonly ParcelPrice[]): SplitScore {
  return [
    countAllPieces(leftOut),
    fares.reduce((sum, { total }) => sum + total, 0),
    fares.length,
    fares.reduce((last, { maxDays }) => Math.max(last, maxDays), 0),
  ]
}
