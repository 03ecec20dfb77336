import { formatGrams, formatNumber } from '#shared/format/format-number.ts'
import { getCurrencySign } from '#shared/format/money.ts'
import { toScaledInteger } from './engine/fixed-point.ts'
import type { ChargeBreakdown, FeeDetail } from './option.ts'

export type ReceiptRowKey =
  | 'first'
  | 'next'
  | 'minimum'
  | 'fuel'
  | 'air'
  | 'customs'
  | 'operation'
  | 'service'
  | 'total'

/** A row of the charge table (§2). */
export type ReceiptRow = {
  readonly key: ReceiptRowKey
  readonly label: string
  /** In the smallest unit of the currency. */
  readonly minorUnits: number
  /** The amount with the currency's decimals, without a currency sign: '126.18'. */
  readonly text: string
  readonly isZero: boolean
}

/**
 * The charge table of an option, in display order: the freight as a first and a next part or as a minimum
 * charge, the surcharges and fees, and the total, which is exactly the sum of the rows above it in the
 * displayed currency. Empty for an option that is not available.
 */
export function buildReceipt(fee: FeeDetail, breakdown: ChargeBreakdown): ReceiptRow[] {
  const { digits } = fee.currencyEnum
  if (fee.total === null) return []
  const row = (key: ReceiptRowKey, label: string, amount: number | null): ReceiptRow => {
    const minorUnits = toMinorUnits(amount, digits)
    return { key, label, minorUnits, text: formatMinorAmount(minorUnits, digits), isZero: minorUnits === 0 }
  }
  const fuel = breakdown.fuelPercent > 0 ? `Fuel surcharge, ${breakdown.fuelPercent}%` : 'Fuel surcharge'
  return [
    ...buildFreightRows(fee, breakdown),
    row('fuel', fuel, fee.fuelFee),
    row('air', 'Air surcharge', fee.airSurcharge),
    row('customs', 'Customs fee', fee.customsFee),
    row('operation', 'Operation fee', fee.operationFee),
    row('service', 'Service fee', fee.serviceFee),
    row('total', 'Total', fee.total),
  ]
}

/** An amount in smallest units with a currency's decimals: 12618 with 2 decimals is '126.18'. */
export function formatMinorAmount(minorUnits: number, digits: number): string {
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, '0')
  const point = text.length - digits
  return (minorUnits < 0 ? '-' : '') + (digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`)
}

/** An amount of the wire in whole smallest units; it was divided from them once, so rounding restores them exactly. */
export function toMinorUnits(amount: number | null, digits: number): number {
  return Math.round((amount ?? 0) * 10 ** digits)
}

function buildFreightRows(fee: FeeDetail, breakdown: ChargeBreakdown): ReceiptRow[] {
  const { digits } = fee.currencyEnum
  const freight = toMinorUnits(fee.freight, digits)
  const row = (key: ReceiptRowKey, label: string, minorUnits: number): ReceiptRow => ({
    key,
    label,
    minorUnits,
    text: formatMinorAmount(minorUnits, digits),
    isZero: minorUnits === 0,
  })
  if (breakdown.minFreight) return [row('minimum', 'Minimum charge', freight)]
  const nextLabel = findNextLabel(fee)
  const paysFirstOnly = nextLabel === null || fee.chargeableWeight <= (fee.weightFirst ?? 0)
  const first = paysFirstOnly ? freight : Math.min(freight, toMinorUnits(fee.feeFirst, digits))
  const firstRow = row('first', getFirstLabel(fee), first)
  return nextLabel === null ? [firstRow] : [firstRow, row('next', nextLabel, freight - first)]
}

function getFirstLabel({ weightFirst }: FeeDetail): string {
  return weightFirst === null || weightFirst === 0 ? 'Base fee' : `First ${formatGrams(weightFirst)}`
}

/** Null when the tier has no price for further weight. */
function findNextLabel(fee: FeeDetail): string | null {
  const { mode, steps, weightFirst, weightContinue, feeContinue, chargeableWeight } = fee
  if (mode === 'ladder') return 'Next weight'
  if (weightContinue === null || feeContinue === null || feeContinue === 0) return null
  const { code, digits } = fee.currencyEnum
  const unitPriceText = getCurrencySign(code) + formatUnitPrice(feeContinue, digits)
  if (mode === 'step') {
    const stepsText = steps === null || steps === 0 ? '' : `, ${formatNumber(steps)} x ${unitPriceText}`
    return `Next ${formatGrams(weightContinue)}${stepsText}`
  }
  const furtherGrams = Math.max(0, chargeableWeight - (weightFirst ?? 0))
  const price =
    weightContinue === 1000 ? unitPriceText : `${unitPriceText} per ${formatGrams(weightContinue)}`
  return `${formatMinorAmount(furtherGrams, 3)} kg ${weightFirst === 0 ? '' : 'more '}at ${price}`
}

/** With the currency's decimals, or more where the price has more: '42.06', '92.988'. */
function formatUnitPrice(price: number, digits: number): string {
  const text = formatMinorAmount(toScaledInteger(price, 6), 6)
  const [integerDigits = '', decimals = ''] = text.split('.')
  const trimmedDecimals = decimals.replace(/0+$/, '').padEnd(digits, '0')
  return trimmedDecimals === '' ? integerDigits : `${integerDigits}.${trimmedDecimals}`
}
