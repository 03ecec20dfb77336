import { isPlainDecimal, toScaledIntegerUp } from '#features/freight/engine/fixed-point.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import type { EstimateRequestTexts } from '../estimate-search.ts'

/** The parcel of a valid request: whole grams, and the known sides in whole millimeters, both rounded up. */
export function toParcel({ weight, length, width, height, features }: EstimateRequestTexts): Parcel {
  const sides = [length, width, height].map((side) => parseScaled(side, 1))
  return {
    grams: parseScaled(weight, 0) ?? 0,
    sidesMm: sides.filter((side) => side !== undefined),
    categories: features ? features.split(',') : [],
  }
}

function parseScaled(text: string | undefined, decimals: number): number | undefined {
  return text !== undefined && isPlainDecimal(text) ? toScaledIntegerUp(text, decimals) : undefined
}
