import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { HOUR_MS } from '#shared/time.ts'
import { setStorage } from '#support/visit.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { fits } from '../support/box.ts'
import { holdCall } from '../support/calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from '../support/outside-fixture.ts'
import { widths } from '../support/test.ts'

const item = '/product/taobao/652874751412'

const buyLinks = (page: Page) => page.getByRole('link', { name: /^Buy on \w+ ?, opens in a new tab$/ })

describe('an item that nobody knows', () => {
  test('still can be bought on every agent, without script too', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    const answer = await page.goto(item)
    expect(answer?.status()).toBe(200)
    await expect.poll(() => page.title()).toBe('Taobao item 652874751412 · Chopmark')
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('Taobao item 652874751412')
    await page.getByText('We have no details of this item yet.', { exact: true }).waitFor()
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.getByRole('heading', { name: 'Buy on any agent' }).waitFor()
    const links = buyLinks(page)
    for (const link of await links.all())
      await expect.poll(() => link.getAttribute('href')).toContain('652874751412')
    await expect.poll(() => links.count()).toBeGreaterThan(6)
    await page.getByRole('heading', { name: 'No QC photos available' }).waitFor()
    await page
      .getByText("No warehouse photos yet. They appear once someone's order reaches a warehouse.")
      .waitFor()
    await page.getByRole('heading', { name: 'No reviews yet' }).waitFor()
  })

  test('offers to be watched once, and asks once where it goes and what it is', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { country: 'DE' } })
    await page.goto(item)
    await hydrated()
    await page.getByRole('button', { name: /^Watch this item/ }).waitFor()
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    const shipping = page.getByRole('region', { name: 'Shipping', exact: true })
    await shipping.getByRole('combobox', { name: 'Destination' }).waitFor()
    await expect.poll(() => shipping.getByText('Items Category').count()).toBe(1)
    await expect.poll(() => shipping.getByRole('button', { name: /^Ship to|^No category/ }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^Watch|photos arrive/ }).count()).toBe(1)
    await shipping.getByRole('button', { name: 'Change it if you know better.' }).click()
    await shipping.getByRole('button', { name: 'No category · pick one' }).waitFor()
  })

  test('is asked for no second time', async ({ asVisitor }) => {
    const { page, hydrated, apiCalls } = await asVisitor()
    await page.goto(item, { waitUntil: 'networkidle' })
    await hydrated()
    expect(apiCalls.filter((call) => call.includes('/product-info'))).toEqual([])
    await expect.poll(() => page.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
  })
})

describe('an item that a source knows', () => {
  test('has its page, with the photos of the outside source', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    const title = async () => {
      await page.goto(item) // the first answer of a source may come later than the page
      return page.getByRole('heading', { level: 1 }).textContent()
    }
    await expect.poll(title).toBe('Simulated T-shirt 652874751412')
    await page.getByRole('group', { name: 'Colour: Sage' }).waitFor()
    await expect.poll(() => page.locator('meta[name=robots]').count()).toBe(0)
    await expect.poll(() => page.getByText('Last checked').count()).toBe(0)
  })

  test('says when it was seen, when that is long ago', async ({ asVisitor, site }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.clock.setFixedTime(Date.now() + 7 * HOUR_MS)
    await page.goto(item)
    await hydrated()
    await page
      .getByText('Last checked 7 hr ago. Price and stock may have changed.', { exact: true })
      .waitFor()
  })

  test('comes later when its source is slow', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin })
    const { go } = await holdCall(page, '/product-info')
    await page.goto('/product/taobao/slow-1')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Taobao item slow-1')
    await page.getByRole('status').filter({ hasText: 'Loading…' }).first().waitFor()
    await page.getByRole('link', { name: /^Buy/ }).first().waitFor()
    go()
    await page.getByRole('heading', { level: 1, name: 'Simulated T-shirt slow-1' }).waitFor()
    await page.getByText(/^\d+ in stock$/).waitFor()
    await expect.poll(() => page.title()).toBe('Simulated T-shirt slow-1 · Chopmark')
  })

  test('has no spinner left for those without script', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    const answer = await page.goto('/product/taobao/slow-2')
    expect(answer?.status()).toBe(200)
    await page.getByRole('heading', { name: 'Buy on any agent' }).waitFor()
  })
})

describe('an item that a source does not find', () => {
  const missing = '/product/taobao/unknown-item-1'

  test('is called not found', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin })
    const answer = await page.goto(missing)
    expect(answer?.status()).toBe(404)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Product not found!')
    await page.getByText('Oops! The product code seems to be incorrect.', { exact: true }).waitFor()
    await buyLinks(page).first().waitFor()
    await page.getByRole('heading', { name: 'QC Photos', exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor()
  })

  test('gives the last link back to be mended', async ({ asVisitor, site }) => {
    const last = 'https://item.taobao.com/item.htm?id=000'
    const { page } = await asVisitor({ origin: site.origin, stored: { url: last } })
    await page.goto(missing)
    const box = page.getByLabel('Paste the link again')
    await expect.poll(() => box.inputValue()).toBe(last)
    await box.fill('https://weidian.com/item.html?itemID=9900661650')
    await box.press('Enter')
    await page.waitForURL('**/product/weidian/9900661650')
    await page.getByRole('heading', { level: 1, name: 'Low court sneaker with suede toe' }).waitFor()
  })
})

test('a stored link that is none is removed (S12)', async ({ asVisitor, site }) => {
  const { page, hydrated } = await asVisitor({ origin: site.origin })
  for (const stored of ['javascript:alert(1)', '', 'not a link']) {
    await setStorage(page, { stored: { url: stored } })
    await page.goto('/product/taobao/unknown-item-1')
    await hydrated()
    const message = `stored: '${stored}'`
    await expect.poll(() => page.evaluate(() => localStorage.getItem('url')), { message }).toBeNull()
    await expect.poll(() => page.getByLabel('Paste the link again').inputValue(), { message }).toBe('')
  }
})

test('an address that can be no item is not found', async ({ asVisitor }) => {
  const { page } = await asVisitor()
  for (const path of ['/product/ebay/123', '/product/taobao/a.b']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Product not found!')
    await page.getByText('Oops! The product code seems to be incorrect.', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /^Buy/ }).count()).toBe(0)
    await expect.poll(() => page.locator('link[rel=canonical], meta[property="og:url"]').count()).toBe(0)
  }
})

describe('an item whose source fails', () => {
  test('says so and asks again on demand', async ({ asVisitor, site }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    const answer = await page.goto('/product/weidian/down-3')
    expect(answer?.status()).toBe(200)
    await hydrated()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Weidian item down-3')
    await page.getByText('Product information is temporarily unavailable.', { exact: true }).waitFor()
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.getByRole('heading', { name: 'Buy on any agent' }).waitFor()
    const asked = page.waitForResponse((response) => response.url().includes('/product-info'))
    await page.getByRole('button', { name: 'Try Again' }).first().click()
    expect((await asked).status()).toBe(200)
  })
})

test('every state is clean for axe, fits and does not move at 360 and 1280 px', async ({
  asVisitor,
  site,
}) => {
  const { page, hydrated } = await asVisitor({ origin: site.origin })
  for (const width of widths) {
    await setWidth(page, width)
    for (const code of ['unknown-item-1', 'down-1', '652874751412']) {
      await page.goto(`/product/taobao/${code}`, { waitUntil: 'networkidle' })
      await hydrated()
      expect(await axeFindings(page), `${code}, ${width} px`).toEqual([])
      expect(await layoutShift(page), `${code}, ${width} px`).toBeLessThanOrEqual(0.02)
      await fits(page)
    }
  }
})
