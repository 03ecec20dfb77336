import './PopularFilters.css'
import { ChevronDown } from 'lucide-react'
import type { ReactNode, SubmitEvent } from 'react'
import { paths } from '#shared/paths.ts'
import { useDebouncedCallback } from '#shared/web/hooks/use-debounced-callback.ts'
import { type FilterDraft, getStorefrontLabel } from '../../filter.ts'
import type { PopularSearch } from '../../popular-search.ts'
import { storefronts } from '../../texts-and-limits.ts'
import { useFilterDraft } from './filter-draft.ts'
import { PriceField } from './PriceField.tsx'

/** Typed values are applied after this pause; Enter and a selection apply at once. */
const debounceMs = 400

type PopularFiltersProps = {
  search: PopularSearch
  onApply: (search: PopularSearch) => void
  /** Additional fields before the button. */
  children?: ReactNode
}

/** The filters Min Price, Max Price and Storefront (§2) as a GET form, which works without JavaScript by its button. */
export function PopularFilters({ search, onApply, children }: PopularFiltersProps) {
  const { draft, problem, change, attempt } = useFilterDraft(search)
  const debounce = useDebouncedCallback(debounceMs)
  function apply(next: FilterDraft) {
    debounce.cancel()
    const nextSearch = attempt(next)
    if (nextSearch) onApply(nextSearch)
  }
  function handleType(changes: Partial<FilterDraft>) {
    const next = change(changes)
    debounce.later(() => apply(next))
  }
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    apply(draft)
  }
  return (
    <form
      className="filters"
      id="filters"
      action={paths.popular()}
      method="get"
      aria-label="Filters"
      noValidate
      onSubmit={handleSubmit}
    >
      <PriceField
        idPrefix="filter"
        name="MinPrice"
        label="Min Price"
        value={draft.MinPrice}
        problem={problem}
        onChange={(MinPrice) => handleType({ MinPrice })}
      />
      <PriceField
        idPrefix="filter"
        name="MaxPrice"
        label="Max Price"
        value={draft.MaxPrice}
        problem={problem}
        onChange={(MaxPrice) => handleType({ MaxPrice })}
      />
      <div className="field filters__storefront">
        <label className="field__label" htmlFor="filter-Storefront">
          Storefront
        </label>
        <span className="selectwrap">
          <select
            className="input select"
            id="filter-Storefront"
            name="Storefront"
            value={draft.Storefront}
            onChange={({ target }) => apply(change({ Storefront: target.value }))}
          >
            {['', ...storefronts].map((storefront) => (
              <option key={storefront} value={storefront}>
                {getStorefrontLabel(storefront)}
              </option>
            ))}
          </select>
          <ChevronDown className="icon icon--s" aria-hidden />
        </span>
      </div>
      {draft.Trending && <input type="hidden" name="Trending" value={draft.Trending} />}
      {children}
      <button type="submit" className="btn filters__apply">
        Apply filters
      </button>
    </form>
  )
}
