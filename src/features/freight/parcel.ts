/** What is sent: whole grams, and the sides that are known in whole millimetres, in any order. */
export type Parcel = {
  readonly grams: number
  readonly sidesMm: readonly number[]
  /** Ids of categories' children. */
  readonly categories: readonly string[]
}
