import './FilterButton.css'
import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { getAppliedFilters } from '../../filter.ts'

const loadDrawer = () => import('./FilterDrawer.tsx')
const FilterDrawer = lazy(async () => ({ default: (await loadDrawer()).FilterDrawer }))

type FilterButtonProps = Pick<ComponentProps<typeof FilterDrawer>, 'search' | 'onApply'>

/** The button on phones that opens the filter drawer and shows the number of applied filters. */
export function FilterButton({ search, onApply }: FilterButtonProps) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const count = getAppliedFilters(search).length
  return (
    <>
      <button
        type="button"
        className="btn filter-button"
        aria-haspopup="dialog"
        onPointerEnter={loadDrawer}
        onClick={() => setState('open')}
      >
        <SlidersHorizontal className="icon" aria-hidden />
        <span className="filter-button__word">Filters</span>
        {count > 0 && (
          <span className="filter-button__count">
            <span>{count}</span>
            <span className="visually-hidden"> in use</span>
          </span>
        )}
      </button>
      {state !== 'never' && (
        <Suspense>
          <FilterDrawer
            isOpen={state === 'open'}
            search={search}
            onApply={onApply}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
