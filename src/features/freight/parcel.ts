/** A parcel: whole grams, and the known sides in whole millimetres, in any order. */
export type Parcel = {
  readonly grams: number
  readonly sidesMm: readonly number[]
  /** Ids of categories. */
  readonly categories: readonly string[]
}
