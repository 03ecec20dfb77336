import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, ConsoleMessage, Locator, Page, Request } from 'playwright-core'

export type VisitOptions = {
  /** Where relative addresses lead; the shared site unless a test has started its own. */
  origin?: string
  /** Of the window in CSS pixels; 360 and 1280 are the widths that every screen is drawn for. */
  width?: number
  height?: number
  /** `light` and `dark` are also stored as the visitor's choice; `system` stores none on a light system. */
  theme?: 'light' | 'dark' | 'system'
  javaScript?: boolean
  /** A phone: touch instead of a mouse, and the viewport tag is obeyed. */
  touch?: boolean
  reducedMotion?: boolean
  /** More entries of localStorage, set before the first page loads. */
  stored?: Record<string, string>
  /** Console messages that the test causes on purpose. */
  allow?: RegExp[]
  /** Language and time zone of the device. By default, neither of them suggests a country. */
  home?: { locale: string; timeZone: string }
  /** The site may install its worker, which answers requests that a test cannot catch then. */
  hasWorker?: boolean
  /** The user agent of another browser. Headless Chromium names itself in its own, and its visits are not counted. */
  userAgent?: string
}

export type Visit = {
  page: Page
  context: BrowserContext
  /** Console errors, uncaught errors, policy violations and requests to other sites, in words. */
  complaints: string[]
  /** Addresses on other sites that a tab was sent to; nothing is loaded from there. */
  departures: string[]
  /** Calls of the API, as method and path with query; but for the reports of pages shown. */
  apiCalls: string[]
  /** Reports of pages shown, as method and path with query; what they say is not to be had from outside. */
  reports: string[]
  toast: (text: string | RegExp) => Locator
  dialog: (name?: string | RegExp) => Locator
  /** Waits until React has taken over the page which the server sent. */
  hydrated: () => Promise<void>
  /** For a test that failed: its pages and the requests without a response, in words. */
  situation: () => Promise<string>
}

/** A fresh visitor of `origin` with nothing stored but what the options say; everything amiss is noted. */
export async function openVisit(
  browser: Browser,
  origin: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const window = await openWindow(browser, origin, options)
  if (options.theme || options.stored) await setStorage(window.page, options)
  return createVisit(window, origin, options)
}

/** A visit in a window that is open; what is amiss is noted from now on. */
export function createVisit(
  { context, page }: VisitWindow,
  origin: string,
  { allow = [] }: VisitOptions,
): Visit {
  const { unanswered, ...heard } = listenToContext(context, origin, allow)
  return {
    page,
    context,
    ...heard,
    toast: (text) => page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }),
    dialog: (name) => {
      const nameOption = name === undefined ? {} : { name }
      return page.getByRole('dialog', nameOption).or(page.getByRole('alertdialog', nameOption))
    },
    hydrated: () => waitForHydration(page),
    situation: async () => {
      const pages = await Promise.all(context.pages().map(describePage))
      return [...pages, ...[...unanswered].map((request) => `no answer: ${request.url()}`)].join('\n')
    },
  }
}

/** What a page shows; one that is stuck gives no text. */
async function describePage(page: Page): Promise<string> {
  const text = page.evaluate(() => `${document.readyState}: ${document.body?.innerText.slice(0, 300)}`)
  const pageText = await Promise.race([text, delay(stuckMs, 'stuck')]).catch(String)
  return `${page.url()} ${pageText.replace(/\s+/g, ' ')}`
}
const stuckMs = 3000

/** One visitor's window: a context of the browser with its one page. */
export type VisitWindow = { context: BrowserContext; page: Page }
export async function openWindow(
  browser: Browser,
  origin: string,
  options: VisitOptions,
): Promise<VisitWindow> {
  const context = await browser.newContext(getContextOptions(origin, options))
  return { context, page: await context.newPage() }
}

export function getContextOptions(origin: string, options: VisitOptions) {
  const { width = 1280, height = width < 700 ? 780 : 900, theme } = options
  const { javaScript = true, touch = false, reducedMotion = false, hasWorker = false } = options
  return {
    baseURL: origin,
    viewport: { width, height },
    colorScheme: theme === 'dark' ? ('dark' as const) : ('light' as const),
    reducedMotion: reducedMotion ? ('reduce' as const) : ('no-preference' as const),
    javaScriptEnabled: javaScript,
    hasTouch: touch,
    serviceWorkers: hasWorker ? ('allow' as const) : ('block' as const),
    isMobile: touch,
    locale: options.home?.locale ?? 'en',
    timezoneId: options.home?.timeZone ?? 'UTC',
    ...(options.userAgent ? { userAgent: options.userAgent } : {}),
  }
}

/** An address of the site without scripts. */
export const blankPath = '/icon.svg'

/** From there: the window's storage holds these entries and nothing else. */
export async function setStorage(page: Page, { theme = 'system', stored = {} }: VisitOptions): Promise<void> {
  if (!page.url().endsWith(blankPath)) await page.goto(blankPath)
  await page.evaluate(
    (entries) => {
      localStorage.clear()
      sessionStorage.clear()
      for (const [name, value] of entries) localStorage.setItem(name, value)
    },
    Object.entries({ ...(theme === 'system' ? {} : { theme }), ...stored }),
  )
}

function listenToContext(context: BrowserContext, origin: string, allow: RegExp[]) {
  const complaints: string[] = []
  const departures: string[] = []
  const apiCalls: string[] = []
  const reports: string[] = []
  const failedDocuments = new Set<string>()
  const unanswered = new Set<Request>()
  const complain = (text: string) => allow.some((one) => one.test(text)) || complaints.push(text)

  context.on('requestfinished', (request) => unanswered.delete(request))
  context.on('requestfailed', (request) => unanswered.delete(request))
  context.on('request', (request) => {
    unanswered.add(request)
    const url = new URL(request.url())
    if (isForeign(url, origin)) {
      if (isOfTab(request)) departures.push(url.href)
      else complain(`A request to another site: ${url.href}`)
    } else if (url.pathname.startsWith('/api/')) {
      const list = url.pathname === '/api/v1/page-views' ? reports : apiCalls
      list.push(`${request.method()} ${url.pathname}${url.search}`)
    }
  })
  context.on('response', (response) => {
    if (isOfTab(response.request()) && response.status() >= 400) failedDocuments.add(response.url())
  })
  context.on('console', (message) => {
    if (message.type() !== 'error' || isLostReport(message)) return
    if (!isAboutDocument(message, failedDocuments)) complain(describeMessage(message))
  })
  context.on('weberror', (error) => complain(String(error.error())))
  return { complaints, departures, apiCalls, reports, unanswered }
}

function isForeign(url: URL, origin: string): boolean {
  return /^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(origin).host
}

/** The navigation of a whole tab, not of a frame inside a page. */
function isOfTab(request: Request): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame().parentFrame() === null
  } catch {
    return true // the tab is so new that it has no frame yet
  }
}

/** The browser's own reports name what failed only beside the text. */
function describeMessage(message: ConsoleMessage): string {
  const isLoading = message.text().startsWith('Failed to load resource')
  return isLoading ? `${message.text()}: ${message.location().url}` : message.text()
}

/** The browser itself reports the status of a page; an error page is no error of the page. */
function isAboutDocument(message: ConsoleMessage, failedDocuments: Set<string>): boolean {
  return message.text().startsWith('Failed to load resource') && failedDocuments.has(message.location().url)
}

/** The report of a page view is not awaited; it is lost without a network. */
function isLostReport(message: ConsoleMessage): boolean {
  const isReport = /\/api\/v1\/page-views$|\/assets\/beacon-/.test(message.location().url)
  return isReport && message.text().includes('net::ERR_')
}

/** Asks React itself: a page whose clock a test drives has no marks of `performance`. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = Object.entries(document).find(([key]) => key.startsWith('__reactContainer$'))?.[1]
    return root?.stateNode.current.memoizedState?.isDehydrated === false
  })
}
