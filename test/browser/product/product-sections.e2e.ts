import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { setWidth } from '../support/both-widths.ts'
import { getBox } from '../support/box.ts'
import { items, lightbox, value } from '../support/product-page.ts'
import { test } from '../support/test.ts'

describe('weight and size', () => {
  test('are shown in one line, and omitted when they are unknown', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(items.sneaker)
    await expect
      .poll(() => page.locator('.facts').innerText())
      .toMatch(/^weight\s+860 g\s+packed size\s+33 x 21 x 12 cm$/i)
    await page.goto(items.withoutMeasures)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('.facts').count()).toBe(0)
  })
})

/** A scarf in two colors, with photos of both. */
const photosOfTwoVariants = '/product/weidian/9900300423'

describe('QC photos', () => {
  test('are grouped by source, date and variant, and shown with their findings', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(`${items.sneaker}?sku=9900661650101`)
    await hydrated()
    const section = page.getByRole('region', { name: 'QC Photos' })
    await section.getByRole('heading', { name: 'Warehouse B' }).waitFor()
    await section.getByText('5 photos', { exact: true }).waitFor()
    await section.getByText(/^QC 5 \d+ (mo|day|hr) ago$/).waitFor()
    await expect.poll(() => section.getByRole('group', { name: 'Group photos by' }).count()).toBe(0)
    await value(page, 'White / green').check()
    await section.getByText('Shows White / navy', { exact: true }).waitFor()
    await value(page, 'White / navy').check()
    await section.getByText('Shows White / navy', { exact: true }).waitFor({ state: 'detached' })
    await section.getByText('A photo cannot prove material or authenticity.').waitFor()
    await section
      .getByRole('list', { name: 'Findings' })
      .getByRole('link', { name: /Photo 5/ })
      .click()
    await lightbox(page).getByText('5 / 5').waitFor()

    await page.goto(photosOfTwoVariants)
    await hydrated()
    const groups = section.locator('.qc-set__title')
    for (const [by, title] of [
      ['Variant', /^(Red|Camel) plaid/],
      ['Date', /^\d+ \w{3} \d{4}$/],
    ] as const) {
      await section.getByRole('button', { name: by, exact: true }).click()
      await expect.poll(() => groups.first().textContent()).toMatch(title)
    }
  })

  test('can be watched for when there are none', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.withoutQc)
    await hydrated()
    await page.getByRole('heading', { name: 'No QC photos available' }).waitFor()
    await page
      .getByRole('region', { name: 'QC Photos' })
      .getByRole('button', { name: 'Tell me when photos arrive' })
      .click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/register')
  })
})

describe('the bar of sections', () => {
  const bar = (page: Page) => page.getByRole('navigation', { name: 'On this page' })

  test('marks the top section, after a jump too, and the last one at the end', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, stored: { country: 'DE' } })
    await page.goto(items.sneaker)
    await hydrated()
    const readMarked = () => page.locator('.section-bar [aria-current]').innerText()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect.poll(readMarked).toMatch(/^Reviews/)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect.poll(readMarked).toMatch(/^QC Photos/)
    const shipping = page.locator('#shipping')
    // The section's heading is in the lower half of the screen, below the photos.
    await shipping.evaluate((section) => scrollBy(0, section.getBoundingClientRect().top - innerHeight / 2))
    await expect.poll(readMarked).toMatch(/^QC Photos/)
    await bar(page)
      .getByRole('link', { name: /^Shipping/ })
      .click()
    await expect.poll(readMarked).toMatch(/^Shipping/)
  })

  test('jumps to a heading just below it, down and up, at 390 and 1280 px', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { country: 'DE' } })
    for (const width of [390, 1280]) {
      await setWidth(page, width)
      await page.goto(items.sneaker)
      await hydrated()
      for (const name of ['Reviews', 'Shipping', 'QC Photos', 'Shipping', 'Reviews']) {
        await bar(page)
          .getByRole('link', { name: new RegExp(`^${name}`) })
          .click()
        const heading = page.getByRole('heading', { level: 2, name, exact: true })
        const distance = async () => (await getBox(heading)).top - (await getBox(bar(page))).bottom
        const message = `${name}, ${width} px`
        await expect.poll(async () => Math.abs((await distance()) - 16), { message }).toBeLessThanOrEqual(16)
      }
    }
  })
})

describe('reviews', () => {
  test('are shown with average, number and age, in steps, and filtered by stars', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    await page.getByRole('link', { name: 'Rated 4.0 · 24 reviews' }).waitFor()
    const section = page.getByRole('region', { name: 'Reviews' })
    await section.getByText('4.0 out of 5, 24 reviews', { exact: true }).waitFor()
    const ages = await section.locator('.review time').allTextContents()
    expect(ages).toHaveLength(24)
    for (const age of ages) expect(age).toMatch(/^(just now|\d+ (yr|mo|day|hr|m|s) ago)$/)
    const times = await section
      .locator('.review time')
      .evaluateAll((all) => all.map((time) => Date.parse(time.getAttribute('datetime') ?? '')))
    expect(times).toEqual(times.toSorted((a, b) => b - a))

    const visibleReviews = section.locator('.review').filter({ visible: true })
    await expect.poll(() => visibleReviews.count()).toBe(3)
    await section.getByRole('button', { name: 'Show 21 more reviews' }).click()
    await expect.poll(() => visibleReviews.count()).toBe(24)

    const four = section.getByRole('button', { name: '4 stars, 7 reviews' })
    await four.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => four.getAttribute('aria-pressed')).toBe('true')
    await section.getByText('7 reviews with 4 stars').waitFor()
    await expect.poll(() => section.locator('.review').count()).toBe(7)
    await page.keyboard.press('Enter')
    await expect.poll(() => section.locator('.review').count()).toBe(24)
  })
})
