import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { items, lightbox } from '../support/product-page.ts'
import { test } from '../support/test.ts'

/** Marks the document, so that a test can tell a move within it from a new one. */
const mark = () => Object.assign(window, { isSameDocument: true })
const isMarked = () => 'isSameDocument' in window

test('a link opens the next page without a new document, at its top, with focus on its heading', async ({
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor({ width: 1280 })
  await page.goto('/')
  await hydrated()
  await page.evaluate(mark)
  await page.evaluate(() => scrollTo(0, 900))
  await page.getByRole('link', { name: 'View all' }).click()
  await page.getByRole('heading', { level: 1, name: 'Discover Popular Products' }).waitFor()
  await expect.poll(() => page.evaluate(isMarked)).toBe(true)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await expect.poll(() => page.title()).toContain('Popular')
})

describe('the heading of a page one comes to', () => {
  const ring = (page: Page) =>
    page.evaluate(() => {
      const heading = document.activeElement
      return heading?.tagName === 'H1' ? getComputedStyle(heading).outlineStyle : undefined
    })
  const home = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Chopmark/ })
  /** As Safari does it, which leaves the focus where it was when a link is pressed. */
  const withoutFocus = (page: Page) =>
    page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()))

  for (const focuses of [true, false]) {
    const browser = focuses ? 'pressed' : 'pressed in a browser that focuses no links'
    test(`has no ring where the link was ${browser}`, async ({ asVisitor }) => {
      const mouse = await asVisitor({ width: 1280 })
      const touch = await asVisitor({ width: 360, touch: true })
      for (const { page, hydrated } of [mouse, touch]) {
        await page.goto('/popular')
        await hydrated()
        if (!focuses) await withoutFocus(page)
        await page.keyboard.press('ArrowDown')
        await (page === touch.page ? home(page).tap() : home(page).click())
        await expect.poll(() => ring(page)).toBe('none')
      }
    })
  }

  test('has its ring where the link was followed by the keyboard', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 1280 })
    await page.goto('/popular')
    await hydrated()
    await page.locator('h1').click()
    await home(page).press('Enter')
    await expect.poll(() => ring(page)).toBe('solid')
  })
})

test('Back shows the page left at the height it was left at, also after a reload', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor({ width: 360 })
  await page.goto('/popular')
  await hydrated()
  await page.evaluate(() => scrollTo(0, 1200))
  const left = await page.evaluate(() => scrollY)
  await page.locator('main li a[href^="/product/"]').nth(8).click()
  await page.waitForURL('**/product/**')
  await page.getByRole('heading', { level: 2, name: 'QC Photos' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Discover Popular Products' }).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 400)
  await page.reload()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 400)
})

test('of two pages asked for, the last one is shown', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor({ width: 1280 })
  await page.goto('/')
  await hydrated()
  let release = () => {}
  const untilReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/review/findReview**', async (route) => {
    await untilReleased
    await route.continue()
  })
  await page.locator('main a[href^="/product/"]').first().click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
  const reviewsLoaded = page.waitForResponse('**/api/v1/review/findReview**')
  release()
  await (await reviewsLoaded).finished()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/tools')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /Paste a link/ }).waitFor()
})

test('an anchor within the page is a jump, and Back from it stays on the page', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor({ width: 1280 })
  await page.goto('/popular')
  await hydrated()
  await page.locator('main li a[href^="/product/"]').first().click()
  await page.waitForURL('**/product/**')
  await page.evaluate(mark)
  const path = new URL(page.url()).pathname
  await page.locator('main a[href="#reviews"]').first().click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect.poll(() => new URL(page.url()).hash).toBe('#reviews')
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  await expect.poll(() => page.evaluate(isMarked)).toBe(true)
})

test('Back closes what lies over the page, which stays where it was, and leaves the page only after that', async ({
  asVisitor,
}) => {
  const { page, hydrated, dialog } = await asVisitor({ width: 360, touch: true })
  await page.goto('/popular')
  await hydrated()
  await page.evaluate(mark)
  await page.locator(`main a[href^="${items.sneaker}"]`).first().click()
  await page.getByRole('heading', { level: 2, name: 'QC Photos' }).waitFor()
  const photo = page.getByRole('link', { name: 'QC photo 2 of 5' })
  await photo.scrollIntoViewIfNeeded()
  const [left, entries] = await page.evaluate(() => [scrollY, history.length] as const)
  expect(left).toBeGreaterThan(300)
  await photo.click()
  await lightbox(page).getByText('2 / 5').waitFor()
  await page.goBack()
  await lightbox(page).waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).pathname).toBe(items.sneaker)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  await page.goForward() // to an entry that shows nothing, and is left again
  await expect.poll(() => page.evaluate(() => history.state.overlays)).toBeUndefined()

  // Closed otherwise it leaves no entry behind, and neither do two after each other, or a page opened from one.
  await photo.click()
  await lightbox(page).getByRole('button', { name: 'Close' }).click()
  await lightbox(page).waitFor({ state: 'detached' })
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  await menu.click()
  await dialog('Menu')
    .getByRole('button', { name: /^Ship to/ })
    .click()
  await dialog('Ship to').waitFor()
  await page.goBack()
  await dialog('Ship to').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => history.state.overlays)).toBeUndefined()
  await expect.poll(() => page.evaluate(() => history.length)).toBeLessThanOrEqual(entries + 1)
  await menu.click()
  await dialog('Menu').getByRole('link', { name: 'Tools' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: 'QC Photos' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Discover Popular Products' }).waitFor()
  await expect.poll(() => page.evaluate(isMarked)).toBe(true)
})

test('a page whose answers fail shows the error screen, and the next link works again', async ({
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor({ width: 1280, allow: [/Failed to load resource/] })
  await page.goto('/')
  await hydrated()
  await page.route('**/api/v1/qc-photos/**', (route) =>
    route.fulfill({ status: 400, json: { success: false, statusCode: 400, message: 'No.', code: 'NO' } }),
  )
  await page.locator('main a[href^="/product/"]').first().click()
  await page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
})

test('a site renewed meanwhile is loaded anew instead of failing', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor({ width: 1280, allow: [/Failed to load resource/] })
  await page.goto('/')
  await hydrated()
  await page.evaluate(mark)
  let isGone = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  await page.route('**/assets/ToolsPage-*.js', (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
  expect(isGone).toBe(false)
  await expect.poll(() => page.evaluate(isMarked)).toBe(false)
})
