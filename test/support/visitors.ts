import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import {
  blankPath,
  createVisit,
  getContextOptions,
  openWindow,
  setStorage,
  type Visit,
  type VisitOptions,
  type VisitWindow,
} from './visit.ts'

type ReusableWindow = VisitWindow & {
  key: string
  visits: number
  /** A worker and its caches outlive the visitor. */
  hasWorker: boolean
  isPermanentlyChanged: () => boolean
  /** True when the browser has cached a response that may differ for the next visitor. */
  hasCachedResponses: boolean
  clearCache: () => Promise<unknown>
  clearHistory: () => Promise<unknown>
  newPage: () => Promise<Page>
}

export type Visitors = ReturnType<typeof createVisitors>

/** The options that cannot change once a window is open. */
function getWindowKey(
  origin: string,
  { javaScript = true, touch = false, userAgent = '', home, hasWorker = false }: VisitOptions,
): string {
  return JSON.stringify([origin, javaScript, touch, userAgent, home, hasWorker])
}

/** Enough for windows with and without JavaScript, with touch, for the shared sites and for the site of one test file. */
const maxSavedWindows = 6
/** A window needs some megabytes for every page that it has shown, and it becomes slower. */
const maxVisitsPerWindow = 20

/**
 * Reuses browser windows for several visitors. Opening a window takes more than half a second of processor time, cleaning one
 * takes 50 ms, and compiled scripts stay cached. A visitor finds nothing of the previous one: no cookies, storage, history,
 * cached responses, other pages, routes or listeners. A window is not reused after a test made a change that cannot be undone
 * (the clock, scripts that run in every page), or when it is closed as broken. `stableOrigins` are sites that send every
 * visitor the same cacheable responses.
 */
export function createVisitors(browser: Browser, { stableOrigins = [] }: { stableOrigins?: string[] } = {}) {
  const savedWindows: ReusableWindow[] = []
  const windowByPage = new Map<Page, ReusableWindow>()

  async function findOrOpenWindow(origin: string, options: VisitOptions): Promise<ReusableWindow> {
    const key = getWindowKey(origin, options)
    const matchIndex = savedWindows.findIndex((candidate) => candidate.key === key)
    const [match] = matchIndex < 0 ? [] : savedWindows.splice(matchIndex, 1)
    if (match) return match
    const { context, page } = await openWindow(browser, origin, options)
    const cdp = await context.newCDPSession(page)
    return {
      context,
      page,
      key,
      visits: 0,
      hasWorker: options.hasWorker ?? false,
      isPermanentlyChanged: detectPermanentChanges({ context, page }),
      hasCachedResponses: false,
      clearCache: () => cdp.send('Network.clearBrowserCache'),
      clearHistory: () => cdp.send('Page.resetNavigationHistory'),
      newPage: context.newPage.bind(context),
    }
  }

  /**
   * Prepares a window for the next visitor. When the previous visitor's page still navigates, closes the window and uses another
   * one.
   */
  async function prepareWindow(origin: string, options: VisitOptions): Promise<ReusableWindow> {
    const window = await findOrOpenWindow(origin, options)
    try {
      await closeOthers(window.context, window.page) // pages that the previous visitor opened last
      await setUpPage(window.page, options)
      setSizeOfNewPages(window, options)
      await window.clearHistory()
      // Only when needed, because it also deletes the cached scripts.
      if (window.hasCachedResponses) await window.clearCache()
      window.hasCachedResponses = false
      return window
    } catch (error) {
      await window.context.close()
      if (window.visits === 0) throw error
      return prepareWindow(origin, options)
    }
  }

  return {
    async open(origin: string, options: VisitOptions = {}): Promise<Visit> {
      const window = await prepareWindow(origin, options)
      window.visits += 1
      windowByPage.set(window.page, window)
      if (!stableOrigins.includes(origin))
        window.context.on('response', (response) => {
          window.hasCachedResponses ||= isCachedBriefly(response)
        })
      return createVisit(window, origin, options)
    },

    async close({ page, context }: Visit, { isBroken }: { isBroken: boolean }): Promise<void> {
      const window = windowByPage.get(page)
      windowByPage.delete(page)
      const isReusable =
        window && !isBroken && !window.hasWorker && !window.isPermanentlyChanged() && !page.isClosed()
      if (!isReusable || window.visits >= maxVisitsPerWindow) return context.close()
      await cleanWindow(window).then(
        () => savedWindows.push(window),
        () => context.close(),
      )
      if (savedWindows.length > maxSavedWindows) await savedWindows.shift()?.context.close()
    },

    browser,
  }
}

/**
 * True for a response that the browser caches for seconds or minutes. Responses that are always revalidated, or that never
 * change, do no harm. Nor do responses to requests with a token, which the next visitor does not have.
 */
function isCachedBriefly(response: Response): boolean {
  if (response.request().headers().authorization) return false
  const [, seconds] = /max-age=(\d+)/.exec(response.headers()['cache-control'] ?? '') ?? []
  return seconds !== undefined && Number(seconds) > 0 && Number(seconds) < hourSeconds
}
const hourSeconds = 3600

/** Detects changes to a window that cannot be undone. */
function detectPermanentChanges({ context, page }: VisitWindow): () => boolean {
  let isPermanentlyChanged = false
  const permanentMethods = [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
  ] as const
  for (const target of [context, page])
    for (const name of permanentMethods) {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') continue
      Reflect.set(target, name, (...args: unknown[]) => {
        isPermanentlyChanged = true
        return Reflect.apply(method, target, args)
      })
    }
  const { clock } = context
  const getClock = () => {
    isPermanentlyChanged = true
    return clock
  }
  for (const target of [context, page]) Object.defineProperty(target, 'clock', { get: getClock })
  return () => isPermanentlyChanged
}

/** The events that tests listen to. */
const listenedEvents = [
  'request',
  'response',
  'requestfinished',
  'requestfailed',
  'console',
  'weberror',
  'page',
  'dialog',
  'framenavigated',
  'pageerror',
  'popup',
  'download',
  'filechooser',
]

/** Removes everything that the previous visitor left in a window. */
async function cleanWindow({ context, page }: VisitWindow): Promise<void> {
  for (const event of listenedEvents) {
    context.removeAllListeners(event)
    page.removeAllListeners(event)
  }
  await closeOthers(context, page)
  // Animations and requests of an idle page would slow down other windows. The blank page is on the same site, because the
  // browser starts a new process for another site.
  await page.goto(blankPath)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearCookies()
  await page.mouse.move(0, 0)
}

async function closeOthers(context: BrowserContext, page: Page): Promise<void> {
  await Promise.all(context.pages().flatMap((candidate) => (candidate === page ? [] : [candidate.close()])))
}

/** Gives new pages the size of this visitor's first page, not the size from when the window was opened. */
function setSizeOfNewPages({ context, newPage }: ReusableWindow, options: VisitOptions): void {
  const { viewport } = getContextOptions('', options)
  context.newPage = async () => {
    const page = await newPage()
    await page.setViewportSize(viewport)
    return page
  }
}

/** Sets the size, theme and storage of a page for the next visitor. Deletes what was stored before. */
async function setUpPage(page: Page, options: VisitOptions): Promise<void> {
  const { viewport, colorScheme, reducedMotion, javaScriptEnabled } = getContextOptions('', options)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion })
  if (javaScriptEnabled) await setStorage(page, options)
}
