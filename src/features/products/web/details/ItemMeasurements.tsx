import './ItemMeasurements.css'
import type { Product } from '../../contract.ts'
import { formatDimensions, formatWeight, parseDimensions } from '../../dimensions.ts'

type ItemMeasurementsProps = { product: Pick<Product, 'weight' | 'dimensions'> | null }

/** The weight and size of the packed item, if they are known (§2), in one line. */
export function ItemMeasurements({ product }: ItemMeasurementsProps) {
  const weightGrams = product?.weight ?? null
  const size = parseDimensions(product?.dimensions)
  if (weightGrams === null && !size) return null
  return (
    <dl className="facts">
      {weightGrams !== null && (
        <div>
          <dt className="label">Weight</dt>
          <dd>{formatWeight(weightGrams)}</dd>
        </div>
      )}
      {size && (
        <div>
          <dt className="label">Packed size</dt>
          <dd>{formatDimensions(size)}</dd>
        </div>
      )}
    </dl>
  )
}
