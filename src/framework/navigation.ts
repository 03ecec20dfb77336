import { toProblem } from '#shared/failure.ts'
import { setPending } from '#shared/web/navigation/navigation-pending.ts'
import { handleOverlayPop, leaveEntries, settleEntries } from '#shared/web/navigation/overlay-history.ts'
import { deleteReturnPath } from '#shared/web/navigation/return-path.ts'
import type { NavigateOptions, PageAddress } from '#shared/web/navigation/router.tsx'
import { type LoadedPage, loadPage } from './load-page.ts'
import { findPage, formatAddress, type Layout, type PageLoader, type RouteTable } from './route.ts'

/** The page on the screen. `scrollTo` is a position in px, `anchor` for the URL's fragment, or undefined to keep the position. */
export type ShownPage = { view: LoadedPage; address: PageAddress; scrollTo: number | 'anchor' | undefined }
export type Navigation = ReturnType<typeof createNavigation>

type NavigationDeps = {
  routes: RouteTable
  needs: PageLoader
  canEnter: (layout: Layout) => boolean
  first: LoadedPage
}
type HistoryAction = 'push' | 'replace' | 'pop'

const storageKey = 'scroll-positions'
const maxStoredPositions = 50

/**
 * Moves between pages without loading the document: a page is shown once its code and its data are loaded,
 * the last request wins, and Back restores the scroll position.
 */
export function createNavigation({ routes, needs, canEnter, first }: NavigationDeps) {
  const scrollPositions = readScrollPositions()
  let currentPage: ShownPage = { view: first, address: getAddress(), scrollTo: undefined }
  let entryKey = getOrCreateEntryKey()
  let navigationCount = 0
  let showPage: (nextPage: ShownPage) => void = () => undefined

  /**
   * Loads and shows the page of a URL. The browser opens every other URL, and a page whose code no longer exists because the
   * site was updated.
   */
  async function loadAndShow(
    url: URL,
    action: HistoryAction,
    scrollTo: ShownPage['scrollTo'],
  ): Promise<void> {
    navigationCount += 1
    const thisNavigation = navigationCount
    setPending(true)
    const match = findPage(routes, url)
    const isClientRoute = match !== undefined && !match.route.isFullLoad
    const loadOptions = { needs, canEnter, mask: toProblem }
    const loadedPage = isClientRoute ? await loadPage(match, loadOptions).catch(() => undefined) : undefined
    if (action !== 'pop') await leaveEntries()
    if (thisNavigation !== navigationCount) return
    if (!loadedPage) return openInBrowser(url, action)
    if (loadedPage.outcome.redirect)
      return loadAndShow(new URL(loadedPage.outcome.redirect, url), action, scrollTo)
    setPending(false)
    deleteReturnPath() // a user who left the login page is not taken back later
    updateHistory(url, action)
    currentPage = { view: loadedPage, address: getAddress(), scrollTo }
    showPage(currentPage)
  }

  /** Lets the browser open a URL. After Back or Forward, the address bar already has it. */
  function openInBrowser(url: URL, action: HistoryAction): void {
    if (action === 'pop' || url.href === location.href) location.reload()
    else if (action === 'replace') location.replace(url)
    else location.assign(url)
  }

  function updateHistory(url: URL, action: HistoryAction): void {
    if (action === 'pop') return
    saveScrollPosition()
    if (action === 'push') history.pushState({ key: createKey() }, '', url)
    else history.replaceState(history.state, '', url)
    entryKey = getOrCreateEntryKey()
  }

  function saveScrollPosition(): void {
    scrollPositions.delete(entryKey)
    scrollPositions.set(entryKey, scrollY)
  }

  /** Handles Back and Forward, and a jump to a fragment, which the browser has already made. */
  function handlePop(): void {
    if (history.state?.key === entryKey) {
      handleOverlayPop()
      return
    }
    saveScrollPosition()
    const isFragmentJump = history.state?.key === undefined
    entryKey = getOrCreateEntryKey()
    const url = new URL(location.href)
    const scrollTo = isFragmentJump ? undefined : (scrollPositions.get(entryKey) ?? 0)
    const match = findPage(routes, url)
    if (match && formatAddress(match) === formatAddress(currentPage.view)) {
      navigationCount += 1 // cancels a navigation that is still loading
      setPending(false)
      currentPage = { ...currentPage, address: getAddress(), scrollTo }
      showPage(currentPage)
    } else void loadAndShow(url, 'pop', scrollTo)
  }

  function start(listener: (nextPage: ShownPage) => void): () => void {
    const handlePageHide = () => {
      saveScrollPosition()
      storeScrollPositions(scrollPositions)
    }
    showPage = listener
    history.scrollRestoration = 'manual'
    window.addEventListener('popstate', handlePop)
    window.addEventListener('pagehide', handlePageHide)
    const scrollPosition = scrollPositions.get(entryKey)
    if (scrollPosition !== undefined) scrollTo(0, scrollPosition)
    settleEntries()
    return () => {
      window.removeEventListener('popstate', handlePop)
      window.removeEventListener('pagehide', handlePageHide)
    }
  }

  return {
    first: currentPage,
    getShownPage: () => currentPage,
    start,
    navigate(
      to: string,
      { replace = false, preventScrollReset = false }: NavigateOptions = {},
    ): Promise<void> {
      const url = new URL(to, location.href)
      const isSameUrl = url.href === location.href
      const targetPosition = url.hash ? 'anchor' : 0
      return loadAndShow(
        url,
        replace || isSameUrl ? 'replace' : 'push',
        preventScrollReset ? undefined : targetPosition,
      )
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

/** The key of the current history entry. Its scroll position is stored under this key. */
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

function readScrollPositions(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    const storedPairs = Array.isArray(stored) ? stored : []
    return new Map(
      storedPairs.filter(
        ([key, scrollPosition]) => typeof key === 'string' && Number.isFinite(scrollPosition),
      ),
    )
  } catch {
    return new Map()
  }
}

function storeScrollPositions(scrollPositions: Map<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...scrollPositions].slice(-maxStoredPositions)))
  } catch {
    // Without storage the page starts at the top.
  }
}
