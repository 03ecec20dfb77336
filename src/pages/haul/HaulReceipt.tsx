import { formatMoney } from '#features/freight/format-money.ts'
import type { FeeDetail } from '#features/freight/option.ts'
import type { ExchangeRates } from '#features/freight/tariffs.ts'
import { countPieces, type Haul } from '#features/haul/haul.ts'
import { toMinorUnits } from '#features/haul/minor-units.ts'
import type { PlanAnswer } from '#features/haul/web/plan-messages.ts'
import '#features/shipping/web/line/Receipt.css'
import { describeSaving, getSplitTotal, sumFees } from '#features/haul/web/plan/describe-plan.ts'
import {
  formatParcelCount,
  formatPieceCount,
  formatTransitSpan,
} from '#features/haul/web/plan/format-haul.ts'
import { formatDate } from '#shared/format/format-date.ts'

type HaulReceiptProps = { haul: Haul; answer: PlanAnswer; rates: ExchangeRates | undefined }
type HaulReceiptRow = { label: string; units: number }

/** The cheapest split as a receipt; its rows add up to its total. */
export function HaulReceipt({ haul, answer, rates }: HaulReceiptProps) {
  const { plan, currency, goods, charged } = answer
  const options = plan.split.map(({ option }) => option)
  const rows = [...buildGoodsRow(haul, answer), ...buildFeeRows(answer)]
  const total = getSplitTotal(answer) + (goods ?? 0)
  return (
    <section className="receipt" aria-labelledby="haul-receipt">
      <div className="receipt__paper">
        <div className="receipt__head">
          <h2 className="haul__slip" id="haul-receipt">
            This haul, in {formatParcelCount(plan.split.length)}
          </h2>
          <span className="tabular-nums receipt__aside">{formatTransitSpan(options)}</span>
        </div>
        <dl>
          {[...rows, { label: 'Total', units: total }].map(({ label, units }, place) => (
            <div className={`receipt__row ${place === rows.length ? 'receipt__row--total' : ''}`} key={label}>
              <dt>{label}</dt>
              <dd>{formatMoney(units, currency)}</dd>
            </div>
          ))}
        </dl>
        <p className="receipt__note">
          <strong>{describeSaving(answer)}</strong>
          {plan.split.length > 1 && ' Each parcel is declared by itself and can arrive on another day.'}
          {plan.leftOut.length > 0 && ' What cannot be sent is in the goods, but not in the freight.'}
          {goods === null && ' Goods are not included: there is no rate for yuan.'}
        </p>
        <p className="receipt__note">
          {plan.isExact
            ? 'Exact: every way to divide the pieces was compared.'
            : 'Heuristic: more than 12 pieces. A good split, perhaps not the cheapest.'}
          {currency.code !== charged &&
            rates &&
            ` Rates of ${formatDate(rates.date)}, ECB; charged in ${charged}.`}
        </p>
      </div>
    </section>
  )
}

function buildGoodsRow({ items }: Haul, { goods }: PlanAnswer): HaulReceiptRow[] {
  if (goods === null) return []
  const unknown = items.filter(({ price }) => price === null).length
  const without = unknown > 0 ? `, ${unknown} without a price` : ''
  return [{ label: `Goods, ${formatPieceCount(countPieces(items))}${without}`, units: goods }]
}

/** Freight and the agent's fees always, the others where not zero. */
function buildFeeRows({ plan, currency }: PlanAnswer): HaulReceiptRow[] {
  const options = plan.split.map(({ option }) => option)
  const parcels = formatParcelCount(options.length)
  const row = (label: string, part: Parameters<typeof sumFees>[1], isShown: boolean): HaulReceiptRow[] => {
    const units = sumFees(options, part, currency)
    return isShown || units !== 0 ? [{ label, units }] : []
  }
  const each = (label: string, part: 'operationFee' | 'serviceFee') => `${label}${eachText(part)}`
  function eachText(part: keyof Pick<FeeDetail, 'operationFee' | 'serviceFee'>): string {
    const amounts = new Set(options.map(({ feeDetail }) => toMinorUnits(feeDetail[part] ?? 0, currency)))
    const [one] = amounts
    if (amounts.size !== 1 || one === undefined || options.length === 1) return ''
    return `, ${options.length} x ${formatMoney(one, currency)}`
  }
  return [
    ...row(`Freight, ${parcels}`, 'freight', true),
    ...row('Fuel surcharge', 'fuelFee', false),
    ...row('Air surcharge', 'airSurcharge', false),
    ...row('Customs fee', 'customsFee', false),
    ...row(each('Operation fee', 'operationFee'), 'operationFee', true),
    ...row(each('Service fee', 'serviceFee'), 'serviceFee', true),
  ]
}
