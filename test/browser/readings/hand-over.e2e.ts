import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type { PageReading } from '#features/readings/page-reading.ts'
import { type ExtensionBrowser, openWithExtension, panelIn, panelOf } from '../site/extension-browser.ts'
import { test } from '../support/test.ts'
import { type ItemPage, listFaults, listItemPages, serveItemPages } from './item-pages.ts'
import { pressToolbarButton, type ToolbarPopup } from './toolbar-popup.ts'

/** Stands for the site's page: it hears messages as that does. */
const siteTab = `<!doctype html><html><script>
window.heard = []
addEventListener('message', ({ source, origin, data }) => {
  if (source === window && origin === location.origin) window.heard.push(data)
})
setTimeout(() => { document.documentElement.dataset.handover = 'ready' }, 300)
</script></html>`

describe('handing over with the extension', () => {
  // A server, because Playwright comes too late to answer for tabs that an extension opens.
  const server = createServer(({ url, headers }, response) => {
    visits.push(String(url))
    if (url?.startsWith('/api/')) {
      const data = url.includes('external') ? [] : { photos: [] }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: true, data }))
      return
    }
    if (redirect && new URL(redirect).host !== headers.host)
      response.writeHead(302, { location: redirect }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(siteTab)
  })
  const visits: string[] = []
  let redirect: string | undefined
  let site: string
  let browser: ExtensionBrowser
  let id: string
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('The server has no address.')
    site = `http://127.0.0.1:${address.port}`
    browser = await openWithExtension({ site })
    await serveItemPages(browser.context)
    id = new URL(browser.addressOf('popup.html')).host
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    server.close()
  })
  afterEach(async () => {
    const [first, ...others] = browser.context.pages()
    await Promise.all(others.map((page) => page.close()))
    await first?.goto('about:blank')
    browser.requests.length = 0
    visits.length = 0
    redirect = undefined
  })

  async function open(name: string): Promise<{ item: ItemPage; page: Page }> {
    const item = listItemPages().find((each) => each.name === name)
    if (!item) throw new Error(`There is no page ${name}.`)
    const page = await browser.context.newPage()
    await page.goto(item.expected.page.address)
    await page.waitForFunction((ms) => performance.now() > ms, item.expected.page.waitMs ?? 0)
    return { item, page }
  }

  async function readFromToolbar(page: Page): Promise<ToolbarPopup> {
    const popup = await pressToolbarButton(browser.context, page, id)
    await popup.press('#read')
    const text = 'document.querySelector(".reading") ? "read" : document.body.innerText'
    await expect.poll(() => popup.evaluate(text)).toBe('read')
    return popup
  }

  /** What the site's tab was given, once it has it. */
  async function receive(): Promise<PageReading> {
    const find = () => browser.context.pages().find((page) => page.url() === `${site}/handover`)
    await expect.poll(() => find() !== undefined).toBe(true)
    const tab = find()
    await expect.poll(() => tab?.evaluate('heard.length')).toBe(1)
    const message = (await tab?.evaluate('heard[0]')) as { type: string; reading: PageReading }
    expect(message.type).toBe('chopmark-reading')
    return message.reading
  }

  for (const name of [
    'taobao-denim',
    'agent-item',
    'late-bottle',
    'hostile-prototypes',
    'hostile-overlay',
    'hostile-csp',
  ])
    test(`reads ${name} on a press of the browser's button, and hands over what was read`, async () => {
      const { item, page } = await open(name)
      const popup = await readFromToolbar(page)
      expect(await popup.text()).toContain('Nothing is sent until you hand it over.')
      expect(browser.context.pages()).toHaveLength(2)
      await popup.press('.reading__foot button')
      expect(listFaults(item, await receive(), 0)).toEqual([])
      const heardByPage = await page.evaluate('JSON.stringify([window.__took, window.__heard, window.__ran])')
      expect(heardByPage).not.toMatch(/chopmark-reading/)
    })

  test("hands over an order's ticked photos as bytes, and nothing of the order", async () => {
    const { item, page } = await open('agent-order')
    const popup = await readFromToolbar(page)
    const text = await popup.text()
    for (const sentence of [
      'Your warehouse photos',
      'Weidian item 9900008842, Color: Slate; Size: 42',
      '1240 g',
      '2 photos lie at another address',
    ])
      expect(text).toContain(sentence)
    await expect
      .poll(() => popup.evaluate('document.querySelector(".reading__unread a").href'))
      .toBe(`${site}/product/weidian/9900008842#qc`)
    await expect
      .poll(() => popup.evaluate('[...document.images].every(({ naturalWidth }) => naturalWidth > 0)'))
      .toBe(true)
    expect(text).toContain('Add these 3 warehouse photos')
    await popup.press('.frames li:nth-child(2) input')
    await popup.press('.reading__rows li:last-child input')
    expect(await popup.text()).toContain('Add these 2 warehouse photos')
    await popup.press('.reading__foot button')
    const reading = await receive()
    expect([reading.photos.length, reading.weightGrams, reading.id]).toEqual([2, null, '9900008842'])
    const sent = JSON.stringify({ ...reading, photos: [] })
    for (const secret of item.expected.mustNot) expect(sent).not.toContain(secret)
    expect(visits.filter((url) => url !== '/favicon.ico')).toEqual(['/handover'])
  })

  test('reads on a press in the panel beside the item, and hands over without what was unticked', async () => {
    const { page } = await open('weidian-cap')
    const panel = await panelOf(page)
    const read = panel.getByRole('button', { name: 'Read from this page' })
    await read.waitFor()
    await expect
      .poll(async () => {
        if (await read.isVisible()) await read.click({ timeout: 1_000 }).catch(() => undefined)
        return panel.getByRole('heading', { name: 'Read from this page' }).isVisible()
      })
      .toBe(true)
    const pictures = panel.locator('.reading__pictures img')
    const listLoaded = () =>
      pictures.evaluateAll((images: HTMLImageElement[]) => images.map(({ naturalWidth }) => naturalWidth > 0))
    await expect.poll(listLoaded).toEqual([true, true, true, true, true])
    const isWhole = () => panel.evaluate('document.getElementById("panel").scrollHeight <= innerHeight')
    await expect.poll(isWhole).toBe(true)
    await panel.getByLabel('Pictures').uncheck()
    const handOver = panel.getByRole('button', { name: 'Hand over to Chopmark' })
    await expect
      .poll(async () => {
        if (await handOver.isEnabled()) await handOver.click()
        return browser.context.pages().some((each) => each.url() === `${site}/handover`)
      })
      .toBe(true)
    const reading = await receive()
    expect([reading.title, reading.price, reading.priceTo, reading.pictures]).toEqual([
      '六片棒球帽软顶水洗做旧可调节',
      58,
      79,
      [],
    ])
  })

  test('does not act on a press in a panel that the page covers, nor on events of scripts', async () => {
    const { page } = await open('weidian-cap')
    const panel = await panelOf(page)
    const read = panel.getByRole('button', { name: 'Read from this page' })
    await read.waitFor()
    await read.evaluate((button: HTMLElement) => button.click())
    await expect.poll(() => panel.getByRole('heading', { name: 'Read from this page' }).count()).toBe(0)
    await page.evaluate(() => {
      const cover = document.createElement('div')
      cover.popover = 'manual'
      cover.style.cssText =
        'position:fixed;inset:0;width:100vw;height:100vh;background:#fff;opacity:.5;pointer-events:none'
      document.body.append(cover)
      cover.showPopover()
    })
    await expect
      .poll(async () => {
        await read.click()
        return panel.getByRole('status').last().innerText()
      })
      .toMatch(/^Something covers this panel/)
    await expect.poll(() => panel.getByRole('heading', { name: 'Read from this page' }).count()).toBe(0)
  })

  for (const name of ['hostile-overlay', 'hostile-messages'])
    test(`does nothing that ${name} begins by itself`, async () => {
      const { page } = await open(name)
      await panelOf(page)
      await page.waitForFunction(() => performance.now() > 2_000)
      expect(panelIn(page)?.url()).toBeDefined()
      expect(browser.context.pages()).toHaveLength(2)
      const panel = await panelOf(page)
      await expect.poll(() => panel.getByRole('heading', { name: 'Read from this page' }).count()).toBe(0)
      await expect.poll(() => page.evaluate('(window.__heard ?? []).join()')).toBe('')
    })

  test('gives nothing to a tab that went elsewhere', async () => {
    const { page } = await open('jsonld-headphones')
    const elsewhere = `${site.replace('127.0.0.1', 'localhost')}/handover`
    redirect = elsewhere
    const popup = await readFromToolbar(page)
    await popup.press('.reading__foot button')
    const find = () => browser.context.pages().find((each) => each.url() === elsewhere)
    await expect.poll(() => find() !== undefined).toBe(true)
    await find()?.waitForFunction(() => performance.now() > 1_500)
    await expect.poll(() => find()?.evaluate('heard')).toEqual([])
  })

  test('collects the links of a page for the link converter, each item once', async () => {
    const page = await browser.context.newPage()
    const links = [
      'https://weidian.com/item.html?itemID=1&spider=secret',
      '//weidian.com/item.html?itemID=1',
      'https://item.taobao.com/item.htm?id=990000813377',
      '/login',
      'javascript:1',
    ]
    const body = links.map((href) => `<a href="${href}">x</a>`).join('')
    await page.route('https://list.example/', (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto('https://list.example/')
    const popup = await pressToolbarButton(browser.context, page, id)
    const opened = browser.context.waitForEvent('page')
    await popup.press('#collect')
    const tab = await opened
    const text = encodeURIComponent(
      'https://weidian.com/item.html?itemID=1\nhttps://item.taobao.com/item.htm?id=990000813377',
    )
    await expect.poll(() => tab.url()).toBe(`${site}/convert#text=${text}`)
    expect(visits).toContain('/convert')
  })
})
