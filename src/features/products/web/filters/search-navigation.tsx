import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { getPopularPath, type PopularSearch } from '../../popular-search.ts'

/** Returns a function that navigates to another search of Popular. The scroll position stays, and Back leaves the list. */
export function useShowSearch(): (search: PopularSearch) => void {
  const navigate = useNavigate()
  return (search) => {
    navigate(getPopularPath(search), { replace: true, preventScrollReset: true })
  }
}

type SearchLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  search: PopularSearch
  onOpen?: () => void
}

/** A link to another search. Without JavaScript and for a new tab it is an ordinary link. */
export function SearchLink({ search, onOpen, ...rest }: SearchLinkProps) {
  const showSearch = useShowSearch()
  function handleClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    showSearch(search)
    onOpen?.()
  }
  return <a {...rest} href={getPopularPath(search)} onClick={handleClick} />
}
