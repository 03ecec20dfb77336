import './LoadMore.css'
import { useEffect, useRef } from 'react'
import type { PopularSearch } from '../../popular-search.ts'
import { productLimits } from '../../spec.ts'
import { SearchLink } from '../filters/search-navigation.tsx'

/** `shown` cards are in the list, of `total`. */
type LoadMoreProps = { search: PopularSearch; shown: number; total: number; listId: string }

/** The next 24 cards: a link without script. With script the focus moves to the first new card. */
export function LoadMore({ search, shown, total, listId }: LoadMoreProps) {
  const askedAt = useRef<number>(undefined)
  useEffect(() => {
    const from = askedAt.current
    if (from === undefined || from >= shown) return
    askedAt.current = undefined
    const card = document.getElementById(listId)?.children[from]
    card?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
  }, [shown, listId])
  if (total === 0) return null
  const next = { ...search, page: String(Number(search.page ?? '1') + 1) }
  return (
    <div className="load-more">
      {shown < Math.min(total, productLimits.cards) && (
        <SearchLink
          className="btn"
          search={next}
          onFollow={() => {
            askedAt.current = shown
          }}
        >
          Load more
        </SearchLink>
      )}
      <p>{`${shown} of ${total}`}</p>
    </div>
  )
}
