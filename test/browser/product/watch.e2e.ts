import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import type { SharedSite } from '#support/site.ts'
import { putAccount, type TestAccount, waitForLink } from '#support/users.ts'
import type { Visit } from '#support/visit.ts'
import { logInHere } from '../account/login-page.ts'
import { testOnOwnSite as test } from '../support/accounts.ts'
import { adminApi, apiAs } from '../support/admin-api.ts'
import { axeFindings } from '../support/axe.ts'
import { cleanAtBothWidths, setWidth, stillAtBothWidths } from '../support/both-widths.ts'
import { expectNoOverflow } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { items } from '../support/product-page.ts'
import { widths } from '../support/test.ts'

const button = (page: Page, name: RegExp | string = /^Watch this item/) => page.getByRole('button', { name })
const dialog = (visit: Visit) => visit.dialog('Watch this item')

async function open(visit: Visit, path: string): Promise<Page> {
  await visit.page.goto(path)
  await visit.hydrated()
  return visit.page
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const spans = [
  { from: daysAgo(60), to: daysAgo(40), price: 259, inStock: true },
  { from: daysAgo(33), to: daysAgo(33), price: 219, inStock: false },
  { from: daysAgo(32), to: daysAgo(2), price: 239, inStock: null },
]

/** Simulates the price history of an item that was observed for two months, because the demo catalogue has none. */
async function simulateHistory(page: Page, history = spans): Promise<void> {
  const data = { since: history[0]?.from ?? null, spans: history }
  await page.route('**/api/v1/price-history/*', (route) =>
    route.fulfill({ json: { success: true, statusCode: 200, message: 'OK', data } }),
  )
}

/** Deletes the sneaker and adds it at another price, which creates a price observation. */
async function reprice(site: SharedSite, price: number): Promise<void> {
  const admin = await adminApi(site)
  const item = { productCode: '9900661650', storeName: 'weidian' }
  const product = await admin<{ _id: string; name: string; thumbnailImg: string }>(
    'GET /products/findProductById',
    { query: item },
  )
  await admin('DELETE /products/dleteProduct', { query: { product_id: product._id } })
  const { name, thumbnailImg } = product
  await admin('POST /products/addProduct', { body: { ...item, name, thumbnailImg, price } })
}

describe('Price history on the product page', () => {
  test('shows the period, the lowest price, a chart and a table', async ({ asVisitor }) => {
    const visit = await asVisitor()
    await simulateHistory(visit.page)
    const page = await open(visit, items.sneaker)
    const section = page.getByRole('region', { name: 'Price history' })
    const summary = /^Checked since \d+ \w{3} \d{4}: lowest ¥219\.00, on \d+ \w{3} \d{4}\.$/
    await section.getByText(summary).waitFor()
    await section.getByRole('img', { name: summary }).waitFor()
    await section.getByRole('img').getByText('¥259.00', { exact: true }).waitFor()
    await section.getByText('today', { exact: true }).waitFor()
    await section.getByText('Show as table', { exact: true }).press('Enter')
    const rows = section.getByRole('row')
    await expect.poll(() => rows.count()).toBe(4)
    await expect.poll(() => rows.nth(2).innerText()).toMatch(/out of stock\s+¥219\.00/)
  })

  test('is one sentence for one observation, and absent without observations', async ({ asVisitor }) => {
    const visit = await asVisitor()
    const moment = '2026-11-19T08:00:00.000Z'
    await simulateHistory(visit.page, [{ from: moment, to: moment, price: 219, inStock: null as never }])
    const page = await open(visit, items.sneaker)
    await page.getByText('Checked once, on 19 Nov 2026: ¥219.00.').waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Price history' }).getByRole('img').count())
      .toBe(0)
    await page.unroute('**/api/v1/price-history/*')
    await open(visit, items.jacket)
    await button(page).waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.getByRole('heading', { name: 'Price history' }).count()).toBe(0)
  })
})

describe('Watch this item', () => {
  test('saves, shows, changes and ends a watch by keyboard', async ({ asMember }) => {
    const visit = await asMember()
    await simulateHistory(visit.page)
    const page = await open(visit, items.sneaker)
    await button(page).press('Enter')
    const field = dialog(visit).getByLabel('Price below')
    await field.waitFor()
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await expect.poll(() => field.inputValue()).toBe('')
    await expect.poll(() => dialog(visit).getByLabel('Email me too').isChecked()).toBe(true)
    await dialog(visit).getByText('now ¥189.00', { exact: true }).waitFor()
    await expect.poll(() => dialog(visit).getByLabel('New QC photos').isChecked()).toBe(true)
    await dialog(visit).getByLabel('New QC photos').uncheck()
    await field.press('Enter')
    await dialog(visit).getByText('Choose at least one alert.').waitFor()
    await field.fill('19.999')
    await page.keyboard.press('Enter')
    await dialog(visit).getByText('Enter a price in yuan, with at most two decimals.').waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('300')
    await dialog(visit).getByText("It's already ¥189.00.").waitFor()
    await field.fill('150')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await field.press('Enter')
    await visit.toast('You are watching this item.').waitFor()
    const state = button(page, /^Watching ?: below ¥150\.00, new photos/)
    await state.waitFor()
    await expect.poll(() => state.evaluate((node) => node === document.activeElement)).toBe(true)

    await page.reload()
    await visit.hydrated()
    await state.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('150')
    await page.keyboard.press('Escape')
    await dialog(visit).waitFor({ state: 'detached' })
    await state.click()
    await dialog(visit).getByRole('button', { name: 'Stop watching' }).click()
    await visit.toast('You stopped watching this item.').waitFor()
    await button(page).waitFor()
  })

  test('sends a visitor without an account to the registration, and continues after a login', async ({
    asVisitor,
    site,
  }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit, items.sneaker)
    await button(page).click()
    await page.waitForURL('**/register')
    await page.getByText(/^Create an account to watch \S/).waitFor()
    await expect.poll(() => layoutShift(page)).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/login')
    await page.getByText(/^Log in to watch \S/).waitFor()
    await logInHere(visit, account)
    await page.waitForURL(`**${items.sneaker}`)
    await dialog(visit).getByLabel('New QC photos').uncheck()
    await dialog(visit).getByLabel('Back in stock').check()
    await dialog(visit).getByRole('button', { name: 'Save' }).click()
    await button(page, /^Watching ?: back in stock/).waitFor()
    await page.reload()
    await button(page, /^Watching ?: back in stock/).waitFor()
    await expect.poll(() => dialog(visit).count()).toBe(0)
  })

  test('sends a visitor who logged in before to the login', async ({ asVisitor, site }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/login')
    await logInHere(visit, await putAccount(site))
    await visit.page.waitForURL(`${site.origin}/`)
    await visit.page.evaluate(() => {
      localStorage.removeItem('token')
      localStorage.removeItem('user')
    })
    const page = await open(visit, items.sneaker)
    await button(page).click()
    await page.waitForURL('**/login')
    await page.getByText(/^Log in to watch \S/).waitFor()
  })

  test("shows the server's message when the server rejects the watch", async ({ asMember }) => {
    const visit = await asMember({ allow: [/400/] })
    const page = await open(visit, items.sneaker)
    await page.route('**/api/v1/watches', (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      const message = "You're watching 200 items, the maximum."
      return route.fulfill({ status: 400, json: { success: false, message, code: 'WATCHES_FULL' } })
    })
    await button(page).click()
    await dialog(visit).getByRole('button', { name: 'Save' }).click()
    await dialog(visit)
      .getByRole('alert')
      .getByText(/200 items, the maximum/)
      .waitFor()
  })

  test('is offered for new photos of an item without photos', async ({ asMember }) => {
    const visit = await asMember()
    const page = await open(visit, items.withoutQc)
    await page.getByText('Want to know when photos arrive?', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Tell me when photos arrive' }).first().click()
    await dialog(visit).getByRole('button', { name: 'Save' }).click()
    await visit.toast('You are watching this item.').waitFor()
    await expect.poll(() => button(page, /^Watching ?: new photos/).count()).toBe(3)
  })

  test('is hidden without JavaScript', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    await page.goto(items.sneaker)
    await expect.poll(() => page.getByText('Watch this item').isVisible()).toBe(false)
  })
})

describe('Updates', () => {
  test('are in the collection and in emails that can be stopped', async ({ site, asMember, asVisitor }) => {
    const visit = await asMember()
    const { account, page } = visit
    const api = await apiAs(site, account)
    const watch = { shopType: 'weidian', productCode: '9900661650', below: 200 }
    await api('POST /watches', { body: watch })
    await reprice(site, 189.5)

    await open(visit, '/collection')
    const updates = page.getByRole('region', { name: /^Updates/ })
    await updates.getByText('¥189.50, below your price').waitFor()
    await updates.getByText('1 new', { exact: true }).waitFor()
    await page.getByText('No collections found').waitFor()
    const watched = page.getByRole('region', { name: /^Watched items/ })
    await watched.getByText('Watching: below ¥200.00; email on').waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeFindings(page)).toEqual([])
      await expectNoOverflow(page)
    }
    await updates.getByRole('button', { name: 'Mark all as read' }).click()
    await updates.getByText('1 new', { exact: true }).waitFor({ state: 'detached' })

    await stopByEmailLink(await asVisitor({ origin: site.origin }), site, account)
    await page.reload()
    await watched.getByText('Watching: below ¥200.00', { exact: true }).waitFor()
    await watched.getByRole('button', { name: /^Stop watching/ }).click()
    await visit.toast('You stopped watching this item.').waitFor()
    await watched.waitFor({ state: 'detached' })
  })

  /** Stops the emails by the link of an email, without a login. */
  async function stopByEmailLink(visit: Visit, site: SharedSite, { email }: TestAccount): Promise<void> {
    const link = await waitForLink(site, email, '/watch-off')
    const { page } = visit
    await open(visit, link.pathname + link.search)
    await expect.poll(() => page.url()).toBe(`${site.origin}/watch-off`)
    await page.getByRole('heading', { level: 1, name: 'Stop emails' }).waitFor()
    expect(visit.apiCalls.filter((call) => call.startsWith('POST'))).toEqual([])
    await cleanAtBothWidths(page)
    const stopItemButton = page.getByRole('button', { name: 'Stop emails about this item' })
    await stopItemButton.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText("You won't get more emails about this item.").waitFor()
    await expect.poll(() => stopItemButton.count()).toBe(0)
    await page.getByRole('button', { name: 'Stop all emails about watched items' }).click()
    await page.getByRole('status').getByText("You won't get more emails about watched items.").waitFor()
  }

  test('are not stopped by /watch-off without a valid token', async ({ asVisitor, site }) => {
    const visit = await asVisitor({ origin: site.origin, allow: [/400/] })
    for (const query of ['', '?token=', '?token=unknown-token']) {
      const page = await open(visit, `/watch-off${query}`)
      if (query.endsWith('unknown-token'))
        await page.getByRole('button', { name: 'Stop emails about this item' }).click()
      await page.getByRole('heading', { level: 1, name: 'This link is not valid.' }).waitFor()
    }
  })
})

test('watching causes no layout shift, axe findings or overflow at 360 and 1280 px', async ({ asMember }) => {
  const visit = await asMember({ reducedMotion: true, width: 360 })
  const { page } = visit
  await simulateHistory(page)
  await open(visit, items.sneaker)
  await stillAtBothWidths(page, () => page.getByRole('img', { name: /^Checked since/ }).waitFor())
  await page.getByText('Show as table', { exact: true }).first().click()
  await cleanAtBothWidths(page)
  await button(page).click()
  await dialog(visit).getByLabel('New QC photos').uncheck()
  await dialog(visit).getByRole('button', { name: 'Save' }).click()
  await dialog(visit).getByText('Choose at least one alert.').waitFor()
  await cleanAtBothWidths(page)
  for (const width of widths) {
    await setWidth(page, width)
    await expectNoOverflow(page)
  }
})
