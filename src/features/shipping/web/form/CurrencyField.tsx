import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import currencies from '#features/visitor/built-in/currencies.json' with { type: 'json' }
import { saveCurrency, useSavedCurrency } from '#features/visitor/web/ship-to/use-saved-codes.ts'

/** The choice of the currency for amounts beside yuan; by default that of the country. */
export function CurrencyField() {
  const chosen = useSavedCurrency()
  const [names] = useState(() => new Intl.DisplayNames('en', { type: 'currency' }))
  return (
    <div className="country-sheet__currency">
      <label className="field__label" htmlFor="shown-currency">
        Sums also in
      </label>
      <span className="selectwrap">
        <select
          className="input select"
          id="shown-currency"
          value={chosen ?? ''}
          onChange={({ target }) => saveCurrency(target.value || undefined)}
        >
          <option value="">The country's currency</option>
          <option value="CNY">Yuan only</option>
          {Object.keys(currencies).map((code) => (
            <option key={code} value={code}>
              {`${code} · ${names.of(code) ?? ''}`}
            </option>
          ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </div>
  )
}
