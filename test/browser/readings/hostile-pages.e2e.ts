import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePageReading } from '#features/readings/page-reading.ts'
import { launchBrowser } from '#support/browser.ts'
import { type HostilePage, hostilePages } from './hostile-pages.ts'
import { buildReader, readInOwnWorld } from './isolated-reader.ts'

const address = 'https://item.taobao.com/item.htm?id=990000900400'

/** What the page may have heard, stored or run. Read without its own functions. */
const traces = `String([window.__ran, window.__heard, document.cookie, window.origin === 'null' || localStorage.length])`

describe('the reader on pages that want to be read wrongly', () => {
  let context: BrowserContext
  let page: Page
  let reader: string
  let current: HostilePage
  let session: CDPSession
  const requests: Request[] = []
  beforeAll(async () => {
    reader = buildReader()
    const browser = await launchBrowser()
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    context.on('request', (request) => requests.push(request))
    await context.route(/./, (route) =>
      route.request().url().split('#')[0] === address
        ? route.fulfill({
            contentType: 'text/html; charset=utf-8',
            headers: current.headers ?? {},
            body: current.html,
          })
        : route.abort(),
    )
    page = await context.newPage()
    page.on('dialog', (dialog) => dialog.accept())
    session = await context.newCDPSession(page)
  }, 60_000)
  afterAll(() => context.browser()?.close())

  test.each(hostilePages)('reads what stands there: $name', async (hostile) => {
    current = hostile
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForLoadState('domcontentloaded')
    const before = await readTraces()
    requests.length = 0
    const { reading } = await readInOwnWorld(page, reader)
    expect(reading).toMatchObject(hostile.reading)
    expect(parsePageReading(reading)).toEqual(reading)
    expect(JSON.stringify(reading)).not.toMatch(/javascript:|user:pass|[\u202a-\u202e]/)
    const urls = requests.map((request) => request.url()).filter((url) => url !== address)
    expect(urls.slice(hostile.mayLoad ?? 0)).toEqual([])
    await expect.poll(readTraces).toBe(before)
  })

  async function readTraces(): Promise<unknown> {
    const { result } = await session.send('Runtime.evaluate', { expression: traces })
    return result.value
  }
})
