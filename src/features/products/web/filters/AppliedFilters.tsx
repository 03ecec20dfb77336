import './AppliedFilters.css'
import { X } from 'lucide-react'
import { clearFilters, getAppliedFilters } from '../../filter.ts'
import { clearDestination, type PopularSearch } from '../../popular-search.ts'
import { SearchLink } from './search-navigation.tsx'

type AppliedFiltersProps = {
  search: PopularSearch
  /** The country name of the prices with shipping. */
  destination: string | undefined
  /** Called after a filter was removed, because the focus must move to another element. */
  onRemove: () => void
}

/** The applied filters as removable chips. */
export function AppliedFilters({ search, destination, onRemove }: AppliedFiltersProps) {
  const applied = getAppliedFilters(search)
  if (applied.length === 0 && destination === undefined) return null
  return (
    <ul className={applied.length > 0 ? 'applied' : 'applied applied--destination'}>
      {applied.map((filter) => (
        <FilterChip key={filter.name} {...filter} onRemove={onRemove} />
      ))}
      {destination !== undefined && (
        <FilterChip
          className="applied__destination"
          label="with shipping to"
          value={destination}
          description={`shipping to ${destination}`}
          without={clearDestination(search)}
          onRemove={onRemove}
        />
      )}
      {applied.length > 1 && (
        <li>
          <SearchLink className="btn btn--quiet" search={clearFilters(search)} onOpen={onRemove}>
            Clear filters
          </SearchLink>
        </li>
      )}
    </ul>
  )
}

type FilterChipProps = {
  className?: string
  label: string
  value: string
  /** Names the filter for screen readers, when label and value are not clear enough. */
  description?: string
  without: PopularSearch
  onRemove: () => void
}

function FilterChip(props: FilterChipProps) {
  const { className = '', label, value, description = `${label} ${value}`, without, onRemove } = props
  return (
    <li className={`chip chip--x ${className}`}>
      <span>
        <span className="applied__label">{label}</span> <span className="tabular-nums">{value}</span>
      </span>
      <SearchLink className="chip__x" search={without} onOpen={onRemove}>
        <X className="icon icon--s" aria-hidden />
        <span className="visually-hidden">{`Remove ${description}`}</span>
      </SearchLink>
    </li>
  )
}
