import { ChevronDown } from 'lucide-react'
import { countries } from '#features/freight/built-in/lists.ts'
import type { PopularSearch } from '#features/products/popular-search.ts'

/** The fields for country and order in the filter form, for browsers without JavaScript; rendered on the server only. */
export function PriceWithShippingFields({ search: { ShipTo, Sort } }: { search: PopularSearch }) {
  return (
    <>
      <div className="field">
        <label className="field__label" htmlFor="filter-ShipTo">
          With shipping to
        </label>
        <input
          className="input"
          id="filter-ShipTo"
          name="ShipTo"
          list="filter-countries"
          maxLength={2}
          pattern="[A-Za-z]{2}"
          placeholder="DE"
          defaultValue={ShipTo}
          aria-describedby="filter-ShipTo-hint"
        />
        <span className="field__hint" id="filter-ShipTo-hint">
          A country's code
        </span>
        <datalist id="filter-countries">
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
      </div>
      <div className="field">
        <label className="field__label" htmlFor="filter-Sort">
          Sort by
        </label>
        <span className="selectwrap">
          <select className="input select" id="filter-Sort" name="Sort" defaultValue={Sort ?? ''}>
            <option value="">Our order</option>
            <option value="landed">Price with shipping</option>
          </select>
          <ChevronDown className="icon icon--s" aria-hidden />
        </span>
      </div>
    </>
  )
}
