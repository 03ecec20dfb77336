import { getCurrencySign } from '#shared/format/money.ts'
import type { CurrencyEnum, ShippingOption } from './option.ts'
import { formatMinorAmount } from './receipt.ts'

/** An amount of smallest units as text: '¥52.36', 'JPY 2733'. */
export function formatMoney(units: number, currency: CurrencyEnum): string {
  return getCurrencySign(currency.code) + formatMinorAmount(units, currency.digits)
}

/** The range from the cheapest to the dearest line: '¥115.72–410.96'. */
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

/** '5–9 days'; empty where the card does not say. */
export function formatTransitDays({
  transit,
  transitTime,
}: Pick<ShippingOption, 'transit' | 'transitTime'>): string {
  if (transitTime === '') return ''
  const { min, max } = transit
  if (min === max) return `${min} ${min === 1 ? 'day' : 'days'}`
  return `${min}–${max} days`
}

/** The total in the smallest unit of its currency, 0 where there is none. */
export function getTotalMinor({ feeDetail: { total, currencyEnum } }: ShippingOption): number {
  return Math.round((total ?? 0) * 10 ** currencyEnum.digits)
}
