import { describe, expect, inject } from 'vitest'
import { type Site, startSite } from '#support/site.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test as base, widths } from '../support/test.ts'

/** `test` with a site whose settings name a tracking site and an extension store. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('leading', { scope: 'file' }, async ({}, { onCleanup }): Promise<Site> => {
    const env = {
      SEED: 'none',
      TRACKING_URL: 'https://track.example/?number=',
      EXTENSION_URL: 'https://store.example/ext',
    }
    const site = await startSite({ env, ...inject('start') })
    onCleanup(site.stop)
    return site
  })

describe('the tools', () => {
  test('have the specified texts and work, without JavaScript too; the extension links to our own page when it has no store page', async ({
    asVisitor,
  }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/tools')
    await expect.poll(() => page.title()).toBe('Tools · Chopmark')
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).allTextContents())
      .toEqual([
        'QC Lookup',
        'Shipping Calculator',
        'Haul planner',
        'Link converter',
        'Package Tracking',
        'Chrome Extension',
      ])
    const pointsOf = (name: string) =>
      page.getByRole('article', { name, exact: true }).getByRole('listitem').allTextContents()
    await expect
      .poll(() => pointsOf('QC Lookup'))
      .toEqual(['real customer photos', 'avoid bait and switch sellers', 'updated daily'])
    await expect.poll(() => pointsOf('Shipping Calculator')).toEqual(['compare agents', 'delivery estimates'])
    await expect
      .poll(() => pointsOf('Chrome Extension'))
      .toEqual(["removes the agent's warm reminder", 'gives QC directly on the agent'])
    const calculator = page.getByRole('link', { name: 'Open calculator' })
    await expect.poll(() => calculator.getAttribute('href')).toBe('/estimation')
    const tracking = page.getByRole('article', { name: 'Package Tracking' })
    await expect.poll(() => tracking.getByRole('textbox').count()).toBe(0)
    await expect
      .poll(() => tracking.getByRole('link', { name: /^Open the tracking site/ }).getAttribute('target'))
      .toBe('_blank')
    const extension = page.getByRole('article', { name: 'Chrome Extension' }).getByRole('link')
    await expect.poll(() => extension.allInnerTexts()).toEqual(['Get the extension'])
    await expect.poll(() => extension.getAttribute('href')).toBe('/extension')
    const lookup = page.getByRole('article', { name: 'QC Lookup' })
    await lookup
      .getByLabel('Product link for QC Lookup')
      .fill('https://weidian.com/item.html?itemID=9900661650')
    await lookup.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => page.url()).toMatch(/\/product\/weidian\/9900661650#qc$/)
  })

  test('QC Lookup reports errors in the same dialogs, and opens the photos of the item', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    const card = page.getByRole('article', { name: 'QC Lookup' })
    await card.getByLabel('Product link for QC Lookup').fill('https://example.com/item?id=1')
    await card.getByRole('button', { name: 'Search' }).click()
    await dialog('Oops...').getByText('Invalid URL or missing parameters!', { exact: true }).waitFor()
    await dialog('Oops...').getByRole('button', { name: 'OK' }).click()
    await dialog('Oops...').waitFor({ state: 'detached' })
    await expect
      .poll(() => card.getByLabel('Product link for QC Lookup').inputValue())
      .toBe('https://example.com/item?id=1')
    await card
      .getByLabel('Product link for QC Lookup')
      .fill('https://weidian.com/item.html?itemID=9900661650')
    await card.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/product/weidian/9900661650#qc')
  })

  test('Package Tracking opens the tracking site with the number appended, and Chrome Extension its store page', {
    timeout: 60_000,
  }, async ({ asVisitor, leading }) => {
    const { page, hydrated, departures } = await asVisitor({ origin: leading.origin })
    await page.goto('/tools')
    await hydrated()
    const number = page.getByLabel('Tracking number')
    await number.fill(' LX 004 471 926 CN ')
    await number.press('Enter')
    await expect.poll(() => departures).toEqual(['https://track.example/?number=LX004471926CN'])
    await expect.poll(() => new URL(page.url()).pathname).toBe('/tools')
    await page.getByRole('link', { name: /^Open the extension store page/ }).click()
    await expect.poll(() => departures.at(-1)).toBe('https://store.example/ext')
  })

  test('Package Tracking reports a text that is no number', async ({ asVisitor }) => {
    const { page, hydrated, departures } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    for (const typed of ['', '1234', '<script>', 'x'.repeat(41)]) {
      const message = `typed: "${typed}"`
      const expectedError = typed
        ? 'A tracking number has 5 to 40 letters and digits'
        : 'Enter a tracking number'
      const number = page.getByLabel('Tracking number')
      await number.fill(typed)
      await page.getByRole('button', { name: /^Track/ }).click()
      await page.getByText(expectedError, { exact: true }).waitFor()
      await expect.poll(() => number.getAttribute('aria-invalid'), { message }).toBe('true')
      await expect
        .poll(() => number.evaluate((node) => node === document.activeElement), { message })
        .toBe(true)
      await number.press('7')
      await page.getByText(expectedError, { exact: true }).waitFor({ state: 'detached' })
      expect(departures).toEqual([])
    }
  })

  test('do not move and are clean for axe at 360 and 1280 px', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    for (const width of widths) {
      await setWidth(page, width)
      await page.goto('/tools', { waitUntil: 'networkidle' })
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
      await hydrated()
      await page.getByRole('button', { name: /^Track/ }).click()
      await page.getByText('Enter a tracking number').waitFor()
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
  })
})
