import { ChevronLeft, ChevronRight } from 'lucide-react'
import './Pager.css'
import { getShownPages } from './pager-window.ts'

type PagerProps = {
  page: number
  total: number
  /** The URL of a page. */
  href: (page: number) => string
}

/** Links to the pages of a list; renders nothing for a single page. */
export function Pager({ page, total, href }: PagerProps) {
  if (total < 2) return null
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 && (
        <a href={href(Math.min(page - 1, total))} rel="prev">
          <ChevronLeft className="icon icon--s" aria-hidden />
          <span className="visually-hidden">Previous page</span>
        </a>
      )}
      {getShownPages(Math.min(page, total), total).map((entry, index, all) =>
        entry === 'gap' ? (
          <span key={`gap after ${all[index - 1]}`} className="pager__gap">
            …
          </span>
        ) : (
          <a
            key={entry}
            href={href(entry)}
            aria-current={entry === page ? 'page' : undefined}
            className={isFar(entry, page, total) ? 'pager__far' : undefined}
          >
            <span className="visually-hidden">Page </span>
            <span>{entry}</span>
            {entry === total && <span className="visually-hidden"> (last)</span>}
          </a>
        ),
      )}
      {page < total && (
        <a href={href(page + 1)} rel="next">
          <ChevronRight className="icon icon--s" aria-hidden />
          <span className="visually-hidden">Next page</span>
        </a>
      )}
    </nav>
  )
}

/** Hidden on narrow screens. */
function isFar(entry: number, page: number, total: number): boolean {
  return entry !== 1 && entry !== total && Math.abs(entry - page) > 1
}
