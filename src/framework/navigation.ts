import { toProblem } from '#shared/failure.ts'
import { setPending } from '#shared/web/navigation/navigation-pending.ts'
import { handleOverlayPop, leaveEntries, settleEntries } from '#shared/web/navigation/overlay-history.ts'
import { deleteReturnPath } from '#shared/web/navigation/return-path.ts'
import type { NavigateOptions, PageAddress } from '#shared/web/navigation/router.tsx'
import { type LoadedPage, loadPage } from './load-page.ts'
import { findPage, formatAddress, type Layout, type PageLoader, type RouteTable } from './route.ts'

/** What is on the screen; `scrollTo` is a height in px, the URL's fragment, or undefined to stay. */
export type ShownPage = { view: LoadedPage; address: PageAddress; scrollTo: number | 'anchor' | undefined }
export type Navigation = ReturnType<typeof createNavigation>

type NavigationDeps = {
  routes: RouteTable
  needs: PageLoader
  mayEnter: (layout: Layout) => boolean
  first: LoadedPage
}
type HistoryAction = 'push' | 'replace' | 'pop'

const storageKey = 'scroll-positions'
const maxStoredHeights = 50

/**
 * Moves between pages without loading the document: a page is shown once its code and its data are loaded,
 * the last request wins, and Back restores the scroll position.
 */
export function createNavigation({ routes, needs, mayEnter, first }: NavigationDeps) {
  const heights = readHeights()
  let current: ShownPage = { view: first, address: getAddress(), scrollTo: undefined }
  let entry = getOrCreateEntryKey()
  let navigationCount = 0
  let show: (next: ShownPage) => void = () => undefined

  /** Other URLs are left to the browser, and so is a page whose code no longer exists because the site was updated. */
  async function visit(url: URL, arrival: HistoryAction, scrollTo: ShownPage['scrollTo']): Promise<void> {
    navigationCount += 1
    const ownNavigation = navigationCount
    setPending(true)
    const match = findPage(routes, url)
    const isClientRoute = match !== undefined && !match.route.isFullLoad
    const opening = { needs, mayEnter, mask: toProblem }
    const view = isClientRoute ? await loadPage(match, opening).catch(() => undefined) : undefined
    if (arrival !== 'pop') await leaveEntries()
    if (ownNavigation !== navigationCount) return
    if (!view) return leave(url, arrival)
    if (view.outcome.redirect) return visit(new URL(view.outcome.redirect, url), arrival, scrollTo)
    setPending(false)
    deleteReturnPath() // a user who left the login page is not taken back later
    enter(url, arrival)
    current = { view, address: getAddress(), scrollTo }
    show(current)
  }

  /** After Back or Forward, the browser already shows the URL. */
  function leave(url: URL, arrival: HistoryAction): void {
    if (arrival === 'pop' || url.href === location.href) location.reload()
    else if (arrival === 'replace') location.replace(url)
    else location.assign(url)
  }

  function enter(url: URL, arrival: HistoryAction): void {
    if (arrival === 'pop') return
    saveHeight()
    if (arrival === 'push') history.pushState({ key: createKey() }, '', url)
    else history.replaceState(history.state, '', url)
    entry = getOrCreateEntryKey()
  }

  function saveHeight(): void {
    heights.delete(entry)
    heights.set(entry, scrollY)
  }

  /** Also called for a jump within the page, which the browser has made itself. */
  function handlePop(): void {
    if (history.state?.key === entry) {
      handleOverlayPop()
      return
    }
    saveHeight()
    const isFragmentJump = history.state?.key === undefined
    entry = getOrCreateEntryKey()
    const url = new URL(location.href)
    const scrollTo = isFragmentJump ? undefined : (heights.get(entry) ?? 0)
    const match = findPage(routes, url)
    if (match && formatAddress(match) === formatAddress(current.view)) {
      navigationCount += 1 // cancels a navigation that is still loading
      setPending(false)
      current = { ...current, address: getAddress(), scrollTo }
      show(current)
    } else void visit(url, 'pop', scrollTo)
  }

  function start(listener: (next: ShownPage) => void): () => void {
    const leave = () => {
      saveHeight()
      saveHeights(heights)
    }
    show = listener
    history.scrollRestoration = 'manual'
    window.addEventListener('popstate', handlePop)
    window.addEventListener('pagehide', leave)
    const height = heights.get(entry)
    if (height !== undefined) scrollTo(0, height)
    settleEntries()
    return () => {
      window.removeEventListener('popstate', handlePop)
      window.removeEventListener('pagehide', leave)
    }
  }

  return {
    first: current,
    shown: () => current,
    start,
    navigate(
      to: string,
      { replace = false, preventScrollReset = false }: NavigateOptions = {},
    ): Promise<void> {
      const url = new URL(to, location.href)
      const isSame = url.href === location.href
      const top = url.hash ? 'anchor' : 0
      return visit(url, replace || isSame ? 'replace' : 'push', preventScrollReset ? undefined : top)
    },
  }
}

/** Scrolls to the page's target position once it is shown. */
export function scrollToTarget({ scrollTo: target, address }: ShownPage): void {
  if (target === undefined) return
  const anchor =
    target === 'anchor' ? document.getElementById(decodeURIComponent(address.hash.slice(1))) : null
  if (anchor) anchor.scrollIntoView()
  else scrollTo(0, target === 'anchor' ? 0 : target)
}

function getAddress(): PageAddress {
  const { pathname, search, hash } = location
  return { pathname, search, hash }
}

/** Every entry of the history has a key of ours, by which its scroll position is found. */
function getOrCreateEntryKey(): string {
  const key: unknown = history.state?.key
  if (typeof key === 'string') return key
  const newKey = createKey()
  history.replaceState({ ...history.state, key: newKey }, '')
  return newKey
}

function createKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

function readHeights(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    const entries = Array.isArray(stored) ? stored : []
    return new Map(entries.filter(([key, height]) => typeof key === 'string' && Number.isFinite(height)))
  } catch {
    return new Map()
  }
}

function saveHeights(heights: Map<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...heights].slice(-maxStoredHeights)))
  } catch {
    // Without storage the page starts at the top.
  }
}
