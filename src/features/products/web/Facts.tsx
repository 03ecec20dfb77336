import './Facts.css'
import type { Product } from '../contract.ts'
import { type Parcel, parcelOf, parcelWords, weightWords } from '../parcel.ts'
import { ParcelDrawing } from './ParcelDrawing.tsx'

type FactsProps = { product: Pick<Product, 'weight' | 'dimensions'> | null }

/** Weight and size of the packed item, as far as they are known (§2), with the parcel drawn to scale. */
export function Facts({ product }: FactsProps) {
  const weight = product?.weight ?? null
  const parcel = parcelOf(product?.dimensions)
  if (weight === null && !parcel) return null
  return (
    <dl className="facts">
      {weight !== null && (
        <div>
          <dt className="label">Weight</dt>
          <dd>{weightWords(weight)}</dd>
        </div>
      )}
      {parcel && <Size parcel={parcel} />}
    </dl>
  )
}

function Size({ parcel }: { parcel: Parcel }) {
  return (
    <>
      <div>
        <dt className="label">Size, packed</dt>
        <dd>{parcelWords(parcel)}</dd>
      </div>
      <div className="facts__scale">
        <dt className="vh">Drawn to scale</dt>
        <dd>
          <ParcelDrawing parcel={parcel} />
        </dd>
      </div>
    </>
  )
}
