import { describe, expect } from 'vitest'
import { getBox, getHeight } from '../support/box.ts'
import { items, value } from '../support/product-page.ts'
import { test } from '../support/test.ts'

describe('Buy', () => {
  test('stays visible on phones with the price of the chosen variant', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, touch: true })
    await page.goto(`${items.jacket}?sku=990000605666101`)
    await hydrated()
    const buy = page.getByRole('link', { name: /^Buy/ })
    await expect.poll(() => buy.innerText()).toContain('¥329.00')
    await value(page, 'Olive').check()
    await expect.poll(() => buy.innerText()).toContain('¥345.00')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(async () => (await getBox(buy)).bottom).toBeLessThanOrEqual(780)
    await expect.poll(() => getHeight(buy)).toBeGreaterThanOrEqual(44)
  })

  test('opens the selected agent', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    await page.getByRole('button', { name: 'Change agent' }).click()
    await dialog('Select an agent')
      .getByRole('radio', { name: /^MuleBuy/ })
      .click()
    await dialog('Select an agent').waitFor({ state: 'detached' })
    await page.getByText('Opens MuleBuy in a new tab', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('platform'))).toBe('MuleBuy')
  })

  test('shows no text about its new tab on a phone', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 390 })
    await page.goto(items.sneaker)
    await hydrated()
    await page.getByRole('button', { name: 'Change agent' }).waitFor()
    await expect.poll(() => page.getByText('Opens KakoBuy in a new tab').isVisible()).toBe(false)
  })

  test('shows when the agent does not buy from the marketplace, and offers another agent', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor({ stored: { platform: 'CNFans' } })
    await page.goto(items.sneaker)
    await hydrated()
    await page.getByText("CNFans doesn't buy from Weidian.", { exact: true }).waitFor()
    const buy = page.getByRole('link', { name: /^Buy .*doesn't buy from Weidian/ })
    await expect.poll(() => buy.getAttribute('href')).toBe('/')
    await page.getByRole('button', { name: 'Choose another agent' }).click()
    await dialog('Select an agent')
      .getByRole('radio', { name: /^KakoBuy/ })
      .click()
    await page.getByText('Opens KakoBuy in a new tab', { exact: true }).waitFor()
  })

  test.for([
    [1280, ['Add to haul', 'Add to Collection', 'Watch this item', 'Share']],
    [390, ['Add to Collection', 'Watch this item', 'Share']],
  ] as const)('has the other actions in one row below, at %i px', async ([width, names], { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width })
    await page.goto(items.sneaker)
    await hydrated()
    const actions = page.locator('.buy-panel__acts').locator('button, a').filter({ visible: true })
    await expect
      .poll(async () => (await actions.allTextContents()).map((text) => text.replace(/, log in first$/, '')))
      .toEqual(names)
    const tops = () =>
      actions.evaluateAll((all) => all.map((action) => Math.round(action.getBoundingClientRect().top)))
    await expect.poll(async () => new Set(await tops()).size).toBe(1)
    // On a wide page its icon is enough.
    await expect.poll(async () => (await getBox(actions.last())).width < 50).toBe(width === 1280)
    await page.getByRole('link', { name: 'Share', exact: true }).waitFor()
  })

  test('is available on every other agent', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    await page.getByText('Buy on any agent', { exact: true }).click()
    const links = page.locator('.elsewhere').getByRole('link')
    await expect.poll(() => links.count()).toBeGreaterThan(4)
    for (const link of await links.all())
      await expect.poll(() => link.getAttribute('href')).toContain('9900661650')
  })
})
