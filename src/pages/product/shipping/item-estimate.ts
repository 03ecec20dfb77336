import { guessCategory } from '#features/freight/item/guess-category.ts'
import { guessWeight } from '#features/freight/item/typical-weights.ts'
import type { EstimateRequestTexts } from '#features/shipping/estimate-search.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { describeMeasurements, type MeasuredProduct, toEstimateSearch } from './estimate-prefill.ts'

export type ItemEstimate = {
  /** The search without the destination. */
  search: EstimateRequestTexts
  /** A text that says which values are listed and which are guessed. */
  description: string
}

/**
 * The initial estimate of an item: its listed measurements, with the category and, if the weight is unknown, the weight guessed
 * from its name.
 */
export function guessItemEstimate(name: string, product: MeasuredProduct): ItemEstimate {
  const measured = toEstimateSearch(product)
  const features = guessCategory(name)
  const guessedGrams = measured.weight === undefined && features ? guessWeight([features]) : undefined
  const sentences = [
    features && 'Category guessed from the title.',
    describeMeasurements(product),
    guessedGrams && `We use ${formatGrams(guessedGrams)}, typical for its kind.`,
  ]
  return {
    search: { ...measured, weight: measured.weight ?? guessedGrams?.toString(), features },
    description: sentences.filter(Boolean).join(' '),
  }
}
