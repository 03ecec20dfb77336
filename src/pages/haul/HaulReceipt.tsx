import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#features/freight/format-money.ts'
import type { CurrencyEnum, FeeDetail, ShippingOption } from '#features/freight/option.ts'
import { toMinorUnits } from '#features/freight/receipt.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { countPieces, type Haul } from '#features/haul/haul.ts'
import { sumFees } from '#features/haul/web/plan/describe-plan.ts'
import {
  formatFreightLabel,
  formatParcelCount,
  formatPieceCount,
} from '#features/haul/web/plan/format-haul.ts'
import type { ShippingWay } from '#features/haul/web/plan/shipping-ways.ts'
import type { PlanResult } from '#features/haul/web/plan-messages.ts'
import { useApproximate } from '#features/shipping/web/use-approximate.ts'
import { useShownCurrency } from '#features/visitor/web/ship-to/use-ship-to.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import '#features/shipping/web/line/Receipt.css'
import { formatDate } from '#shared/format/format-date.ts'

type HaulReceiptProps = { haul: Haul; result: PlanResult; way: ShippingWay; rates: ExchangeRates | undefined }
type HaulReceiptRow = { label: string; units: number }

/** The receipt of one way to send the haul; its rows add up to its total. */
export function HaulReceipt({ haul, result, way, rates }: HaulReceiptProps) {
  const { plan, currency, goods, charged } = result
  const options = way.parcels.flatMap(({ option }) => option ?? [])
  const rows = [...buildGoodsRow(haul, result), ...buildFeeRows(options, currency)]
  const country = useQuery(countryNameQuery(haul.destination)).data ?? haul.destination
  const total = (way.total ?? 0) + (goods ?? 0)
  const shownCurrency = useShownCurrency()
  const approximate = useApproximate(currency.code, haul.destination)?.(total)
  const notes = [
    options.length > 1 && 'Each parcel is declared separately and may arrive on a different day.',
    plan.leftOut.length > 0 && "Items that can't be shipped count as goods, not as shipping.",
    goods === null && "Goods aren't included: we have no exchange rate for yuan.",
    currency.code !== charged &&
      rates &&
      `Exchange rates: ECB, ${formatDate(rates.date)}; charged in ${charged}.`,
  ]
  return (
    <section className="receipt" aria-labelledby="haul-receipt">
      <div className="receipt__paper">
        <div className="receipt__head">
          <h2 className="haul__slip" id="haul-receipt">
            {`This haul, in ${formatParcelCount(options.length)}`}
          </h2>
          <span className="tabular-nums receipt__aside">{way.span}</span>
        </div>
        <dl>
          {rows.map(({ label, units }) => (
            <div className="receipt__row" key={label}>
              <dt>{label}</dt>
              <dd>{formatMoney(units, currency)}</dd>
            </div>
          ))}
          <div className="receipt__row receipt__row--total">
            <dt>{`With shipping to ${country}`}</dt>
            <dd>{formatMoney(total, currency)}</dd>
          </div>
          {rates && shownCurrency && approximate !== '' && (
            <div className="receipt__row receipt__row--zero">
              <dt>{`In ${shownCurrency}, ${formatDate(rates.date)}`}</dt>
              <dd>{approximate}</dd>
            </div>
          )}
        </dl>
        <p className="receipt__note">{notes.filter(Boolean).join(' ')}</p>
      </div>
    </section>
  )
}

function buildGoodsRow({ items }: Haul, { goods }: PlanResult): HaulReceiptRow[] {
  if (goods === null) return []
  const unpricedCount = items.filter(({ priceFen }) => priceFen === null).length
  const unpricedText = unpricedCount > 0 ? `, ${unpricedCount} without a price` : ''
  return [{ label: `Goods, ${formatPieceCount(countPieces(items))}${unpricedText}`, units: goods }]
}

/** Shipping and the agent's fees always, other fees when they are not zero. */
function buildFeeRows(options: readonly ShippingOption[], currency: CurrencyEnum): HaulReceiptRow[] {
  const row = (label: string, fee: Parameters<typeof sumFees>[1], isShown: boolean): HaulReceiptRow[] => {
    const units = sumFees(options, fee, currency)
    return isShown || units !== 0 ? [{ label, units }] : []
  }
  const withAmountEach = (label: string, fee: 'operationFee' | 'serviceFee') =>
    `${label}${formatAmountEach(fee)}`
  function formatAmountEach(fee: keyof Pick<FeeDetail, 'operationFee' | 'serviceFee'>): string {
    const amounts = new Set(options.map(({ feeDetail }) => toMinorUnits(feeDetail[fee], currency.digits)))
    const [amount] = amounts
    if (amounts.size !== 1 || amount === undefined || options.length === 1) return ''
    return `, ${options.length} x ${formatMoney(amount, currency)}`
  }
  return [
    ...row(formatFreightLabel(options), 'freight', true),
    ...row('Fuel surcharge', 'fuelFee', false),
    ...row('Air surcharge', 'airSurcharge', false),
    ...row('Customs fee', 'customsFee', false),
    ...row(withAmountEach('Operation fee', 'operationFee'), 'operationFee', true),
    ...row(withAmountEach('Service fee', 'serviceFee'), 'serviceFee', true),
  ]
}
