import { guessCategory } from '#features/freight/item/guess-category.ts'
import { guessWeight } from '#features/freight/item/typical-weights.ts'
import type { EstimateRequestTexts } from '#features/shipping/estimate-search.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { describeMeasurements, type MeasuredProduct, toEstimateSearch } from './estimate-prefill.ts'

export type ItemEstimate = {
  /** What is asked, but for the destination. */
  search: EstimateRequestTexts
  /** What it rests on. */
  words: string
}

/**
 * What is asked of an item before its visitor changes anything: its listing, with the category and, where that is
 * unknown, the weight that its name suggests.
 */
export function guessItemEstimate(name: string, product: MeasuredProduct): ItemEstimate {
  const listed = toEstimateSearch(product)
  const features = guessCategory(name)
  const guess = listed.weight === undefined && features ? guessWeight([features]) : undefined
  const words = [
    features && 'Category guessed from the title.',
    describeMeasurements(product),
    guess && `We use ${formatGrams(guess)}, typical for its kind.`,
  ]
  return {
    search: { ...listed, weight: listed.weight ?? guess?.toString(), features },
    words: words.filter(Boolean).join(' '),
  }
}
