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

describe('QC photos', () => {
  test('stand in sets by source, date and variant, and come with what was found on them', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(`${items.sneaker}?sku=9900661650101`)
    await hydrated()
    const section = page.getByRole('region', { name: 'QC Photos' })
    await expect
      .poll(() => section.getByRole('heading', { level: 3 }).first().textContent())
      .toBe('Warehouse B')
    await section.getByText('5 photos', { exact: true }).waitFor()
    await section.getByText(/^QC 5 \d+ (mo|day|hr) ago$/).waitFor()
    await section.getByText('Other variant', { exact: true }).waitFor()
    await section.getByRole('button', { name: 'Variant' }).click()
    await expect
      .poll(() => section.getByRole('heading', { level: 3 }).first().textContent())
      .toBe('White / navy')
    await section.getByRole('button', { name: 'Date' }).click()
    await expect
      .poll(() => section.getByRole('heading', { level: 3 }).first().textContent())
      .toMatch(/^\d+ \w{3} \d{4}$/)
    await value(page, 'White / navy').check()
    await section.getByText('Other variant', { exact: true }).waitFor({ state: 'detached' })
    const findings = page.getByRole('region', { name: 'What the photos show' })
    await findings.getByText('Dried glue along the edge between sole and upper, about 6 cm long.').waitFor()
    await findings.getByText('A photo cannot prove material or authenticity.').waitFor()
    await findings.getByRole('link', { name: 'Photo 5' }).click()
    await lightbox(page).getByText('5 / 5').waitFor()
  })

  test('are missed in words', async ({ asVisitor }) => {
    const { page, dialog, hydrated } = await asVisitor()
    await page.goto(items.withoutQc)
    await hydrated()
    await page.getByRole('heading', { name: 'No QC photos available' }).waitFor()
    await page.getByRole('button', { name: 'Choose another agent' }).click()
    await dialog('Select an agent').waitFor()
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
