import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { HOUR_MS } from '#shared/time.ts'
import { setStorage } from '#support/visit.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { expectNoOverflow } from '../support/box.ts'
import { holdCall } from '../support/calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from '../support/outside-fixture.ts'
import { widths } from '../support/test.ts'

const item = '/product/taobao/652874751412'

const buyLinks = (page: Page) => page.getByRole('link', { name: /^Buy on \w+ ?, opens in a new tab$/ })

describe('an item without information', () => {
  test('can be bought on every agent, without JavaScript too', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    const response = await page.goto(item)
    expect(response?.status()).toBe(200)
    await expect.poll(() => page.title()).toBe('Taobao item 652874751412 · Chopmark')
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('Taobao item 652874751412')
    await page.getByText('We have no details of this item yet.', { exact: true }).waitFor()
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.getByText('Only a number so far.', { exact: true }).waitFor()
    const marketplace = page.getByRole('link', { name: 'Open on Taobao' })
    await expect
      .poll(() => marketplace.getAttribute('href'))
      .toBe('https://item.taobao.com/item.htm?id=652874751412')
    // Without JavaScript no range can be computed and no answer kept.
    await expect.poll(() => page.getByText('What is it?').isVisible()).toBe(false)
    await page.getByText('Buy on any agent', { exact: true }).click()
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

  test('has one watch button, and one form for weight and size, which the paper follows', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ stored: { country: 'DE' } })
    await page.goto(item)
    await hydrated()
    await page.getByRole('button', { name: /^Watch this item/ }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Watch|photos arrive/ }).count()).toBe(1)
    const paper = page.locator('.item-paper')
    await paper.getByText(/^from ¥\d+\.\d\d$/).waitFor()
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    const shipping = page.getByRole('region', { name: 'Shipping', exact: true })
    await shipping.getByText('Know its weight or size?').click()
    await expect.poll(() => page.getByLabel('Weight(g)').count()).toBe(1)
    await shipping.getByLabel('Weight(g)').fill('heavy')
    await shipping.getByLabel('Weight(g)').press('Enter')
    await shipping.getByText('Weight must be a number from 1 to 1,000,000 g.').waitFor()
    await shipping.getByLabel('Weight(g)').fill('720')
    await shipping.getByLabel('Size, cm').fill('38 x 32 x 8')
    await shipping.getByRole('button', { name: 'calculate' }).click()
    await shipping.getByText('To Germany, for 720 g, 38 x 32 x 8 cm.').waitFor()
    const cheapest = shipping.locator('details.option', { hasText: 'Cheapest' })
    await cheapest.first().waitFor()
    const amount = await paper.locator('dd b').textContent()
    await expect.poll(() => cheapest.first().textContent()).toContain(amount)
    await paper.getByText('Computed with 720 g, as you say.').waitFor()
    await paper.getByRole('button', { name: 'Forget it' }).click()
    await paper.getByText(/^from ¥\d+\.\d\d$/).waitFor()
  })

  test('asks what it is, keeps the answer, and has the same price in paper and shipping section', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ stored: { country: 'DE' } })
    await page.goto(item)
    await hydrated()
    const paper = page.locator('.item-paper')
    await paper.getByRole('radio', { name: 'Hoodie' }).check()
    await paper.getByText('Hoodies weigh 550 to 900 g here.').waitFor()
    await paper.getByText(/^¥\d+\.\d\d–\d+\.\d\d$/).waitFor()
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    const shipping = page.getByRole('region', { name: 'Shipping', exact: true })
    await shipping.getByText('To Germany, for a hoodie of 550 to 900 g.').waitFor()
    const first = shipping.getByRole('listitem').first().locator('b')
    const amount = () => paper.locator('dd b').textContent()
    await expect.poll(async () => (await amount()) === (await first.textContent())).toBe(true)
    await page.reload()
    await hydrated()
    await expect.poll(() => paper.getByRole('radio', { name: 'Hoodie' }).isChecked()).toBe(true)
    await paper.getByRole('radio', { name: 'Something else' }).check()
    await paper.getByText(/^from ¥\d+\.\d\d$/).waitFor()
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    await shipping.getByText('To Germany, from 200 g.').waitFor()
    await expect.poll(async () => (await amount()) === (await first.textContent())).toBe(true)
  })

  test('is not requested a second time', async ({ asVisitor }) => {
    const { page, hydrated, apiCalls } = await asVisitor()
    await page.goto(item, { waitUntil: 'networkidle' })
    await hydrated()
    expect(apiCalls.filter((call) => call.includes('/product-info'))).toEqual([])
    await expect.poll(() => page.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
  })
})

describe('an item with information from a source', () => {
  test('has a page with the source’s title and variants', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    const title = async () => {
      await page.goto(item) // the first response of a source may arrive after the page
      return page.getByRole('heading', { level: 1 }).textContent()
    }
    await expect.poll(title).toBe('Simulated T-shirt 652874751412')
    await page.getByRole('group', { name: 'Colour: Sage' }).waitFor()
    await expect.poll(() => page.locator('meta[name=robots]').count()).toBe(0)
    await expect.poll(() => page.getByText('Last checked').count()).toBe(0)
  })

  test('shows the time of stale information', async ({ asVisitor, site }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.clock.setFixedTime(Date.now() + 7 * HOUR_MS)
    await page.goto(item)
    await hydrated()
    await page
      .getByText('Last checked 7 hr ago. Price and stock may have changed.', { exact: true })
      .waitFor()
  })

  test('is loaded later when its source is slow', async ({ asVisitor, site }) => {
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

  test('does not wait for a slow source without JavaScript', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    const response = await page.goto('/product/taobao/slow-2')
    expect(response?.status()).toBe(200)
    await page.getByText('Buy on any agent', { exact: true }).waitFor()
  })
})

describe('an item that a source does not find', () => {
  const missing = '/product/taobao/unknown-item-1'

  test('is reported as not found', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin })
    const response = await page.goto(missing)
    expect(response?.status()).toBe(404)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Product not found!')
    await page.getByText('Oops! The product code seems to be incorrect.', { exact: true }).waitFor()
    await page
      .getByRole('link', { name: /^Buy on KakoBuy/ })
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: /haul/ }).count()).toBe(0)
    await expect.poll(() => page.getByText('What is it?').count()).toBe(0)
    await page.getByRole('heading', { name: 'QC Photos', exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor()
  })

  test('shows the last link for correction', async ({ asVisitor, site }) => {
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

test('removes a stored text that is no link (S12)', async ({ asVisitor, site }) => {
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

test('returns 404 for a URL that cannot be an item', async ({ asVisitor }) => {
  const { page } = await asVisitor()
  for (const path of ['/product/ebay/123', '/product/taobao/a.b']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Product not found!')
    await page.getByText('Oops! The product code seems to be incorrect.', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /^Buy/ }).count()).toBe(0)
    await expect.poll(() => page.locator('link[rel=canonical], meta[property="og:url"]').count()).toBe(0)
  }
})

describe('an item whose source fails', () => {
  test('is reported as unavailable and requested again on demand', async ({ asVisitor, site }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    const response = await page.goto('/product/weidian/down-3')
    expect(response?.status()).toBe(200)
    await hydrated()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Weidian item down-3')
    await page.getByText('Product information is temporarily unavailable.', { exact: true }).waitFor()
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await page.getByText('Buy on any agent', { exact: true }).waitFor()
    const retryResponse = page.waitForResponse((reply) => reply.url().includes('/product-info'))
    const retry = page.getByRole('button', { name: 'Try Again' }).first()
    const isHydrated = () =>
      retry.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react')))
    await expect.poll(isHydrated).toBe(true) // its code is loaded after the page's
    await retry.click()
    expect((await retryResponse).status()).toBe(200)
  })
})

test.for([
  ['taobao', 'Taobao'],
  ['1688', '1688'],
])(
  'an item of %s is said to be behind a login, at once and without a request',
  async ([path, name], { asVisitor, aSite }) => {
    const site = await aSite({ LINK_PREVIEW: 'on' })
    const { page, hydrated } = await asVisitor({ origin: site.origin, stored: { country: 'DE' } })
    const response = await page.goto(`/product/${path}/652874751499`)
    expect(response?.status()).toBe(200)
    await hydrated()
    await page
      .getByText(`${name} shows this page only to people who are logged in.`, { exact: true })
      .waitFor()
    await page.getByRole('link', { name: `Open on ${name}` }).waitFor()
    await page
      .locator('.item-paper')
      .getByText(/^from ¥\d+\.\d\d$/)
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
    await expect.poll(() => page.getByText('temporarily').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    const metrics = await (await fetch(`${site.origin}/metrics`)).text()
    expect(metrics).toMatch(/chopmark_|# HELP/)
    expect(metrics).not.toMatch(/source="[^"]*(?:taobao|1688)/)
  },
)

test('no state has axe findings, overflow or layout shift at 360 and 1280 px', async ({
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
      await expectNoOverflow(page)
    }
  }
})
