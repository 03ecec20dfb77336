import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PageReading } from '#features/readings/page-reading.ts'
import { createBookmarkAddress } from '#features/readings/web/bookmarklet/bookmark-address.ts'
import { parseReadingFragment } from '#features/readings/web/bookmarklet/reading-fragment.ts'
import { launchBrowser } from '#support/browser.ts'
import { listFaults, listItemPages, serveItemPages } from './item-pages.ts'

const build = fileURLToPath(new URL('../../../dist/current', import.meta.url))
const site = 'https://chopmark.test'

/** What the bookmark brought: its reading, or what it told instead. */
type Pressed = { reading: PageReading | undefined; message: string | undefined }

// The address is run as the browser's bookmarks bar runs it, in the page's own window; no test can press that bar.
describe('the bookmark', () => {
  let context: BrowserContext
  let address: string
  let requests: string[]
  beforeAll(async () => {
    const script = readFileSync(`${realpathSync(build)}/web/bookmarklet.js`, 'utf8')
    address = await createBookmarkAddress(script, site)
    const browser = await launchBrowser()
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    requests = await serveItemPages(context)
  }, 60_000)
  afterAll(() => context.browser()?.close())
  afterEach(() => Promise.all(context.pages().map((page) => page.close())))

  async function press(page: Page): Promise<Pressed> {
    const code = decodeURIComponent(address.slice('javascript:'.length))
    const opened = context.waitForEvent('page').then(async (tab) => {
      await tab.waitForURL(/^https:/)
      expect([new URL(tab.url()).origin, new URL(tab.url()).pathname]).toEqual([site, '/handover'])
      return { reading: parseReadingFragment(new URL(tab.url()).hash, true), message: undefined }
    })
    const message = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept()
      return { reading: undefined, message: dialog.message() }
    })
    await page.evaluate(`void ${code}`)
    const pressed = await Promise.race([opened, message])
    for (const other of [opened, message]) other.catch(() => undefined)
    return pressed
  }

  test('is short enough for every browser, and holds nothing but itself', () => {
    expect(address.length).toBeLessThan(65_536)
    expect(address).not.toMatch(/[\s"<>\\]/)
  })

  for (const item of listItemPages())
    test(`reads ${item.name} and gives it to the site's own tab alone`, async () => {
      const { address: url, waitMs = 0, width = 1280 } = item.expected.page
      const page = await context.newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto(url)
      await page.waitForFunction((ms) => performance.now() > ms, waitMs)
      requests.length = 0
      const frames = page.frames().length
      const { reading, message } = await press(page)
      const { open = [], maySay } = item.expected.byBookmarklet ?? {}
      if (!reading) expect(message).toContain(maySay)
      else
        expect(
          listFaults(
            { ...item, expected: { ...item.expected, open: [...item.expected.open, ...open] } },
            reading,
            0,
          ),
        ).toEqual([])
      const learned = await page.evaluate('String([window.__took, window.__heard, window.__ran])')
      expect(learned).not.toMatch(/handover|chopmark|shopType|true/)
      expect(
        requests.filter((address) => address.includes('reading=') || address.includes('/canary/')),
      ).toEqual([])
      await expect.poll(() => page.frames().length).toBe(frames)
    })
})
