import type { FeeDetail } from '#features/freight/option.ts'
import { grouped } from '#features/freight/rule-texts.ts'
import './WeightSummary.css'

type WeighInProps = { grams: number; fee: FeeDetail; divisor: number | null }

/** The three weights of a parcel on a line, side by side. */
export function WeightSummary({ grams, fee, divisor }: WeighInProps) {
  const { volumetricWeight, chargeableWeight } = fee
  return (
    <dl className="weighin">
      <div>
        <dt>Actual</dt>
        <dd className="num">{grouped(grams)} g</dd>
      </div>
      <div>
        <dt>Volumetric</dt>
        <dd className={volumetricWeight === null ? undefined : 'num'}>
          {volumetricWeight === null ? volumeless(divisor) : `${grouped(volumetricWeight)} g`}
        </dd>
      </div>
      <div className="weighin__charged">
        <dt>Chargeable</dt>
        <dd className="num">{grouped(chargeableWeight)} g</dd>
      </div>
    </dl>
  )
}

function volumeless(divisor: number | null): string {
  return divisor === null ? 'not counted' : 'size not given'
}
