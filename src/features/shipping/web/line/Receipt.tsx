import { formatMoney } from '#features/freight/format-money.ts'
import type { ChargeBreakdown, FeeDetail } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { buildReceipt, type ReceiptRow } from '#features/freight/receipt.ts'
import { describeChargedWeight } from '#features/freight/weight-note.ts'
import './Receipt.css'

type ReceiptProps = {
  name: string
  /** The text beside the name: the transit time. */
  aside: string
  fee: FeeDetail
  breakdown: ChargeBreakdown
  parcel: Pick<Parcel, 'grams' | 'sidesMm'>
}

/** The charge table (§2) as a receipt: the rows add up to the total, and a sentence explains the weight. */
export function Receipt({ name, aside, fee, breakdown, parcel }: ReceiptProps) {
  const { charged, because } = describeChargedWeight(fee, breakdown, parcel)
  return (
    <div className="receipt">
      <div className="receipt__paper">
        <p className="receipt__head">
          <b>{name}</b>
          <span className="tabular-nums receipt__aside">{aside}</span>
        </p>
        <dl>
          {buildReceipt(fee, breakdown).map((row) => (
            <div className={`receipt__row ${getRowClass(row)}`} key={row.key}>
              <dt>{row.label}</dt>
              <dd>{formatMoney(row.minorUnits, fee.currencyEnum)}</dd>
            </div>
          ))}
        </dl>
        <p className="receipt__note">
          <strong>{charged}</strong>
          <span>{` ${because}`}</span>
        </p>
      </div>
    </div>
  )
}

function getRowClass({ key, isZero }: ReceiptRow): string {
  if (key === 'total') return 'receipt__row--total'
  return isZero ? 'receipt__row--zero' : ''
}
