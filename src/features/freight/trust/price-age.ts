import { formatMoney, getTotalMinor } from '../format-money.ts'
import type { ShippingOption } from '../option.ts'
import { formatMinorAmount } from '../receipt.ts'

/** What a line's name row says of an old price: 'Price of 2019', 'Undated price'; empty for all others. */
export function describePriceAge({ trust, asOf }: Pick<ShippingOption, 'trust' | 'asOf'>): string {
  if (trust !== 2) return ''
  return asOf === null ? 'Undated price' : `Price of ${asOf}`
}

/** A line's name with what `describePriceAge` says: 'EMS · Price of 2019'. */
export function formatLineName(line: Pick<ShippingOption, 'name' | 'trust' | 'asOf'>): string {
  return [line.name, describePriceAge(line)].filter(Boolean).join(' · ')
}

/** The range in which a line's total may be: '¥90.00–110.00'; empty when the card gives no spread. */
export function formatSpread(option: ShippingOption): string {
  const { spread, feeDetail } = option
  if (!spread || feeDetail.total === null) return ''
  const { currencyEnum } = feeDetail
  const units = getTotalMinor(option)
  const deviation = Math.round((units * spread) / 100)
  return `${formatMoney(units - deviation, currencyEnum)}–${formatMinorAmount(units + deviation, currencyEnum.digits)}`
}
