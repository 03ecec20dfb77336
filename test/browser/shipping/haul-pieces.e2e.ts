import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../support/accounts.ts'
import { setWidth } from '../support/both-widths.ts'
import { createStoredHaul, editFold, goods } from './haul-page.ts'

const offers = [
  { shopType: 'weidian', productCode: '9900661650' },
  { shopType: 'ali_1688', productCode: '990000497456' },
] as const
/** Two rows: two pairs of sneakers and three T-shirts. */
const items = goods
  .slice(0, 2)
  .map((item, index) => ({ ...item, quantity: index + 2, offer: offers[index] ?? null }))

/** The number in '5 items' or '5 pieces'. */
const countIn = (part: Locator) =>
  expect.poll(async () => Number(/(\d+) (?:items|pieces)/.exec((await part.textContent()) ?? '')?.[1]))

test('shows the number of pieces, not of rows, on tray, tab, button, sheets, planner, receipt and collection', async ({
  asMember,
}) => {
  const visit = await asMember({ width: 390, stored: { ...createStoredHaul('DE', items), country: 'DE' } })
  const { page, hydrated, dialog } = visit
  const sees = (part: Locator) => countIn(part).toBe(5)
  const go = async (path: string) => {
    await page.goto(path)
    await hydrated()
  }
  await go('/popular')
  const tray = page.getByRole('complementary', { name: 'Haul' })
  await sees(tray.locator('.haul-tray__words'))
  await tray.locator('.haul-tray__open').click()
  await sees(dialog('Your haul'))
  await page.keyboard.press('Escape')
  await menu(page).click()
  await sees(dialog('Menu').getByRole('link', { name: /^Haul planner/ }))
  await page.keyboard.press('Escape')
  await setWidth(page, 1280)
  await sees(tray.locator('.haul-tray__tab .visually-hidden').first())
  await expect.poll(() => tray.locator('.haul-tray__count').textContent()).toBe('5')

  await setWidth(page, 390)
  await go('/product/weidian/9900661650')
  await sees(page.locator('.haul-tray-button'))

  await go('/haul')
  await sees(editFold(page))
  await editFold(page).click()
  await sees(page.getByRole('heading', { name: /^\d+ items, / }))
  await sees(page.getByRole('region', { name: /^This haul, in / }))

  await go('/collection')
  await sees(page.locator('.haul-total__facts'))
  await page.getByRole('heading', { name: 'In the haul 5' }).waitFor()
})

const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /, your menu$/ })
