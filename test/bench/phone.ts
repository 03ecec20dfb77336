import { pathToFileURL } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '#support/browser.ts'
import { startSite } from '#support/site.ts'

/**
 * What a phone sees of the built site: 360 x 740 at three pixels a point, the browser's cache empty, the processor four
 * times slower, 9 Mbps down, 100 ms to each answer. `warm`: the site has drawn its pictures and pages before, which is
 * what all visitors but the first meet; `cold` is that first one.
 */
export type PhoneFigures = {
  page: string
  lcpMs: Spread
  /** Of the layout, until the page was at rest. */
  cls: Spread
  /** Bytes of images over the wire before scrolling, headers included, in kB. */
  imagesKb: Spread
  images: number
  /** Until the first paint: the browser lays out what the server drew. */
  drawing: LongTasks
  /** After it: the scripts are read and take the page over. */
  comingAlive: LongTasks & { doneMs: number }
  cold: { lcpMs: number; imagesKb: number }
}
/** Tasks of 50 ms and more, medians of the visits. */
type LongTasks = { count: number; totalMs: number; longestMs: number }
type Spread = { median: number; worst: number }
type Vitals = {
  lcpMs: number
  cls: number
  paintMs: number
  hydratedMs: number
  longTasks: { startMs: number; ms: number }[]
}
type Visit = Vitals & { imagesKb: number; images: number }

/** Runs in the page; a text, because the server's types have no window. */
const vitals = `
  globalThis.vitals = { lcpMs: 0, cls: 0, paintMs: 0, hydratedMs: 0, longTasks: [] }
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => (vitals.lcpMs = entry.startTime))
  watch('layout-shift', (entry) => (vitals.cls += entry.hadRecentInput ? 0 : entry.value))
  watch('longtask', ({ startTime, duration }) => vitals.longTasks.push({ startMs: startTime, ms: duration }))
  watch('paint', ({ startTime }) => (vitals.paintMs ||= startTime))
  watch('mark', ({ name, startTime }) => name === 'hydrated' && (vitals.hydratedMs = startTime))
`
const viewport = { width: 360, height: 740 }
const bytesPerSecond = 9_000_000 / 8
const visitsCounted = 5
/** Long enough for what comes late, as the strip of thumbnails, which moves every three seconds. */
const restMs = 4_000

/** Home, the list, and a product with many pictures, photos and reviews, each in several fresh browsers. */
export async function benchPhone(): Promise<PhoneFigures[]> {
  const site = await startSite({ env: { PICTURE_JOBS: 'on' } })
  const browser = await launchBrowser()
  try {
    const figures: PhoneFigures[] = []
    for (const path of ['/product/weidian/9900661650', '/', '/popular']) {
      const cold = await visit(browser, site.origin + path)
      const visits: Visit[] = []
      for (let count = 0; count < visitsCounted; count += 1)
        visits.push(await visit(browser, site.origin + path))
      figures.push(summed(path, cold, visits))
    }
    return figures
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 3, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    const sizes = await slowDown(cdp)
    await page.addInitScript({ content: vitals })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(restMs)
    const measured = await vitalsOf(page)
    const bytes = sizes().reduce((sum, size) => sum + size, 0)
    return { ...measured, imagesKb: bytes / 1000, images: sizes().length }
  } finally {
    await context.close()
  }
}

/** Returns a function that gives the sizes of the loaded images. */
async function slowDown(cdp: CDPSession): Promise<() => number[]> {
  const images = new Set<string>()
  const sizes: number[] = []
  cdp.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Image') images.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (images.has(requestId)) sizes.push(encodedDataLength)
  })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return () => sizes
}

function vitalsOf(page: Page): Promise<Vitals> {
  return page.evaluate('vitals')
}

function summed(page: string, cold: Visit, visits: Visit[]): PhoneFigures {
  const rounded = (value: (visit: Visit) => number) =>
    spreadOf(visits.map((visit) => Math.round(value(visit))))
  return {
    page,
    lcpMs: rounded(({ lcpMs }) => lcpMs),
    cls: spreadOf(visits.map(({ cls }) => Math.round(cls * 10_000) / 10_000)),
    imagesKb: spreadOf(visits.map(({ imagesKb }) => Math.round(imagesKb * 10) / 10)),
    images: spreadOf(visits.map(({ images }) => images)).worst,
    drawing: sumTasks(visits, (startMs, paintMs) => startMs < paintMs),
    comingAlive: {
      ...sumTasks(visits, (startMs, paintMs) => startMs >= paintMs),
      doneMs: rounded(({ hydratedMs }) => hydratedMs).median,
    },
    cold: { lcpMs: Math.round(cold.lcpMs), imagesKb: Math.round(cold.imagesKb * 10) / 10 },
  }
}

function sumTasks(visits: Visit[], isCounted: (startMs: number, paintMs: number) => boolean): LongTasks {
  const tasks = visits.map(({ longTasks, paintMs }) =>
    longTasks.filter(({ startMs }) => isCounted(startMs, paintMs)).map(({ ms }) => Math.round(ms)),
  )
  return {
    count: spreadOf(tasks.map((all) => all.length)).median,
    totalMs: spreadOf(tasks.map((all) => all.reduce((sum, ms) => sum + ms, 0))).median,
    longestMs: spreadOf(tasks.map((all) => Math.max(0, ...all))).median,
  }
}

function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
}

/** Describes the figures, one line a page. */
export function phoneLines(figures: PhoneFigures[]): string[] {
  return figures.map(
    ({ page, lcpMs, cls, imagesKb, images, drawing, comingAlive, cold }) =>
      `phone, ${page.padEnd(28)} LCP ${lcpMs.median} ms (worst ${lcpMs.worst}, first visitor ${cold.lcpMs}), ` +
      `CLS ${cls.worst}, ${imagesKb.worst} kB in ${images} images before scrolling; long tasks: drawing ` +
      `${describe(drawing)}, coming alive ${describe(comingAlive)}, done at ${comingAlive.doneMs} ms`,
  )
}

function describe({ count, totalMs, longestMs }: LongTasks): string {
  return count === 0 ? 'none' : `${count} of ${totalMs} ms, the longest ${longestMs}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const line of phoneLines(await benchPhone())) console.log(line)
}
