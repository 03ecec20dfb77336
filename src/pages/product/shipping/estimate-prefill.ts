import type { Product } from '#features/products/contract.ts'
import { formatDimensions, formatWeight, parseDimensions } from '#features/products/dimensions.ts'
import type { EstimateRequestTexts } from '#features/shipping/estimate-search.ts'

export type MeasuredProduct = Pick<Product, 'weight' | 'dimensions'> | null

/** An item's data for the calculator. */
export function toEstimateSearch(product: MeasuredProduct): EstimateRequestTexts {
  const { length, width, height } = parseDimensions(product?.dimensions) ?? {}
  return {
    weight: product?.weight?.toString(),
    length: length?.toString(),
    width: width?.toString(),
    height: height?.toString(),
  }
}

/** Weight and size as they are listed, and what is unknown. */
export function describeMeasurements(product: MeasuredProduct): string {
  const weight = product?.weight ?? null
  const size = parseDimensions(product?.dimensions)
  if (weight === null && !size) return "We don't know its weight or size yet."
  const known = [weight !== null && formatWeight(weight), size && formatDimensions(size)].filter(Boolean)
  const unknown = weight === null ? ' Weight unknown.' : size ? '' : ' Size unknown.'
  return `Listed as ${known.join(', ')}.${unknown}`
}
