import { describe, expect } from 'vitest'
import { boxOf, heightOf } from '../support/box.ts'
import { items, value } from '../support/product-page.ts'
import { test } from '../support/test.ts'

describe('Buy', () => {
  test('stays in reach on phones, with the price of the choice', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, touch: true })
    await page.goto(`${items.jacket}?sku=990000605666101`)
    await hydrated()
    const buy = page.getByRole('link', { name: /^Buy/ })
    await expect.poll(() => buy.innerText()).toContain('¥329.00')
    await value(page, 'Olive').check()
    await expect.poll(() => buy.innerText()).toContain('¥345.00')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(async () => (await boxOf(buy)).bottom).toBeLessThanOrEqual(780)
    await expect.poll(() => heightOf(buy)).toBeGreaterThanOrEqual(44)
  })

  test('follows the chosen agent', async ({ asVisitor }) => {
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

  test('needs no words about its new tab on a phone, where its arrow says so', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 390 })
    await page.goto(items.sneaker)
    await hydrated()
    await page.getByRole('button', { name: 'Change agent' }).waitFor()
    await expect.poll(() => page.getByText('Opens KakoBuy in a new tab').isVisible()).toBe(false)
  })

  test('says when the agent has no link for the marketplace, and offers another', async ({ asVisitor }) => {
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
  ] as const)('has the other acts in one row below, at %i px', async ([width, names], { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width })
    await page.goto(items.sneaker)
    await hydrated()
    const acts = page.locator('.buy-panel__acts').locator('button, a').filter({ visible: true })
    await expect
      .poll(async () => (await acts.allTextContents()).map((text) => text.replace(/, log in first$/, '')))
      .toEqual(names)
    const tops = () =>
      acts.evaluateAll((all) => all.map((act) => Math.round(act.getBoundingClientRect().top)))
    await expect.poll(async () => new Set(await tops()).size).toBe(1)
    // On a wide page its icon is enough.
    await expect.poll(async () => (await boxOf(acts.last())).width < 50).toBe(width === 1280)
    await page.getByRole('link', { name: 'Share', exact: true }).waitFor()
  })

  test('is there on every other agent', async ({ asVisitor }) => {
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
