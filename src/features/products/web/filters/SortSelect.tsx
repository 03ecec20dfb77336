import { ChevronDown } from 'lucide-react'
import { clearDestination, type PopularSearch } from '../../popular-search.ts'

type SortSelectProps = {
  id: string
  search: PopularSearch
  /** The visitor's destination; without one, that in the URL is used. */
  country: string | undefined
  /** Asks the visitor for a country. */
  onAskCountry: (onCountry: (code: string) => void) => void
  onShow: (search: PopularSearch) => void
}

/** The order of Popular. Sorting by price with shipping asks for a country when none is set. */
export function SortSelect({ id, search, country = search.ShipTo, onAskCountry, onShow }: SortSelectProps) {
  function sortByShippingTo(ShipTo: string) {
    onShow({ ...clearDestination(search), ShipTo, Sort: 'landed' })
  }
  function handleChange(value: string) {
    if (value === '') onShow(clearDestination(search))
    else if (country === undefined) onAskCountry(sortByShippingTo)
    else sortByShippingTo(country)
  }
  return (
    <div className="field sort-select js-only">
      <label className="field__label" htmlFor={id}>
        Sort by
      </label>
      <span className="selectwrap">
        <select
          className="input select"
          id={id}
          value={search.Sort ?? ''}
          onChange={({ target }) => handleChange(target.value)}
        >
          <option value="">Our order</option>
          <option value="landed">Price with shipping</option>
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </div>
  )
}
