import './LoadMore.css'
import { useEffect, useRef } from 'react'
import type { PopularSearch } from '../../popular-search.ts'
import { productLimits } from '../../texts-and-limits.ts'
import { SearchLink } from '../filters/search-navigation.tsx'

/** The list shows `visibleCount` of `total` cards. */
type LoadMoreProps = { search: PopularSearch; visibleCount: number; total: number; listId: string }

/** A link to the next 24 cards. With JavaScript the focus moves to the first new card. */
export function LoadMore({ search, visibleCount, total, listId }: LoadMoreProps) {
  const previousCount = useRef<number>(undefined)
  useEffect(() => {
    const from = previousCount.current
    if (from === undefined || from >= visibleCount) return
    previousCount.current = undefined
    const card = document.getElementById(listId)?.children[from]
    card?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
  }, [visibleCount, listId])
  if (total === 0) return null
  const next = { ...search, page: String(Number(search.page ?? '1') + 1) }
  return (
    <div className="load-more">
      {visibleCount < Math.min(total, productLimits.cards) && (
        <SearchLink
          className="btn"
          search={next}
          onOpen={() => {
            previousCount.current = visibleCount
          }}
        >
          Load more
        </SearchLink>
      )}
      <p>{`${visibleCount} of ${total}`}</p>
    </div>
  )
}
