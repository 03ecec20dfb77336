import type { FeeDetail } from '#features/freight/option.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import './WeightSummary.css'

type WeightSummaryProps = { grams: number; fee: FeeDetail; divisor: number | null }

/** The three weights of a parcel on a line, side by side. */
export function WeightSummary({ grams, fee, divisor }: WeightSummaryProps) {
  const { volumetricWeight, chargeableWeight } = fee
  return (
    <dl className="weight-summary">
      <div>
        <dt>Actual</dt>
        <dd className="tabular-nums">{formatGrams(grams)}</dd>
      </div>
      <div>
        <dt>Volumetric</dt>
        <dd className={volumetricWeight === null ? undefined : 'tabular-nums'}>
          {volumetricWeight === null ? describeMissingVolume(divisor) : formatGrams(volumetricWeight)}
        </dd>
      </div>
      <div className="weight-summary__charged">
        <dt>Chargeable</dt>
        <dd className="tabular-nums">{formatGrams(chargeableWeight)}</dd>
      </div>
    </dl>
  )
}

function describeMissingVolume(divisor: number | null): string {
  return divisor === null ? 'not used' : 'size unknown'
}
