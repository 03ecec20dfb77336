import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { getPopularPath, type PopularSearch } from '../../popular-search.ts'

/** Navigates to another search of Popular: the scroll position stays, and Back leaves the list. */
export function useShowSearch(): (search: PopularSearch) => void {
  const navigate = useNavigate()
  return (search) => {
    navigate(getPopularPath(search), { replace: true, preventScrollReset: true })
  }
}

type SearchLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  search: PopularSearch
  onFollow?: () => void
}

/** A link to another search, an ordinary one without script and in a new tab. */
export function SearchLink({ search, onFollow, ...rest }: SearchLinkProps) {
  const show = useShowSearch()
  function handleClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    show(search)
    onFollow?.()
  }
  return <a {...rest} href={getPopularPath(search)} onClick={handleClick} />
}
