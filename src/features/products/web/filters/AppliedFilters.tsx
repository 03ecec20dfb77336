import './AppliedFilters.css'
import { X } from 'lucide-react'
import { clearFilters, getAppliedFilters } from '../../filter.ts'
import { clearDestination, type PopularSearch } from '../../popular-search.ts'
import { SearchLink } from './search-navigation.tsx'

type AppliedFiltersProps = {
  search: PopularSearch
  /** The name of the country that prices are shown with shipping to. */
  destination: string | undefined
  /** After one was removed: its chip is gone and the focus needs another place. */
  onDrop: () => void
}

/** The filters in force as chips that can be taken off. */
export function AppliedFilters({ search, destination, onDrop }: AppliedFiltersProps) {
  const applied = getAppliedFilters(search)
  if (applied.length === 0 && destination === undefined) return null
  return (
    <ul className={applied.length > 0 ? 'applied' : 'applied applied--destination'}>
      {applied.map((filter) => (
        <FilterChip key={filter.name} {...filter} onDrop={onDrop} />
      ))}
      {destination !== undefined && (
        <FilterChip
          className="applied__destination"
          label="with shipping to"
          value={destination}
          what={`shipping to ${destination}`}
          without={clearDestination(search)}
          onDrop={onDrop}
        />
      )}
      {applied.length > 1 && (
        <li>
          <SearchLink className="btn btn--quiet" search={clearFilters(search)} onFollow={onDrop}>
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
  /** What is removed, where label and value do not tell. */
  what?: string
  without: PopularSearch
  onDrop: () => void
}

function FilterChip(props: FilterChipProps) {
  const { className = '', label, value, what = `${label} ${value}`, without, onDrop } = props
  return (
    <li className={`chip chip--x ${className}`}>
      <span>
        <span className="applied__label">{label}</span> <span className="tabular-nums">{value}</span>
      </span>
      <SearchLink className="chip__x" search={without} onFollow={onDrop}>
        <X className="icon icon--s" aria-hidden />
        <span className="visually-hidden">{`Remove ${what}`}</span>
      </SearchLink>
    </li>
  )
}
