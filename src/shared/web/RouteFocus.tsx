import { useEffect, useRef } from 'react'
import { useLocation } from '#shared/web/router.tsx'

/**
 * After a client navigation to another page, does what a full load would: focus starts at the new heading and
 * screen readers hear the new title. A change of filters is not an arrival and leaves the focus alone.
 */
export function RouteFocus() {
  const { pathname } = useLocation()
  const here = useRef(pathname)
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (here.current === pathname) return
    here.current = pathname
    focusHeading()
    if (title.current) title.current.textContent = document.title
  }, [pathname])
  return <p ref={title} className="vh" aria-live="polite" />
}

/** Scrolling is left to the navigation, which knows where the visitor was. */
export function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  target?.setAttribute('tabindex', '-1')
  target?.focus({ preventScroll: true })
}
