import type { ItemKind } from '#features/freight/kind-contract.ts'
import { getTypicalGrams } from '#features/freight/kinds/typical-grams.ts'
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
 * The initial estimate of an item: its listed measurements, with the category and, if the weight is unknown, the typical
 * weight of its kind. `isChosen` is set where the visitor has said what it is.
 */
export function guessItemEstimate(
  kind: ItemKind | null,
  product: MeasuredProduct,
  isChosen = false,
): ItemEstimate {
  const measured = toEstimateSearch(product)
  const guessedGrams = measured.weight === undefined && kind ? getTypicalGrams(kind) : undefined
  const sentences = [
    kind && !isChosen && !product?.ownKind && 'Category guessed from the title.',
    describeMeasurements(product),
    guessedGrams && `We use ${formatGrams(guessedGrams)}, typical for its kind.`,
  ]
  return {
    search: { ...measured, weight: measured.weight ?? guessedGrams?.toString(), features: kind?.category },
    description: sentences.filter(Boolean).join(' '),
  }
}
