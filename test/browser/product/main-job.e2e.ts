import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { boxOf } from '../support/box.ts'
import { test } from '../support/test.ts'

const link = 'https://weidian.com/item.html?itemID=9900661650'
const phone = { width: 360, height: 740, touch: true }
const inGermany = { locale: 'de-DE', timeZone: 'Europe/Berlin' }

/** A thumb that counts, and that reaches only what stands in the window as it is. */
function aThumb(page: Page) {
  let taps = 0
  return {
    count: () => taps,
    async tap(target: Locator): Promise<void> {
      await seesWhole(page, target)
      taps += 1
      await target.tap()
    },
  }
}

async function seesWhole(page: Page, target: Locator): Promise<void> {
  const { height = 0 } = page.viewportSize() ?? {}
  await expect.poll(async () => (await boxOf(target)).top).toBeGreaterThanOrEqual(0)
  await expect.poll(async () => (await boxOf(target)).bottom).toBeLessThanOrEqual(height)
}

async function openPasted({ page, hydrated }: Visit, thumb: ReturnType<typeof aThumb>): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await hydrated()
  await page.evaluate((text) => navigator.clipboard.writeText(text), link)
  await thumb.tap(page.getByRole('textbox', { name: 'Product link', exact: true }))
  await page.keyboard.press('Control+V')
  await page.getByText('¥189.00 · Weidian, item 9900661650').waitFor()
  await thumb.tap(page.getByRole('button', { name: 'Search', exact: true }).first())
  await page.waitForURL('**/product/weidian/9900661650*')
}

describe('from a pasted link to the agent, on a phone', () => {
  test('takes four taps, and no swipe to the first QC photo, the freight and Buy', async ({ asVisitor }) => {
    const visit = await asVisitor({ ...phone, home: inGermany })
    const { page, departures } = visit
    const thumb = aThumb(page)
    await openPasted(visit, thumb)
    await seesWhole(page, page.getByRole('button', { name: /Show the QC photo/ }))
    await seesWhole(page, page.locator('.gallery').getByText(/^QC 5/).first())
    const slip = page.getByRole('region', { name: 'Price with shipping' })
    await thumb.tap(slip.getByRole('button', { name: 'Germany', exact: true }))
    await slip.getByText('294.12').first().waitFor()
    await seesWhole(page, slip.getByText('294.12').first())
    await thumb.tap(page.getByRole('link', { name: /^Buy/ }).and(page.locator(':visible')).last())
    await expect.poll(() => departures).toEqual([expect.stringContaining('9900661650')])
    expect(thumb.count()).toBe(4)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(10)
  })

  test('offers no country where language and clock of the device disagree', async ({ asVisitor }) => {
    const visit = await asVisitor({ ...phone, home: { locale: 'en-US', timeZone: 'Europe/Berlin' } })
    await visit.page.goto('/product/weidian/9900661650')
    await visit.page.waitForLoadState('networkidle')
    const slip = visit.page.getByRole('region', { name: 'Price with shipping' })
    await expect.poll(() => slip.getByRole('button').allInnerTexts()).toEqual(['Choose your country'])
  })

  test('keeps the focus beside the price when the offered country is taken or another is chosen', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor({ home: inGermany })
    await page.goto('/product/weidian/9900661650')
    await hydrated()
    const slip = page.getByRole('region', { name: 'Price with shipping' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await slip.getByRole('button', { name: 'Germany', exact: true }).press('Enter')
    await expect.poll(focused).toBe('Shipping to Germany')
    await page.keyboard.press('Enter')
    await dialog('Ship to').getByRole('textbox', { name: 'Country' }).fill('fran')
    await dialog('Ship to')
      .getByRole('button', { name: /^France/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Shipping to France')
  })
})
