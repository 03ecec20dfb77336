import { guessCategory } from '#features/freight/guess-category.ts'
import { guessWeight } from '#features/freight/typical-weights.ts'
import { formatWeight } from '#features/products/dimensions.ts'

export type WeightGuess = { grams: number; words: string }

/** What an item of this name may weigh, and that it is a guess; undefined where its name says nothing. */
export function guessItemWeight(name: string): WeightGuess | undefined {
  const kind = guessCategory(name)
  const grams = kind && guessWeight([kind])
  if (!grams) return undefined
  return {
    grams,
    words: `${formatWeight(grams)} is our own guess, by its name. Nobody has told us what it weighs.`,
  }
}
