import './ItemMeasurements.css'
import type { Product } from '../../contract.ts'
import { type Dimensions, formatDimensions, formatWeight, parseDimensions } from '../../dimensions.ts'
import { ParcelDrawing } from '../list/ParcelDrawing.tsx'

type ItemMeasurementsProps = { product: Pick<Product, 'weight' | 'dimensions'> | null }

/** Weight and size of the packed item, as far as known (§2), with the parcel drawn to scale. */
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
      {parcel && <ParcelSize parcel={parcel} />}
    </dl>
  )
}

function ParcelSize({ parcel }: { parcel: Dimensions }) {
  return (
    <>
      <div>
        <dt className="label">Size, packed</dt>
        <dd>{formatDimensions(parcel)}</dd>
      </div>
      <div className="facts__scale">
        <dt className="visually-hidden">Drawn to scale</dt>
        <dd>
          <ParcelDrawing parcel={parcel} />
        </dd>
      </div>
    </>
  )
}
