import { ChevronDown, TriangleAlert } from 'lucide-react'
import { areUsable } from '#features/freight/approximate.ts'
import { findExchange } from '#features/freight/engine/exchange.ts'
import type { CurrencyEnum } from '#features/freight/option.ts'
import { oldRatesDays } from '#features/freight/texts-and-limits.ts'
import { saveCurrency } from '#features/visitor/web/ship-to/use-saved-codes.ts'
import { useShownCurrency } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { formatDate } from '#shared/format/format-date.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import type { ShownOptions } from './shown-currency.ts'
import './CurrencySelect.css'
import { DAY_MS } from '#shared/time.ts'

type CurrencyProps = Pick<ShownOptions, 'charged' | 'exchange' | 'rates'>

/** The displayed currency; the choice is stored on this device. */
export function CurrencySelect({ charged, exchange, rates }: CurrencyProps) {
  if (!charged) return null
  return (
    <label className="currency js-only">
      <span className="currency__label">Prices in</span>
      <span className="selectwrap">
        <select
          className="input select currency__select"
          value={exchange?.to ?? charged.code}
          onChange={({ target }) => saveCurrency(target.value)}
        >
          {listCurrencies(charged, rates).map(({ code, name }) => (
            <option key={code} value={code}>
              {`${code} · ${name}`}
            </option>
          ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </label>
  )
}

/** The charged currency first, then all others with a rate, by code. */
function listCurrencies(charged: CurrencyEnum, rates: ExchangeRates | undefined): CurrencyEnum[] {
  const codes = rates ? [rates.base, ...Object.keys(rates.rates)] : []
  const otherCodes = [...new Set(codes)].filter((code) => code !== charged.code).sort()
  const currencies = otherCodes.map((code) => rates && findExchange(rates, charged.code, code)?.currency)
  return [charged, ...currencies.filter((currency) => currency !== undefined)]
}

type RatesNoteProps = CurrencyProps & {
  /** True when the page shows amounts in the visitor's currency beside yuan. */
  hasApproximate: boolean
}

/** The charged currency, and for converted amounts the source and date of the exchange rates. */
export function RatesNote({ charged, exchange, rates, hasApproximate }: RatesNoteProps) {
  const now = useNow()
  const currency = useShownCurrency()
  if (!charged) return null
  const isApproximate = hasApproximate && currency && rates && areUsable(rates)
  const hasConversion = rates && (exchange || isApproximate)
  const isOld = hasConversion && now - Date.parse(rates.date) > oldRatesDays * DAY_MS
  return (
    <p className="rates-note">
      {hasConversion && (
        <span>{`Exchange rates: ${formatSourceName(rates.source)}, ${formatDate(rates.date)}. `}</span>
      )}
      <span>{`Charged in ${charged.name}.`}</span>
      {isOld && (
        <span>
          {' '}
          <TriangleAlert className="icon icon--s" aria-hidden />
          <span>{` These exchange rates are more than ${oldRatesDays} days old.`}</span>
        </span>
      )}
    </p>
  )
}

function formatSourceName(source: string): string {
  return /^(ECB|European Central Bank)\b/.test(source) ? 'ECB' : source
}
