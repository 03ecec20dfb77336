import { useTypedFilter } from '#shared/web/typed-filter.ts'
import { ListBar, ListFilter, ListSearch } from '#shared/web/ui/lists/ListBar.tsx'
import { type ManageSearch, trendingFilters } from '../../manage-search.ts'
import { productLimits } from '../../texts-and-limits.ts'

type ProductFiltersProps = {
  search: ManageSearch
  summary: string
  onApply: (search: ManageSearch) => void
}

/** The search by name or code and the Trending filter (§9), both in the URL. */
export function ProductFilters({ search, summary, onApply }: ProductFiltersProps) {
  const typed = useTypedFilter(search.text, (text) => onApply({ ...search, text }))
  return (
    <ListBar onSubmit={typed.applyNow} summary={summary}>
      <ListSearch
        id="product-search"
        label="Name or product code"
        name="search"
        maxLength={productLimits.name}
        value={typed.text}
        onChange={({ target }) => typed.type(target.value)}
      />
      <ListFilter
        id="product-trending"
        label="Trending"
        name="Trending"
        value={search.trending}
        onChange={({ target }) => {
          const trending = trendingFilters.find((value) => value === target.value) ?? 'All'
          onApply({ ...search, text: typed.text.trim(), trending })
        }}
      >
        {trendingFilters.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </ListFilter>
    </ListBar>
  )
}
