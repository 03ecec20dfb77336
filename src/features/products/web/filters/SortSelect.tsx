import { ChevronDown } from 'lucide-react'
import { clearDestination, type PopularSearch } from '../../popular-search.ts'

type SortSelectProps = {
  id: string
  search: PopularSearch
  /** The country of the whole site; another one in the address counts where there is none. */
  country: string | undefined
  /** Asks for a country. */
  onAsk: (then: (code: string) => void) => void
  onShow: (search: PopularSearch) => void
}

/** The order of Popular; one by prices with shipping asks for a country where none was chosen. */
export function SortSelect({ id, search, country = search.ShipTo, onAsk, onShow }: SortSelectProps) {
  function sortTo(ShipTo: string) {
    onShow({ ...clearDestination(search), ShipTo, Sort: 'landed' })
  }
  function handleChange(value: string) {
    if (value === '') onShow(clearDestination(search))
    else if (country === undefined) onAsk(sortTo)
    else sortTo(country)
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
