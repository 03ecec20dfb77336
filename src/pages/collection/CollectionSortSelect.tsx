import { ChevronDown } from 'lucide-react'
import type { CollectionSortKey } from '#features/collection/sort.ts'
import { paths } from '#shared/paths.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'

const labels: Record<CollectionSortKey, string> = {
  newest: 'Newest first',
  'price-drop': 'Biggest price drop',
}

/** The order is stored in the URL. */
export function CollectionSortSelect({ order }: { order: CollectionSortKey }) {
  const navigate = useNavigate()
  function handleChange(sortKey: string) {
    const search = sortKey === 'newest' ? '' : `?${new URLSearchParams({ order: sortKey })}`
    navigate(paths.collection() + search, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="collection__order">
      <label htmlFor="order" className="visually-hidden">
        Sort by
      </label>
      <span className="selectwrap">
        <select
          className="input select"
          id="order"
          value={order}
          onChange={({ target }) => handleChange(target.value)}
        >
          {Object.entries(labels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </div>
  )
}
