import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { expectNoOverflow, getBox } from '../support/box.ts'
import { freshRates } from '../support/fresh-rates.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from '../support/test.ts'
import { createStoredHaul, planned } from './haul-page.ts'

const sneaker = 'Low court sneaker with suede toe'
const focused = () => document.activeElement?.className

describe('the haul tray', () => {
  test('appears with the first item, stays on the next page, opens, and restores the focus', async ({
    asVisitor,
  }) => {
    const visit = await asVisitor({ stored: { country: 'DE' } })
    const { page } = visit
    await page.goto('/popular')
    await visit.hydrated()
    const tray = page.getByRole('complementary', { name: 'Haul' })
    await expect.poll(() => tray.count()).toBe(0)
    const add = page.getByRole('button', { name: `Add to haul: ${sneaker}` })
    await add.click()
    await expect.poll(() => add.getAttribute('aria-pressed')).toBe('true')
    await tray.getByText(/^¥\d+\.\d\d with shipping$/).waitFor()

    await page.goto('/tools')
    const open = tray.getByRole('button', { name: /, open the haul$/ })
    await open.press('Enter')
    const sheet = visit.dialog('Your haul')
    await sheet.getByText('1 item to Germany').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Close')
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(focused)).toBe('haul-tray__tab')

    await open.click()
    await sheet.getByRole('button', { name: `Remove: ${sneaker}` }).click()
    await expect.poll(() => tray.count()).toBe(0)
    await visit.toast(`Removed: ${sneaker}`).getByRole('button', { name: 'Undo' }).click()
    await setWidth(page, 390)
    await tray.getByRole('link', { name: 'Plan the haul' }).click()
    await page.waitForURL('**/haul')
    await expect.poll(() => tray.count()).toBe(0)
  })

  test('shows the planner’s total, causes no layout shift, and is hidden in a low window', async ({
    asVisitor,
  }) => {
    const visit = await asVisitor({ stored: { ...createStoredHaul('BR'), country: 'BR' } })
    const { page } = visit
    for (const width of [360, 1280]) {
      await setWidth(page, width)
      await page.goto('/tools')
      const text = page.locator(width < 1100 ? '.haul-tray__words b' : '.haul-tray__sum')
      const { split } = await planned(page, 'BR')
      const fen = split.reduce(
        (sum, { option }) => sum + Math.round((option.feeDetail.total ?? 0) * 100),
        18_900,
      )
      await expect.poll(() => text.textContent()).toContain(`¥${(fen / 100).toFixed(2)} with shipping`)
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 800 })
    await expectNoOverflow(page)
    await page.setViewportSize({ width: 640, height: 400 })
    await expect.poll(() => page.locator('.haul-tray').isVisible()).toBe(false)
  })

  test('cuts neither the price nor the converted amount on a narrow phone', async ({ asVisitor }) => {
    const visit = await asVisitor({ width: 360, stored: { ...createStoredHaul('DE'), country: 'DE' } })
    const { page } = visit
    await freshRates(page)
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/tools')
      const line = page.locator('.haul-tray__words b')
      await expect.poll(() => line.textContent()).toMatch(/^¥\d+\.\d\d with shipping.*≈ €\d+$/)
      const cutPx = await line.evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(cutPx, `${width} px`).toBeLessThanOrEqual(0)
      const tray = await getBox(page.locator('.haul-tray'))
      expect(tray.bottom - tray.top, `${width} px`).toBeLessThanOrEqual(70)
    }
  })

  test('is a tab in the margin of a wide page, and covers nothing', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: { ...createStoredHaul('DE'), country: 'DE' } })
    const { page } = visit
    await page.goto('/popular')
    for (const [width, tabWidth] of [
      [1100, 30],
      [1280, 30],
      [1340, 30],
      [1368, 44],
      [1920, 44],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const tab = page.locator('.haul-tray__tab')
      await tab.waitFor()
      const box = await getBox(tab)
      expect([width, Math.round(box.right - box.left)]).toEqual([width, tabWidth])
      const card = await getBox(page.getByRole('main').getByRole('listitem').nth(3))
      expect(card.right).toBeLessThanOrEqual(box.left)
    }
    await page.setViewportSize({ width: 1099, height: 900 })
    await page.locator('.haul-tray__open').waitFor()
    await expect.poll(() => page.locator('.haul-tray__tab').isVisible()).toBe(false)
  })

  test.for([
    'Scarf\t180\t\t\tx', // pieces
    'Scarf\tx', // weight
    '\t180', // name
  ])('shows nothing of a stored text that is no haul: %j', async (row, { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 390, stored: { haul: `1DE\t8\t\n${row}` } })
    await page.goto('/product/weidian/9900661650')
    await hydrated()
    await page.locator('html:not([data-haul])').waitFor()
    await expect.poll(() => page.locator('.haul-tray, .haul-tray-button').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('haul'))).toContain(row)
    await page
      .locator('.buy-bar')
      .getByRole('button', { name: /^Add to haul/ })
      .click()
    await page.getByRole('button', { name: 'Your haul, 1 item' }).waitFor()
  })

  test('shows items that are added in another tab', async ({ asVisitor }) => {
    const { page, context } = await asVisitor({ stored: { country: 'DE' } })
    await page.goto('/tools')
    const other = await context.newPage()
    await other.goto('/popular')
    await other.getByRole('button', { name: `Add to haul: ${sneaker}` }).click()
    await page
      .getByRole('complementary', { name: 'Haul' })
      .getByRole('button', { name: /^1 item, / })
      .waitFor()
  })
})
