import type { Product } from '#features/products/contract.ts'
import { formatDimensions, formatWeight, parseDimensions } from '#features/products/dimensions.ts'
import type { EstimateSearch } from '#features/shipping/estimate-search.ts'

export type MeasuredProduct = Pick<Product, 'weight' | 'dimensions'> | null

/** An item's data for the calculator. */
export function toEstimateSearch(product: MeasuredProduct): EstimateSearch {
  const { length, width, height } = parseDimensions(product?.dimensions) ?? {}
  return {
    weight: product?.weight?.toString(),
    length: length?.toString(),
    width: width?.toString(),
    height: height?.toString(),
  }
}

/** Weight and size with their sources, or what is missing. */
export function describeMeasurements(product: MeasuredProduct): string {
  const weight = product?.weight ?? null
  const parcel = parseDimensions(product?.dimensions)
  if (weight === null && !parcel) return 'Nobody has told us its weight and size yet.'
  const known = [weight !== null && formatWeight(weight), parcel && formatDimensions(parcel)].filter(Boolean)
  const missing = weight === null ? ' Its weight is not known.' : parcel ? '' : ' Its size is not known.'
  return `As the catalogue has it: ${known.join(', ')}.${missing}`
}
