import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from '../support/test.ts'
import { cards, main, searchOf } from './popular-page.ts'

const kinds = (page: Page) =>
  cards(page).evaluateAll((all) =>
    all.slice(0, 4).map((card) => {
      const visibleImage = [...card.querySelectorAll('.card__pic img, .look-none')].find(
        (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0,
      )
      return visibleImage?.closest('.look-reality') ? 'reality' : 'listing'
    }),
  )
/** Photos of one look that came over the wire; what the window has in its cache is drawn at once, hidden too. */
const countFetched = (page: Page, mode: string) =>
  page.locator(`.${mode} > img`).evaluateAll((all) => {
    const files = all.map((image) => (image as HTMLImageElement).src.split('/').at(-1)?.split('.')[0] ?? '')
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return files.filter((file) =>
      fetched.some(({ name, transferSize }) => transferSize > 0 && name.includes(`/${file}.`)),
    ).length
  })
const countDrawn = (page: Page, mode: string) =>
  page
    .locator(`.${mode} > img`)
    .evaluateAll((all) => all.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)
const option = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
const four = (kind: string) => Array(4).fill(kind)

describe('Listing | Reality', () => {
  test('changes every photo, is announced once, is stored on the device and moves nothing', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular')
    await hydrated()
    await expect.poll(() => kinds(page)).toEqual(four('listing'))
    await expect.poll(() => countDrawn(page, 'look-listing')).toBeGreaterThan(0)
    expect(await countFetched(page, 'look-reality')).toBe(0)
    await option(page, 'Reality').click()
    await expect.poll(() => kinds(page)).toEqual(four('reality'))
    await main(page)
      .getByText(/^QC photos shown, \d+ of 24 items have one\.$/)
      .waitFor({ state: 'attached' })
    await expect.poll(() => searchOf(page)).toBe('')
    await page.goto('/')
    await hydrated()
    await expect.poll(() => kinds(page)).toEqual(four('reality'))
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    expect(await axeFindings(page)).toEqual([])
    await option(page, 'Listing').click()
    await expect.poll(() => kinds(page)).toEqual(four('listing'))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('look'))).toBe(null)
  })

  test('a link opens the mode for every visitor, also without script', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/popular')
    await option(page, 'Reality').click()
    await expect.poll(() => searchOf(page)).toBe('?look=reality')
    await expect.poll(() => kinds(page)).toEqual(four('reality'))
    await expect.poll(() => main(page).locator('.look-listing').count()).toBe(0)
    await option(page, 'Listing').click()
    await expect.poll(() => searchOf(page)).toBe('')
  })

  test('an item without a QC photo shows that it has none', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/popular?look=reality&page=3')
    await main(page).getByText('No QC photo yet').first().waitFor()
  })
})
