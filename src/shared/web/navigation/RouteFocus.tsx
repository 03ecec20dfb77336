import { useEffect, useRef } from 'react'
import { useLocation } from '#shared/web/navigation/router.tsx'

/**
 * After a client navigation to another page, does what a full load would: moves the focus to the new heading
 * and lets screen readers announce the new title. A change of filters does not move the focus.
 */
export function RouteFocus() {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    focusHeading()
    if (title.current) title.current.textContent = document.title
  }, [pathname])
  return <p ref={title} className="visually-hidden" aria-live="polite" />
}

/** Scrolling is done by the navigation, which knows the scroll position. */
export function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!target) return
  target.setAttribute('tabindex', '-1')
  target.focus({ preventScroll: true })
  followHeading(target)
}

/** A page may render another heading when more data arrives; the focus moves to it. */
function followHeading(heading: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === heading) return
    observer.disconnect()
    if (!heading.isConnected && document.activeElement === document.body) focusHeading()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
