/** A parcel: whole grams, and the known sides in whole millimeters, in any order. */
export type Parcel = {
  readonly grams: number
  readonly sidesMm: readonly number[]
  /** Ids of categories. */
  readonly categories: readonly string[]
}

/** The limits of a parcel's weight in grams and of its sides in cm. */
export const parcelLimits = { minGrams: 1, maxGrams: 1_000_000, minCm: 0.1, maxCm: 1000 } as const
