import { kindOfName } from '#features/freight/kind-of-name.ts'
import { guessedWeight } from '#features/freight/typical-weights.ts'
import { weightWords } from '#features/products/parcel.ts'

export type WeightGuess = { grams: number; words: string }

/** What an item of this name may weigh, and that it is a guess; undefined where its name says nothing. */
export function guessOf(name: string): WeightGuess | undefined {
  const kind = kindOfName(name)
  const grams = kind && guessedWeight([kind])
  if (!grams) return undefined
  return {
    grams,
    words: `${weightWords(grams)} is our own guess, by its name. Nobody has told us what it weighs.`,
  }
}
