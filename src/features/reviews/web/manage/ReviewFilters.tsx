import { findStatus, statusLabels } from '#features/moderation/status.ts'
import { useTypedFilter } from '#shared/web/typed-filter.ts'
import { ListBar, ListFilter, ListSearch } from '#shared/web/ui/lists/ListBar.tsx'
import { createReviewSearch, isFiltered, type ReviewSearch } from '../../review-search.ts'
import { statusOrder } from '../../texts-and-limits.ts'

type ReviewFiltersProps = {
  search: ReviewSearch
  /** The number of reviews as text. */
  summary: string
  onApply: (search: ReviewSearch) => void
}

/** §2 Manage Review: Status, Product Code and Clear filters, all in the URL. */
export function ReviewFilters({ search, summary, onApply }: ReviewFiltersProps) {
  const { status, code } = search
  const typed = useTypedFilter(code, (text) => onApply(createReviewSearch({ status, code: text })))
  const isClean = !isFiltered(search) && typed.text.trim() === ''
  function handleClear() {
    if (isClean) return
    typed.clear()
    onApply(createReviewSearch({ status: 'All', code: '' }))
  }
  return (
    <ListBar
      onSubmit={typed.applyNow}
      summary={[summary, isClean && 'no filter is set'].filter(Boolean).join(', ')}
    >
      <ListFilter
        id="review-status"
        label="Status"
        name="status"
        value={status}
        onChange={({ target }) => {
          onApply(createReviewSearch({ status: findStatus(target.value) ?? 'All', code: typed.take() }))
        }}
      >
        <option>All</option>
        {statusOrder.map((statusOption) => (
          <option key={statusOption} value={statusOption}>
            {statusLabels[statusOption]}
          </option>
        ))}
      </ListFilter>
      <ListSearch
        id="review-code"
        label="Product Code"
        name="product_code"
        placeholder="Search by product code"
        maxLength={64}
        value={typed.text}
        onChange={({ target }) => typed.type(target.value)}
      />
      <button type="button" className="btn" aria-disabled={isClean || undefined} onClick={handleClear}>
        Clear filters
      </button>
    </ListBar>
  )
}
