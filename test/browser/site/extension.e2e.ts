import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { test, themes } from '../support/test.ts'
import { type ExtensionBrowser, openWithExtension, panelIn, panelOf } from './extension-browser.ts'

const sneaker = 'https://weidian.com/item.html?itemID=9900661650'
const agents = 'https://www.acbuy.com/product?id=9900661650&source=WD'
const unknown = 'https://item.taobao.com/item.htm?id=652874750000'

/** Size of the panel on the page, in px. */
async function sizeOf(page: Page): Promise<{ width: number; height: number }> {
  const frame = await panelOf(page)
  return frame.evaluate(() => ({ width: innerWidth, height: innerHeight }))
}

describe('the extension, built for a site', () => {
  const site = inject('origin')
  let browser: ExtensionBrowser
  beforeAll(async () => {
    browser = await openWithExtension({ site })
  }, 60_000)
  afterAll(() => browser.close())
  afterEach(async () => {
    const [first, ...others] = browser.context.pages()
    await Promise.all(others.map((page) => page.close()))
    await first?.goto('about:blank')
    browser.requests.length = 0
  })

  async function visit(address: string): Promise<Page> {
    const page = await browser.context.newPage()
    await page.goto(address)
    return page
  }

  test('shows photos, price and a link to the item’s page beside an item, whatever the page’s policy forbids', async () => {
    const page = await visit(sneaker)
    const panel = await panelOf(page)
    await panel.getByText('Low court sneaker with suede toe').waitFor()
    await panel.getByText('5 QC photos', { exact: true }).waitFor()
    await panel.getByText('189.00 yuan', { exact: true }).waitFor()
    const open = panel.getByRole('link', { name: `Open on ${new URL(site).host} (opens in a new tab)` })
    await expect.poll(() => open.getAttribute('href')).toBe(`${site}/product/weidian/9900661650`)
    await expect.poll(() => open.getAttribute('target')).toBe('_blank')
    await expect.poll(() => open.getAttribute('rel')).toBe('noopener noreferrer')
    const photos = panel.getByRole('img', { name: /^QC photo \d$/ })
    await expect
      .poll(() =>
        photos.evaluateAll(
          (all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length,
        ),
      )
      .toBe(5)
    await expect.poll(() => photos.first().getAttribute('src')).toMatch(/^blob:chrome-extension:/)
    const { width, height } = await sizeOf(page)
    expect([width, height > 300, height < 560]).toEqual([344, true, true])
  })

  test('sends only the item to the site, and nothing to the page', async () => {
    const page = await visit(`${sneaker}&spider_token=secret&userid=7`)
    const panel = await panelOf(page)
    await panel.getByText('5 QC photos', { exact: true }).waitFor()
    const calls = browser.requests.map((request) => request.url()).filter((url) => url.includes('/api/'))
    expect(calls.sort()).toEqual([
      `${site}/api/v1/product-info?shopType=weidian&productCode=9900661650`,
      `${site}/api/v1/qc-external?shopType=weidian&goodsId=9900661650`,
      `${site}/api/v1/qc-photos/9900661650?shopType=weidian`,
    ])
    expect(browser.requests.map((request) => new URL(request.url()).origin)).toEqual(
      browser.requests.map(() => site),
    )
    for (const request of browser.requests) {
      const headers = await request.allHeaders()
      expect([headers.cookie, headers.referer, headers.authorization]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }
    const seen = await page.evaluate(() => {
      const host = document.documentElement.lastElementChild
      return [host?.tagName, host?.shadowRoot, host?.innerHTML, document.querySelectorAll('iframe').length]
    })
    expect(seen).toEqual(['DIV', null, '', 0])
  })

  test('shows nothing on other pages and sends no request there', async () => {
    for (const address of [
      'https://weidian.com/',
      'https://weidian.com/?userid=1625671124',
      'https://s.taobao.com/search?q=hoodie',
      'https://www.acbuy.com/login',
      'https://example.com/item.html?itemID=9900661650',
      'https://www.goofish.com/item?id=1018907837162',
    ]) {
      const page = await visit(address)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.lastElementChild?.tagName))
        .toBe('BODY')
      expect(panelIn(page)).toBeUndefined()
    }
    expect(browser.requests).toEqual([])
  })

  test('updates after a client navigation of the page', async () => {
    const page = await visit(sneaker)
    await (await panelOf(page)).getByText('5 QC photos', { exact: true }).waitFor()
    await page.evaluate(() => history.pushState({}, '', '/item.html?itemID=7229418055'))
    await expect.poll(() => panelIn(page)?.url()).toMatch(/#weidian\/7229418055$/)
    await (await panelOf(page)).getByText('No QC photos of this item yet.').waitFor()
    await page.evaluate(() => history.pushState({}, '', '/'))
    await expect.poll(() => panelIn(page)).toBeUndefined()
    await page.goBack()
    await (await panelOf(page)).getByText('No QC photos of this item yet.').waitFor()
  })

  test('reports that an item has no photos', async () => {
    const panel = await panelOf(await visit(unknown))
    await panel.getByText('No QC photos of this item yet.', { exact: true }).waitFor()
    await expect.poll(() => panel.getByRole('img', { name: /^QC photo/ }).count()).toBe(0)
    const open = panel.getByRole('link', { name: /^Open on/ })
    await expect.poll(() => open.getAttribute('href')).toBe(`${site}/product/taobao/652874750000`)
  })

  test('is collapsed and opened by keyboard, and stays in its last state', async () => {
    const page = await visit(sneaker)
    const panel = await panelOf(page)
    await panel.getByRole('button', { name: 'Minimize' }).press('Enter')
    await expect.poll(() => sizeOf(page)).toEqual({ width: 56, height: 56 })
    await expect.poll(() => panel.evaluate(() => document.activeElement?.id)).toBe('tab')
    const other = await visit(unknown)
    await expect.poll(() => sizeOf(other)).toEqual({ width: 56, height: 56 })
    await page.bringToFront() // behind another page it need not be drawn, and hears of no new size
    await panel.getByRole('button', { name: 'Show QC photos' }).press('Enter')
    await expect.poll(async () => (await sizeOf(page)).width).toBe(344)
    await expect.poll(() => panel.evaluate(() => document.activeElement?.id)).toBe('collapse')
  })

  test('stays hidden after it was closed, until it is turned on again', async () => {
    const settings = await browser.context.newPage()
    await settings.goto(browser.addressOf('options.html'))
    const page = await visit(sneaker)
    // The click removes the frame, so no call may wait inside of it.
    const close = (await panelOf(page)).getByRole('button', { name: /^Close/ })
    await close.evaluate((button: HTMLElement) => void setTimeout(() => button.click()))
    await expect.poll(() => panelIn(page)).toBeUndefined()
    await page.reload()
    expect(panelIn(page)).toBeUndefined()
    await settings.reload()
    const shows = settings.getByLabel('Show the panel on item pages')
    await expect.poll(() => shows.isChecked()).toBe(false)
    await shows.check()
    await (await panelOf(page)).getByText('5 QC photos', { exact: true }).waitFor()
  })

  for (const theme of themes)
    test(`panel and settings are clean for axe, begun in ${theme}`, async () => {
      for (const name of ['panel.html#weidian/9900661650', 'options.html', 'popup.html']) {
        const page = await browser.context.newPage()
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize({ width: 344, height: 500 })
        await page.goto(browser.addressOf(name))
        if (name.startsWith('panel')) await page.getByText('5 QC photos', { exact: true }).waitFor()
        expect(await axeFindings(page)).toEqual([])
      }
    })

  test('the settings accept only the URL of a site', async () => {
    const page = await browser.context.newPage()
    // A test cannot answer the browser's own question, so it checks what the extension requests.
    await page.addInitScript(() => {
      const requests: unknown[] = []
      Object.assign(window, { requests })
      chrome.permissions.request = async (wanted: unknown) => {
        requests.push(wanted)
        return JSON.stringify(wanted).includes('127.0.0.1')
      }
    })
    await page.goto(browser.addressOf('options.html'))
    const field = page.getByLabel('Address of the site')
    const status = page.getByRole('status')
    await expect.poll(() => field.inputValue()).toBe(site)
    await field.fill('http://chopmark.example')
    await page.getByRole('button', { name: 'Save and allow' }).click()
    await status.getByText('Enter an address that starts with https://.').waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.evaluate('requests')).toEqual([])
    await field.fill('chopmark.example/tools')
    await field.press('Enter')
    await status.getByText('Saved. Allow access to https://chopmark.example to finish.').waitFor()
    const panel = await panelOf(await visit(sneaker))
    await panel.getByText('Allow the extension to access chopmark.example.').waitFor()
    await panel.getByRole('button', { name: 'Allow it' }).waitFor()
    await field.fill('http://127.0.0.1:9')
    await field.press('Enter')
    await status.getByText("Saved, but we couldn't reach a Chopmark site there.").waitFor()
    await panel.getByText("127.0.0.1:9 isn't responding right now.").waitFor()
    await panel.getByRole('button', { name: 'Try again' }).waitFor()
    await field.fill(site)
    await field.press('Enter')
    await status.getByText('Saved and connected.').waitFor()
    await panel.getByText('5 QC photos', { exact: true }).waitFor()
    await expect
      .poll(() => page.evaluate('requests'))
      .toEqual([
        { origins: ['https://chopmark.example/*'] },
        { origins: ['http://127.0.0.1/*'] },
        { origins: ['http://127.0.0.1/*'] },
      ])
  })
})

describe('the extension', () => {
  test('asks for the URL of a site first', { timeout: 60_000 }, async ({ onTestFinished }) => {
    const { context, requests, close } = await openWithExtension()
    onTestFinished(close)
    const page = await context.newPage()
    await page.goto(sneaker)
    const panel = await panelOf(page)
    await panel.getByText('Connect to a Chopmark site to see QC photos.', { exact: true }).waitFor()
    const opened = context.waitForEvent('page')
    await panel.getByRole('button', { name: 'Open settings' }).click()
    await (await opened).getByLabel('Address of the site').waitFor()
    expect(requests).toEqual([])
  })

  test('is collapsed in a small window, and sends no request until it is opened', {
    timeout: 60_000,
  }, async ({ origin, onTestFinished }) => {
    const { context, requests, close } = await openWithExtension({ site: origin, width: 600 })
    onTestFinished(close)
    const page = await context.newPage()
    await page.goto(sneaker)
    await expect.poll(() => sizeOf(page)).toEqual({ width: 56, height: 56 })
    const panel = await panelOf(page)
    await panel.getByRole('button', { name: 'Show QC photos' }).waitFor()
    expect(requests).toEqual([])
    await panel.getByRole('button', { name: 'Show QC photos' }).click()
    await panel.getByText('5 QC photos', { exact: true }).waitFor()
  })

  test("removes an agent's warm reminder, and nothing else of the page", { timeout: 60_000 }, async ({
    origin,
    onTestFinished,
  }) => {
    const body = `<!doctype html><html lang="en"><body style="overflow: hidden"><main><h1>A sneaker</h1>
<p>Warm sneakers need no reminder.</p>
<section id="notice"><h3>Warm Reminder:</h3><p>The items shown come from third parties.</p></section>
<form><input aria-label="Amount"></form></main>
<div id="over" style="position: fixed; inset: 0"><div role="dialog"><h2>Warm reminder</h2><p>Read this.</p><input type="checkbox" aria-label="Agreed"><button>OK</button></div></div>
</body></html>`
    const { context, close, addressOf } = await openWithExtension({ site: origin, body })
    onTestFinished(close)
    const page = await context.newPage()
    await page.goto(agents)
    await expect.poll(() => page.locator('#over').isVisible()).toBe(false)
    await expect.poll(() => page.locator('#notice').isVisible()).toBe(false)
    await expect.poll(() => page.getByText('Warm sneakers need no reminder.').isVisible()).toBe(true)
    await expect.poll(() => page.getByLabel('Amount').isVisible()).toBe(true)
    await expect.poll(() => page.evaluate(() => document.body.style.overflow)).toBe('')
    await page.goto(sneaker)
    await panelOf(page)
    await expect.poll(() => page.locator('#over').isVisible()).toBe(true)
    const settings = await context.newPage()
    await settings.goto(addressOf('options.html'))
    await settings.getByLabel("Hide the agent's warm reminder").uncheck()
    await page.goto(agents)
    await panelOf(page)
    await expect.poll(() => page.locator('#over').isVisible()).toBe(true)
  })
})
