import './ItemMeasurements.css'
import type { Product } from '../../contract.ts'
import { formatDimensions, formatWeight, parseDimensions } from '../../dimensions.ts'

type ItemMeasurementsProps = { product: Pick<Product, 'weight' | 'dimensions'> | null }

/** Weight and size of the packed item, as far as known (§2), in one line. */
export function ItemMeasurements({ product }: ItemMeasurementsProps) {
  const weight = product?.weight ?? null
  const parcel = parseDimensions(product?.dimensions)
  if (weight === null && !parcel) return null
  return (
    <dl className="facts">
      {weight !== null && (
        <div>
          <dt className="label">Weight</dt>
          <dd>{formatWeight(weight)}</dd>
        </div>
      )}
      {parcel && (
        <div>
          <dt className="label">Packed size</dt>
          <dd>{formatDimensions(parcel)}</dd>
        </div>
      )}
    </dl>
  )
}
