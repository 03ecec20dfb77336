import { getCurrencySign } from '#shared/format/money.ts'
import '#shared/web/ui/values/Price.css'
import type { CurrencyEnum } from '#features/freight/option.ts'
import { formatMinorAmount } from '#features/freight/receipt.ts'

type MoneyProps = { units: number; currency: CurrencyEnum }

/** An amount in smallest units after its currency sign; screen readers read the currency's name instead. */
export function Money({ units, currency }: MoneyProps) {
  const amountText = formatMinorAmount(units, currency.digits)
  return (
    <span className="price">
      <span aria-hidden>
        <span className="price__sign">{getCurrencySign(currency.code)}</span>
        <span>{amountText}</span>
      </span>
      <span className="visually-hidden">{`${amountText} ${currency.name}`}</span>
    </span>
  )
}
