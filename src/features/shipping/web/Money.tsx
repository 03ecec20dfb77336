import { getCurrencySign } from '#shared/format/money.ts'
import '#shared/web/ui/values/Price.css'
import type { CurrencyEnum } from '#features/freight/option.ts'
import { formatMinorAmount } from '#features/freight/receipt.ts'

type MoneyProps = { units: number; currency: CurrencyEnum }

/** An amount of smallest units with its sign in front; a screen reader hears the currency's name. */
export function Money({ units, currency }: MoneyProps) {
  const figures = formatMinorAmount(units, currency.digits)
  return (
    <span className="price">
      <span aria-hidden>
        <span className="price__sign">{getCurrencySign(currency.code)}</span>
        <span>{figures}</span>
      </span>
      <span className="visually-hidden">{`${figures} ${currency.name}`}</span>
    </span>
  )
}
