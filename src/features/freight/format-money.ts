import { getCurrencySign } from '#shared/format/money.ts'
import type { CurrencyEnum, ShippingOption } from './option.ts'
import { formatMinorAmount } from './receipt.ts'

/** An amount in the currency's smallest unit as text: '¥52.36', 'JPY 2733'. */
export function formatMoney(units: number, currency: Pick<CurrencyEnum, 'code' | 'digits'>): string {
  return getCurrencySign(currency.code) + formatMinorAmount(units, currency.digits)
}

/** The range from the lowest to the highest total: '¥115.72–410.96'. */
export function formatPriceRange(options: readonly ShippingOption[]): string {
  const currency = options[0]?.feeDetail.currencyEnum
  if (!currency) return ''
  const units = options.map(getTotalMinor)
  const [minUnits, maxUnits] = [Math.min(...units), Math.max(...units)]
  const maxText = formatMinorAmount(maxUnits, currency.digits)
  return minUnits === maxUnits
    ? formatMoney(minUnits, currency)
    : `${formatMoney(minUnits, currency)}–${maxText}`
}

/** '5–9 days'; empty when the card has no times. */
export function formatTransitDays({
  transit,
  transitTime,
}: Pick<ShippingOption, 'transit' | 'transitTime'>): string {
  if (transitTime === '') return ''
  const { min, max } = transit
  if (min === max) return `${min} ${min === 1 ? 'day' : 'days'}`
  return `${min}–${max} days`
}

/** The total in the smallest unit of its currency, 0 when there is none. */
export function getTotalMinor({ feeDetail: { total, currencyEnum } }: ShippingOption): number {
  return Math.round((total ?? 0) * 10 ** currencyEnum.digits)
}
