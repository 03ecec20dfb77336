import './AppliedFilters.css'
import { X } from 'lucide-react'
import { appliedFilters, type PopularSearch, withoutFilters } from '../filter.ts'
import { SearchLink } from './search-navigation.tsx'

type AppliedFiltersProps = {
  search: PopularSearch
  /** After one was dropped: its chip is gone and the focus needs another place. */
  onDrop: () => void
}

/** The filters in force as chips that can be taken off. */
export function AppliedFilters({ search, onDrop }: AppliedFiltersProps) {
  const applied = appliedFilters(search)
  if (applied.length === 0) return null
  return (
    <ul className="applied">
      {applied.map(({ name, label, value, without }) => (
        <li className="chip chip--x" key={name}>
          <span>
            <span className="applied__label">{label}</span> <span className="num">{value}</span>
          </span>
          <SearchLink className="chip__x" search={without} onFollow={onDrop}>
            <X className="icon icon--s" aria-hidden />
            <span className="vh">
              Remove {label} {value}
            </span>
          </SearchLink>
        </li>
      ))}
      {applied.length > 1 && (
        <li>
          <SearchLink className="btn btn--quiet" search={withoutFilters(search)} onFollow={onDrop}>
            Clear filters
          </SearchLink>
        </li>
      )}
    </ul>
  )
}
