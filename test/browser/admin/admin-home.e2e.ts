import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { putAccount } from '#support/users.ts'
import { changeRole } from '../support/accounts.ts'
import { adminApi } from '../support/admin-api.ts'
import { fitsEveryWidth, hasFocus, test } from '../support/admin-page.ts'
import { cleanAtBothWidths, stillAtBothWidths } from '../support/both-widths.ts'
import { getHeight } from '../support/box.ts'
import { abortCall, fulfillCall, holdCall, rejectCall } from '../support/calls.ts'
import { type Item, statuses, waiting } from './waiting-reviews.ts'

const home = '/dashboard/admin-home'
const judging = '/review/approveOrDenyReview'

/** A user agent of a visitor, because visits of the headless test browser are not counted. */
const visitorAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const section = (page: Page, name: string) => page.getByRole('region', { name })
const queue = (page: Page) => section(page, 'Pending reviews')
const open = (page: Page) => queue(page).getByRole('article')
const inLine = (page: Page) => queue(page).getByRole('listitem')
const button = (page: Page, name: string) => open(page).getByRole('button', { name })
const badge = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' }).locator('.waiting-count')
const opened = (page: Page, comment: string) => open(page).getByText(comment, { exact: true }).waitFor()

/** Rows of a list with that many copies of its first item that leave more than a line of their width free, in px. */
function findGaps(list: Element, count: number): number[] {
  const [first] = list.children
  if (first) list.replaceChildren(...Array.from({ length: count }, () => first.cloneNode(true)))
  const rows = new Map<number, number>()
  for (const child of list.children) {
    const { top, width } = child.getBoundingClientRect()
    rows.set(Math.round(top), (rows.get(Math.round(top)) ?? 0) + width + 1)
  }
  const free = [...rows.values()].map((width) => list.clientWidth - width)
  return free.filter((gap) => Math.abs(gap) > 2)
}

describe('the queue of reviews', () => {
  test('shows the oldest review, lists the others, and has their number in the sidebar; letters typed into a field are no shortcuts', async ({
    site,
    anAdmin,
  }) => {
    await waiting(site, ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'])
    const { page, apiCalls } = await anAdmin(home)
    await opened(page, 'First')
    await open(page).getByText('Kit Writer', { exact: true }).waitFor()
    await queue(page)
      .getByText(/^6, oldest (just now|\d+ (s|m) ago)$/)
      .waitFor()
    await expect
      .poll(() => inLine(page).locator('.queue-line__text > :first-child').allInnerTexts())
      .toEqual(['Second', 'Third', 'Fourth', 'Fifth'])
    await expect.poll(() => badge(page).innerText()).toContain('6')
    await page.getByLabel('Product link', { exact: true }).pressSequentially('adz')
    expect(apiCalls.filter((call) => call.includes(judging))).toEqual([])
    await opened(page, 'First')
    await queue(page).getByRole('link', { name: '1 more' }).click()
    await page.waitForURL('**/dashboard/manage-review?status=pending')
  })

  test('has its number beside Dashboard in the public header too, which visitors never request', async ({
    site,
    anAdmin,
    asVisitor,
  }) => {
    await waiting(site, ['One', 'Two', 'Three'])
    const { page, hydrated, dialog } = await anAdmin('/tools')
    const link = page.getByRole('banner').getByRole('link', { name: /^Dashboard ?, waiting: 3$/ })
    await link.waitFor()
    await cleanAtBothWidths(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page
      .getByRole('banner')
      .getByRole('button', { name: /your menu$/ })
      .click()
    await dialog('Menu')
      .getByRole('link', { name: /^Dashboard ?, waiting: 3$/ })
      .waitFor()
    await waiting(site, [])
    const overviewLoaded = page.waitForResponse('**/api/v1/overview')
    await page.goto('/tools')
    await overviewLoaded
    await hydrated()
    await expect.poll(() => page.getByRole('banner').locator('.waiting-count').count()).toBe(0)

    const visitor = await asVisitor({ origin: site.origin })
    await visitor.page.goto('/tools')
    await visitor.hydrated()
    expect(visitor.apiCalls.filter((call) => call.includes('/overview'))).toEqual([])
  })

  test('moves to the next review after an approval or denial, and back when that is undone', async ({
    site,
    anAdmin,
  }) => {
    await waiting(site, ['One', 'Two', 'Three'])
    const { page, toast } = await anAdmin(home)
    await opened(page, 'One')
    await expect.poll(() => button(page, 'Undo last').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'Approve').click()
    await toast('Review status changed to "approved"').waitFor()
    await opened(page, 'Two')
    await expect.poll(() => badge(page).innerText()).toContain('2')
    await button(page, 'Deny').click()
    await toast('Review status changed to "denied"').waitFor()
    await opened(page, 'Three')
    await expect
      .poll(() => statuses(site, ['One', 'Two', 'Three']))
      .toEqual(['approved', 'denied', 'pending'])
    await button(page, 'Undo last').click()
    await toast('Review status changed to "pending"').waitFor()
    await opened(page, 'Two')
    await expect
      .poll(() => statuses(site, ['One', 'Two', 'Three']))
      .toEqual(['approved', 'pending', 'pending'])
  })

  test('can be moderated to the last review by keys only', async ({ site, anAdmin }) => {
    const comments = Array.from({ length: 10 }, (_, index) => `Review number ${index + 1}`)
    await waiting(site, comments)
    const { page } = await anAdmin(home)
    for (const [index, comment] of comments.entries()) {
      await opened(page, comment)
      await page.keyboard.press(index % 3 === 2 ? 'd' : 'a')
    }
    await queue(page).getByRole('heading', { name: 'No reviews are waiting' }).waitFor()
    await page.keyboard.press('z')
    await opened(page, 'Review number 10')
    await page.keyboard.press('d')
    await queue(page).getByRole('heading', { name: 'No reviews are waiting' }).waitFor()
    const wanted = comments.map((_, index) => (index % 3 === 2 || index === 9 ? 'denied' : 'approved'))
    await expect.poll(() => statuses(site, comments)).toEqual(wanted)
    await expect.poll(() => badge(page).count()).toBe(0)
  })

  test('shows a moderation at once, and the review again when the server rejects it', async ({
    site,
    anAdmin,
  }) => {
    await waiting(site, ['Held', 'Next'])
    const { page, toast } = await anAdmin(home, { allow: [/status of 409/, /ERR_FAILED/] })
    await opened(page, 'Held')
    const response = await holdCall(page, judging)
    await button(page, 'Approve').click()
    await opened(page, 'Next')
    response.go()
    await toast('Review status changed to "approved"').waitFor()
    await page.unroute(`**/api/v1${judging}*`)

    await rejectCall(page, judging, 'Another admin was quicker.')
    await button(page, 'Deny').click()
    await toast('Another admin was quicker.').waitFor()
    await opened(page, 'Next')
    await page.unroute(`**/api/v1${judging}*`)

    await abortCall(page, judging)
    await button(page, 'Deny').click()
    await toast('Could not make any change!').waitFor()
    await opened(page, 'Next')
    await expect.poll(() => statuses(site, ['Next'])).toEqual(['pending'])
  })

  test('keeps the focus in the list when a listed review is moderated', async ({ site, anAdmin }) => {
    await waiting(site, ['Front', 'Line one', 'Line two'])
    const { page } = await anAdmin(home)
    await opened(page, 'Front')
    await inLine(page).first().getByRole('button', { name: 'Approve' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => inLine(page).count()).toBe(1)
    await hasFocus(inLine(page).first().getByRole('button', { name: 'Approve' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => inLine(page).count()).toBe(0)
    await hasFocus(button(page, 'Approve'))
    await page.keyboard.press('Enter')
    await queue(page).getByRole('heading', { name: 'No reviews are waiting' }).waitFor()
    await hasFocus(queue(page).getByRole('button', { name: 'Undo last' }))
    await expect.poll(() => statuses(site, ['Line one', 'Line two'])).toEqual(['approved', 'approved'])
  })

  test('has large buttons on a phone', async ({ site, anAdmin }) => {
    await waiting(site, ['Big', 'Small'])
    const { page } = await anAdmin(home, { width: 360, touch: true })
    await opened(page, 'Big')
    for (const name of ['Approve', 'Deny'])
      await expect.poll(() => getHeight(button(page, name))).toBeGreaterThanOrEqual(52)
    const small = await inLine(page).getByRole('button').all()
    for (const one of small) await expect.poll(() => getHeight(one)).toBeGreaterThanOrEqual(44)
  })

  test('reports when it was not loaded, and loads on Try Again', async ({ site, asMember }) => {
    await waiting(site, ['After all'])
    const { page } = await asMember({ role: 'admin', allow: [/status of 409/] })
    await rejectCall(page, '/review/findReview', 'Not now.')
    await page.goto(home)
    await queue(page).getByText("We couldn't load the list", { exact: true }).waitFor()
    await page.unroute('**/api/v1/review/findReview*')
    await queue(page).getByRole('button', { name: 'Try Again' }).click()
    await opened(page, 'After all')
  })
})

describe('the overview', () => {
  test('shows the health of every source and job and the views of thirty days, and ends below its last section', async ({
    anAdmin,
  }) => {
    const { page } = await anAdmin(home)
    const lines = section(page, 'Sources and jobs').getByRole('listitem')
    await lines.first().waitFor()
    const readLines = async () =>
      (await lines.allInnerTexts()).map((text) => text.split('\n').slice(0, 2).join(': '))
    await expect
      .poll(readLines)
      .toEqual([
        'Product information: not set up',
        'Marketplace link previews: not set up',
        'QC photos, outside source: not set up',
        'Short links: not set up',
        'Image hosts: ready',
        'Picture bucket: not set up',
        'Google sign-in: not set up',
        'Exchange rates: not set up',
        'Mail: not set up',
        'Job queue: working',
        'Backups: working',
        'Image cache: working',
        'Clock: working',
      ])
    // In words and as a table too.
    const views = section(page, 'Views, last 30 days')
    await views.getByRole('img', { name: /^Views a day/ }).waitFor()
    await expect.poll(() => views.getByRole('img').count()).toBe(1)
    await expect.poll(() => views.getByRole('row').count()).toBe(31)
    await views.getByText(/^\d+ in total$/).waitFor()
    const below = await page.getByRole('main').evaluate((main) => {
      const { scrollHeight } = document.documentElement
      return scrollHeight - Math.max(innerHeight, main.getBoundingClientRect().bottom + scrollY)
    })
    expect(below).toBeLessThanOrEqual(1)
  })

  test('lists the events of accounts, without email addresses', async ({ site, anAdmin }) => {
    const account = await putAccount(site, { name: 'Bo Bench' })
    await changeRole(site, account, 'admin')
    const { page } = await anAdmin(home, { account })
    const security = section(page, 'Security')
    const all = security.getByRole('button', { name: /^Show \d+ more$/ })
    await security.getByRole('listitem').first().waitFor()
    if ((await all.count()) > 0) await all.click()
    await security.getByText('Bo Bench changed from user to admin. By Admin').first().waitFor()
    await expect.poll(() => security.innerText()).not.toContain(account.email)
    await expect.poll(() => security.innerText()).not.toContain('@')
  })

  test('lists the most viewed products, with links to their forms', async ({ site, anAdmin, asVisitor }) => {
    const admin = await adminApi(site)
    const [item] = await admin<(Item & { _id: string; name: string })[]>('GET /products/getAllProduct')
    const visitor = await asVisitor({ origin: site.origin, userAgent: visitorAgent })
    await visitor.page.goto(`/product/${item?.shopType}/${item?.productCode}`)
    const viewed = async () => (await admin<{ mostViewed: unknown[] }>('GET /overview')).mostViewed.length
    await expect.poll(viewed, { timeout: 20_000 }).toBeGreaterThan(0)
    const { page } = await anAdmin(home)
    const table = section(page, 'Most viewed items and missing data').getByRole('table', {
      name: 'Most viewed items',
    })
    await table
      .getByRole('row')
      .filter({ hasText: item?.name ?? '' })
      .getByRole('link', { name: 'Edit' })
      .click()
    await page.waitForURL(`**/dashboard/manage-products?edit=${item?._id}`)
    await page.getByRole('dialog').waitFor()
  })

  test('begins with the tasks of an admin, failures first', async ({ site, asMember }) => {
    const overview = await (await adminApi(site))<{ health: object[] }>('GET /overview')
    const failing = { name: 'Short links', level: 'down', since: null, note: 'the last 2 calls failed.' }
    const data = {
      ...overview,
      health: [failing],
      reviewsWaiting: 2,
      oldestWaiting: null,
      qcSetsWaiting: 1,
      readingsWaiting: 3,
    }
    const { page } = await asMember({ role: 'admin' })
    await fulfillCall(page, '/overview', 200, { success: true, data })
    await page.goto(home)
    const tasks = section(page, 'Needs you').getByRole('listitem')
    await expect
      .poll(() => tasks.locator('b').allInnerTexts())
      .toEqual(['Short links: failing', '2 reviews wait', '1 photo submission pending', '3 readings pending'])
    await tasks.getByRole('link', { name: 'Review now' }).click()
    await page.waitForURL('**/dashboard/manage-review?status=pending')
    await expect.poll(() => page.getByLabel('Status', { exact: true }).inputValue()).toBe('pending')
  })

  test('fills every row of the tasks, whatever their number', async ({ anAdmin }) => {
    const { page } = await anAdmin(home)
    const list = section(page, 'Needs you').getByRole('list')
    await list.waitFor()
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      for (let count = 1; count <= 7; count += 1)
        await expect.poll(() => list.evaluate(findGaps, count)).toEqual([])
    }
  })

  test('is requested again every minute, and lists simultaneous events once, also when newer ones arrive', async ({
    site,
    asMember,
  }) => {
    const overview = await (await adminApi(site))<object>('GET /overview')
    const hit = (minute: number, rule: string) => {
      const createdAt = new Date(Date.UTC(2026, 10, 21, 3, minute))
      return { type: 'limit-hit', actor: null, subject: null, count: 1, createdAt, details: { rule } }
    }
    const { page } = await asMember({ role: 'admin' })
    const happened = (...events: object[]) =>
      fulfillCall(page, '/overview', 200, { success: true, data: { ...overview, events } })
    await page.clock.install()
    await happened(hit(12, 'login'), hit(12, 'postReview'))
    await page.goto(home)
    const lines = section(page, 'Security').getByRole('listitem')
    await expect.poll(() => lines.count()).toBe(2)
    await happened(hit(13, 'findReview'), hit(12, 'login'), hit(12, 'postReview'))
    await page.clock.runFor(61_000)
    await lines.filter({ hasText: 'findReview' }).waitFor()
    await expect.poll(() => lines.count()).toBe(3)
  })

  test('reports when it was not loaded, while reviews can be moderated', async ({ site, asMember }) => {
    await waiting(site, ['Still here'])
    const { page } = await asMember({ role: 'admin', allow: [/status of 409/] })
    await rejectCall(page, '/overview', 'Not now.')
    await page.goto(home)
    await page.getByText("We couldn't load the overview", { exact: true }).waitFor()
    await opened(page, 'Still here')
    await page.unroute('**/api/v1/overview*')
    await section(page, 'Overview').getByRole('button', { name: 'Try Again' }).click()
    await section(page, 'Sources and jobs').getByRole('listitem').first().waitFor()
  })
})

describe('the screen', () => {
  const states = [
    ['with nothing to judge', []],
    ['with reviews that wait', ['First words', 'W'.repeat(400), 'Third']],
  ] as const
  for (const [state, comments] of states) {
    test(`does not move, fits every width, and is clean for axe ${state}`, async ({ site, anAdmin }) => {
      await waiting(site, [...comments])
      const { page } = await anAdmin(home, { width: 360 })
      await stillAtBothWidths(page, async () => {
        await page.waitForLoadState('networkidle')
        await section(page, 'Sources and jobs').getByRole('listitem').first().waitFor()
      })
      await fitsEveryWidth(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await cleanAtBothWidths(page)
    })
  }
})
