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
  isPermanentlyChanged: () => boolean
  /** Whether the browser keeps an answer that may be another one for the next visitor. */
  hasCachedResponses: boolean
  clearCache: () => Promise<unknown>
  clearHistory: () => Promise<unknown>
  newPage: () => Promise<Page>
}

export type Visitors = ReturnType<typeof createVisitors>

/** What cannot be changed once a window is open. */
function getWindowKey(
  origin: string,
  { javaScript = true, touch = false, userAgent = '', home }: VisitOptions,
): string {
  return JSON.stringify([origin, javaScript, touch, userAgent, home])
}

/** With and without script, with touch, on the sites of all files and on the file's own. */
const maxSavedWindows = 6
/** A window keeps some megabytes of every page that it has shown, and grows slow with them. */
const maxVisits = 20

/**
 * Visitors in windows that are used again: to open one costs more than half a second of the processor, to clean one
 * fifty milliseconds, and what a site's scripts compile to stays. A visitor finds nothing of the one before: no
 * cookies, storage, history, kept answers, further windows, routes or listeners. A window in which a test has changed
 * what cannot be taken back (the clock, scripts that run in every page), or that is `leave`d as broken, is not used
 * again. `steady`: sites whose answers to visitors stay the same.
 */
export function createVisitors(browser: Browser, { steady = [] }: { steady?: string[] } = {}) {
  const savedWindows: ReusableWindow[] = []
  const used = new Map<Page, ReusableWindow>()

  async function takeWindow(origin: string, options: VisitOptions): Promise<ReusableWindow> {
    const key = getWindowKey(origin, options)
    const at = savedWindows.findIndex((one) => one.key === key)
    const [match] = at < 0 ? [] : savedWindows.splice(at, 1)
    if (match) return match
    const { context, page } = await openWindow(browser, origin, options)
    const cdp = await context.newCDPSession(page)
    return {
      context,
      page,
      key,
      visits: 0,
      isPermanentlyChanged: detectPermanentChanges({ context, page }),
      hasCachedResponses: false,
      clearCache: () => cdp.send('Network.clearBrowserCache'),
      clearHistory: () => cdp.send('Page.resetNavigationHistory'),
      newPage: context.newPage.bind(context),
    }
  }

  /** A window that a page of the visitor before still leads elsewhere is given up. */
  async function prepareWindow(origin: string, options: VisitOptions): Promise<ReusableWindow> {
    const window = await takeWindow(origin, options)
    try {
      await closeOthers(window.context, window.page) // that the visitor before had asked for at the last moment
      await setUpPage(window.page, options)
      setSizeOfNewPages(window, options)
      await window.clearHistory()
      // Scripts go with them, and would be missed by everybody.
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
      used.set(window.page, window)
      if (!steady.includes(origin))
        window.context.on('response', (response) => {
          window.hasCachedResponses ||= isCachedBriefly(response)
        })
      return createVisit(window, origin, options)
    },

    async leave({ page, context }: Visit, { isBroken }: { isBroken: boolean }): Promise<void> {
      const window = used.get(page)
      used.delete(page)
      const isReusable = window && !isBroken && !window.isPermanentlyChanged() && !page.isClosed()
      if (!isReusable || window.visits >= maxVisits) return context.close()
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
 * Kept without a question for seconds or minutes: what is asked for again each time, or never changes, does no harm.
 * Nor does what came for a token, which the next visitor has not.
 */
function isCachedBriefly(response: Response): boolean {
  if (response.request().headers().authorization) return false
  const [, seconds] = /max-age=(\d+)/.exec(response.headers()['cache-control'] ?? '') ?? []
  return seconds !== undefined && Number(seconds) > 0 && Number(seconds) < hourSeconds
}
const hourSeconds = 3600

/** Notes when a test changes the window in a way that stays. */
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
  const get = () => {
    isPermanentlyChanged = true
    return clock
  }
  for (const target of [context, page]) Object.defineProperty(target, 'clock', { get })
  return () => isPermanentlyChanged
}

/** What tests listen for. */
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

/** Takes back what the visitor before has left. */
async function cleanWindow({ context, page }: VisitWindow): Promise<void> {
  for (const event of listenedEvents) {
    context.removeAllListeners(event)
    page.removeAllListeners(event)
  }
  await closeOthers(context, page)
  // What moves or asks in an idle page takes time from the others. An address of the same site, because
  // for another the browser starts a process.
  await page.goto(blankPath)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearCookies()
  await page.mouse.move(0, 0)
}

async function closeOthers(context: BrowserContext, page: Page): Promise<void> {
  await Promise.all(context.pages().flatMap((one) => (one === page ? [] : [one.close()])))
}

/** A further page is as large as this visitor's first, not as that of the visitor who opened the window. */
function setSizeOfNewPages({ context, newPage }: ReusableWindow, options: VisitOptions): void {
  const { viewport } = getContextOptions('', options)
  context.newPage = async () => {
    const page = await newPage()
    await page.setViewportSize(viewport)
    return page
  }
}

/** Gives a window size, theme and storage for the next visitor; what was stored before is gone. */
async function setUpPage(page: Page, options: VisitOptions): Promise<void> {
  const { viewport, colorScheme, reducedMotion, javaScriptEnabled } = getContextOptions('', options)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion })
  if (javaScriptEnabled) await setStorage(page, options)
}
