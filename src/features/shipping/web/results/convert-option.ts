import { convertFen, convertUnitPrice, type Exchange } from '#features/freight/engine/exchange.ts'
import { toScaledInteger } from '#features/freight/engine/fixed-point.ts'
import type { FeeDetail, ShippingOption } from '#features/freight/option.ts'

const parts = ['freight', 'airSurcharge', 'fuelFee', 'customsFee', 'operationFee', 'serviceFee'] as const

/**
 * Converts an option from the exchange's `from` to its `to` currency. The result is exactly what the API call returns
 * for that currency: each part is converted and rounded separately, and the total is their sum.
 */
export function convertOption(option: ShippingOption, exchange: Exchange): ShippingOption {
  if (exchange.from === exchange.to) return option
  return { ...option, feeDetail: convertFeeDetail(option.feeDetail, exchange) }
}

function convertFeeDetail(detail: FeeDetail, exchange: Exchange): FeeDetail {
  const unitsPerMajor = 10 ** exchange.currency.digits
  const converted = { ...detail, currencyEnum: exchange.currency }
  let total = 0
  for (const part of parts) {
    const amount = detail[part]
    if (amount === null) continue
    const units = convertFen(Math.round(amount * 100), exchange)
    converted[part] = units / unitsPerMajor
    total += units
  }
  converted.total = detail.total === null ? null : total / unitsPerMajor
  converted.feeFirst = convertUnitPriceOrNull(detail.feeFirst, exchange)
  converted.feeContinue = convertUnitPriceOrNull(detail.feeContinue, exchange)
  return converted
}

function convertUnitPriceOrNull(price: number | null, exchange: Exchange): number | null {
  return price === null ? null : convertUnitPrice(toScaledInteger(price, 6), exchange)
}
