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

type KeptWindow = VisitWindow & {
  key: string
  visits: number
  isSpoiled: () => boolean
  /** Whether the browser keeps an answer that may be another one for the next visitor. */
  keepsAnswers: boolean
  forgetAnswers: () => Promise<unknown>
  forgetHistory: () => Promise<unknown>
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
const maxKept = 6
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
  const savedWindows: KeptWindow[] = []
  const used = new Map<Page, KeptWindow>()

  async function windowFor(origin: string, options: VisitOptions): Promise<KeptWindow> {
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
      isSpoiled: watchForSpoiling({ context, page }),
      keepsAnswers: false,
      forgetAnswers: () => cdp.send('Network.clearBrowserCache'),
      forgetHistory: () => cdp.send('Page.resetNavigationHistory'),
      newPage: context.newPage.bind(context),
    }
  }

  /** A window that a page of the visitor before still leads elsewhere is given up. */
  async function readyWindow(origin: string, options: VisitOptions): Promise<KeptWindow> {
    const window = await windowFor(origin, options)
    try {
      await closeOthers(window.context, window.page) // that the visitor before had asked for at the last moment
      await furnishPage(window.page, options)
      sizeFurtherPages(window, options)
      await window.forgetHistory()
      // Scripts go with them, and would be missed by everybody.
      if (window.keepsAnswers) await window.forgetAnswers()
      window.keepsAnswers = false
      return window
    } catch (error) {
      await window.context.close()
      if (window.visits === 0) throw error
      return readyWindow(origin, options)
    }
  }

  return {
    async open(origin: string, options: VisitOptions = {}): Promise<Visit> {
      const window = await readyWindow(origin, options)
      window.visits += 1
      used.set(window.page, window)
      if (!steady.includes(origin))
        window.context.on('response', (response) => {
          window.keepsAnswers ||= isKeptForAWhile(response)
        })
      return createVisit(window, origin, options)
    },

    async leave({ page, context }: Visit, { isBroken }: { isBroken: boolean }): Promise<void> {
      const window = used.get(page)
      used.delete(page)
      const isReusable = window && !isBroken && !window.isSpoiled() && !page.isClosed()
      if (!isReusable || window.visits >= maxVisits) return context.close()
      await tidyWindow(window).then(
        () => savedWindows.push(window),
        () => context.close(),
      )
      if (savedWindows.length > maxKept) await savedWindows.shift()?.context.close()
    },

    browser,
  }
}

/**
 * Kept without a question for seconds or minutes: what is asked for again each time, or never changes, does no harm.
 * Nor does what came for a token, which the next visitor has not.
 */
function isKeptForAWhile(response: Response): boolean {
  if (response.request().headers().authorization) return false
  const [, seconds] = /max-age=(\d+)/.exec(response.headers()['cache-control'] ?? '') ?? []
  return seconds !== undefined && Number(seconds) > 0 && Number(seconds) < hourSeconds
}
const hourSeconds = 3600

/** Notes when a test changes the window in a way that stays. */
function watchForSpoiling({ context, page }: VisitWindow): () => boolean {
  let isSpoiled = false
  const spoiling = [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
  ] as const
  for (const target of [context, page])
    for (const name of spoiling) {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') continue
      Reflect.set(target, name, (...args: unknown[]) => {
        isSpoiled = true
        return Reflect.apply(method, target, args)
      })
    }
  const { clock } = context
  const get = () => {
    isSpoiled = true
    return clock
  }
  for (const target of [context, page]) Object.defineProperty(target, 'clock', { get })
  return () => isSpoiled
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
async function tidyWindow({ context, page }: VisitWindow): Promise<void> {
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
function sizeFurtherPages({ context, newPage }: KeptWindow, options: VisitOptions): void {
  const { viewport } = getContextOptions('', options)
  context.newPage = async () => {
    const page = await newPage()
    await page.setViewportSize(viewport)
    return page
  }
}

/** Gives a window size, theme and storage for the next visitor; what was stored before is gone. */
async function furnishPage(page: Page, options: VisitOptions): Promise<void> {
  const { viewport, colorScheme, reducedMotion, javaScriptEnabled } = getContextOptions('', options)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion })
  if (javaScriptEnabled) await setStorage(page, options)
}
