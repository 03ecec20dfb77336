import { describe, expect } from 'vitest'
import { items, lightbox, value } from '../support/product-page.ts'
import { test } from '../support/test.ts'

describe('weight and size', () => {
  test('stand in one line, and are left out where they are unknown', async ({ asVisitor }) => {
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

/** A scarf in two colours, with photos of both. */
const photosOfTwoVariants = '/product/weidian/9900300423'

describe('QC photos', () => {
  test('stand in sets by source, date and variant, and come with what was found on them', async ({
    asVisitor,
  }) => {
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

  test('are missed in words, and can be waited for', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.withoutQc)
    await hydrated()
    await page.getByRole('heading', { name: 'No QC photos available' }).waitFor()
    await page
      .getByRole('region', { name: 'QC Photos' })
      .getByRole('button', { name: 'Tell me when photos arrive' })
      .click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
  })
})

describe('the bar of sections', () => {
  test('marks the one in the middle of the screen, after a jump as well', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360 })
    await page.goto(items.sneaker)
    await hydrated()
    const marked = () => page.locator('.section-bar [aria-current]').innerText()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect.poll(marked).toMatch(/^Reviews/)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect.poll(marked).toMatch(/^QC Photos/)
  })
})

describe('reviews', () => {
  test('come with their average, their number and their age, a step at a time, and by their stars', async ({
    asVisitor,
  }) => {
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
    expect(times).toEqual(times.toSorted((one, other) => other - one))

    const shown = section.locator('.review').filter({ visible: true })
    await expect.poll(() => shown.count()).toBe(3)
    await section.getByRole('button', { name: 'Show 21 more reviews' }).click()
    await expect.poll(() => shown.count()).toBe(24)

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
