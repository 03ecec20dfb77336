import { problemOf } from '#shared/failure.ts'
import { setPending } from '#shared/web/navigation-pending.ts'
import { forgetRememberedLocation } from '#shared/web/return-path.ts'
import type { Address, NavigateOptions } from '#shared/web/router.tsx'
import { addressOf, findPage, type Layout, type Needs, type Routes } from './route.ts'
import { openView, type View } from './view.tsx'

/** What is on the screen; `scrollTo` is a height in px, the URL's fragment, or undefined to stay. */
export type Shown = { view: View; address: Address; scrollTo: number | 'anchor' | undefined }
export type Navigation = ReturnType<typeof createNavigation>

type NavigationDeps = { routes: Routes; needs: Needs; mayEnter: (layout: Layout) => boolean; first: View }
type Arrival = 'push' | 'replace' | 'pop'

const storageKey = 'scroll-positions'
const remembered = 50

/**
 * Moves between pages without loading the document: a page is shown once its code and its data are loaded,
 * the last request wins, and Back restores the scroll position.
 */
export function createNavigation({ routes, needs, mayEnter, first }: NavigationDeps) {
  const heights = readHeights()
  let current: Shown = { view: first, address: addressNow(), scrollTo: undefined }
  let entry = keyOfEntry()
  let turn = 0
  let show: (next: Shown) => void = () => undefined

  /**
   * Leaves to the browser what is no page of ours, and a page whose code no longer exists because the site
   * was updated.
   */
  async function visit(url: URL, arrival: Arrival, scrollTo: Shown['scrollTo']): Promise<void> {
    turn += 1
    const mine = turn
    setPending(true)
    const found = findPage(routes, url)
    const isHere = found !== undefined && !found.route.isFullLoad
    const opening = { needs, mayEnter, mask: problemOf }
    const view = isHere ? await openView(found, opening).catch(() => undefined) : undefined
    if (mine !== turn) return
    if (!view) return leave(url, arrival)
    if (view.verdict.redirect) return visit(new URL(view.verdict.redirect, url), arrival, scrollTo)
    setPending(false)
    forgetRememberedLocation() // a user who left the login page is not taken back later
    enter(url, arrival)
    current = { view, address: addressNow(), scrollTo }
    show(current)
  }

  /** The URL of an entry that was gone back to is already the browser's. */
  function leave(url: URL, arrival: Arrival): void {
    if (arrival === 'pop' || url.href === location.href) location.reload()
    else if (arrival === 'replace') location.replace(url)
    else location.assign(url)
  }

  function enter(url: URL, arrival: Arrival): void {
    if (arrival === 'pop') return
    noteHeight()
    if (arrival === 'push') history.pushState({ key: newKey() }, '', url)
    else history.replaceState(history.state, '', url)
    entry = keyOfEntry()
  }

  function noteHeight(): void {
    heights.delete(entry)
    heights.set(entry, scrollY)
  }

  /** Also called for a jump within the page, which the browser has made itself. */
  function handlePop(): void {
    noteHeight()
    const isJump = history.state?.key === undefined
    entry = keyOfEntry()
    const url = new URL(location.href)
    const scrollTo = isJump ? undefined : (heights.get(entry) ?? 0)
    const found = findPage(routes, url)
    if (found && addressOf(found) === addressOf(current.view)) {
      turn += 1 // cancels a navigation that is still loading
      setPending(false)
      current = { ...current, address: addressNow(), scrollTo }
      show(current)
    } else void visit(url, 'pop', scrollTo)
  }

  function start(listener: (next: Shown) => void): () => void {
    const leave = () => {
      noteHeight()
      storeHeights(heights)
    }
    show = listener
    history.scrollRestoration = 'manual'
    window.addEventListener('popstate', handlePop)
    window.addEventListener('pagehide', leave)
    const height = heights.get(entry)
    if (height !== undefined) scrollTo(0, height)
    return () => {
      window.removeEventListener('popstate', handlePop)
      window.removeEventListener('pagehide', leave)
    }
  }

  return {
    first: current,
    shown: () => current,
    start,
    navigate(to: string, { replace = false, preventScrollReset = false }: NavigateOptions = {}): void {
      const url = new URL(to, location.href)
      const isSame = url.href === location.href
      const top = url.hash ? 'anchor' : 0
      void visit(url, replace || isSame ? 'replace' : 'push', preventScrollReset ? undefined : top)
    },
  }
}

/** Scrolls to the page's target position once it is shown. */
export function settleScroll({ scrollTo: target, address }: Shown): void {
  if (target === undefined) return
  const anchor =
    target === 'anchor' ? document.getElementById(decodeURIComponent(address.hash.slice(1))) : null
  if (anchor) anchor.scrollIntoView()
  else scrollTo(0, target === 'anchor' ? 0 : target)
}

function addressNow(): Address {
  const { pathname, search, hash } = location
  return { pathname, search, hash }
}

/** Every entry of the history has a key of ours, by which its scroll position is found. */
function keyOfEntry(): string {
  const key: unknown = history.state?.key
  if (typeof key === 'string') return key
  const made = newKey()
  history.replaceState({ ...history.state, key: made }, '')
  return made
}

function newKey(): string {
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

function storeHeights(heights: Map<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...heights].slice(-remembered)))
  } catch {
    // Without storage the page starts at the top.
  }
}
