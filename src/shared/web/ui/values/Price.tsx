import { formatYuan, getCurrencyName, getCurrencySign } from '#shared/format/money.ts'
import './Price.css'

type PriceProps = { amount: number; currency?: string; className?: string }

/** An amount with the currency's sign and two decimals (§9). Screen readers read the currency's name. */
export function Price({ amount, currency = 'CNY', className = '' }: PriceProps) {
  const figures = formatYuan(amount)
  return (
    <span className={`price ${className}`}>
      <span aria-hidden>
        <span className="price__sign">{getCurrencySign(currency)}</span>
        <span>{figures}</span>
      </span>
      <span className="visually-hidden">{`${figures} ${getCurrencyName(currency)}`}</span>
    </span>
  )
}
