import type { Product } from '#features/products/contract.ts'
import { formatDimensions, formatWeight, parseDimensions } from '#features/products/dimensions.ts'
import type { EstimateRequestTexts } from '#features/shipping/estimate-search.ts'

export type MeasuredProduct =
  | (Pick<Product, 'weight' | 'dimensions'> &
      Partial<Pick<Product, 'ownKind'>> & { isReadByMember?: boolean })
  | null

/** The measurements of the catalog; of an item that is not in it, the weight in grams that a member read. */
export function toMeasuredProduct(
  product: Product | null,
  reading: { weight?: number | null | undefined } | null | undefined,
): MeasuredProduct {
  if (product || reading?.weight == null) return product
  return { weight: reading.weight, dimensions: null, isReadByMember: true }
}

/** The search of the calculator for an item's listed measurements. */
export function toEstimateSearch(product: MeasuredProduct): EstimateRequestTexts {
  const { length, width, height } = parseDimensions(product?.dimensions) ?? {}
  return {
    weight: product?.weight?.toString(),
    length: length?.toString(),
    width: width?.toString(),
    height: height?.toString(),
  }
}

/** A text with the weight and size, who states them, and which of them is unknown. */
export function describeMeasurements(product: MeasuredProduct): string {
  const weightGrams = product?.weight ?? null
  const size = parseDimensions(product?.dimensions)
  if (weightGrams === null && !size) return "We don't know its weight or size yet."
  const measurements = [
    weightGrams !== null && formatWeight(weightGrams),
    size && formatDimensions(size),
  ].filter(Boolean)
  const unknown = weightGrams === null ? ' Weight unknown.' : size ? '' : ' Size unknown.'
  const text = measurements.join(', ')
  return product?.isReadByMember ? `${text} as the member read it.${unknown}` : `Listed as ${text}.${unknown}`
}
