import { describe, expect } from 'vitest'
import { header } from '../account/session-page.ts'
import { test } from '../support/accounts.ts'
import { axeFindings } from '../support/axe.ts'

describe('the menu of a phone', () => {
  test('contains what does not fit into the header, and closes by Esc, a press outside and a followed link', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor({ width: 360, stored: { country: 'DE' } })
    await page.goto('/tools')
    await hydrated()
    const button = header({ page }).getByRole('button', { name: 'Menu' })
    await button.click()
    const menu = dialog('Menu')
    await menu.waitFor()
    const links = await menu
      .getByRole('link')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('href')))
    expect(links).toEqual(['/popular', '/haul', '/estimation', '/convert', '/tools', '/login'])
    await expect
      .poll(() => menu.getByRole('link', { name: 'Tools' }).getAttribute('aria-current'))
      .toBe('page')
    await menu.getByRole('button', { name: 'Ship to Germany' }).waitFor()
    await menu.getByRole('button', { name: 'Dark' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true)

    await button.click()
    await menu.waitFor()
    await page.mouse.click(10, 400)
    await menu.waitFor({ state: 'detached' })
    await button.click()
    await menu.getByRole('link', { name: 'Popular' }).click()
    await page.waitForURL('**/popular')
    await menu.waitFor({ state: 'detached' })
  })

  test('names the logged-in user, and marks the current page', async ({ asMember }) => {
    const { page, hydrated, dialog } = await asMember({ role: 'admin', width: 360, touch: true })
    await page.goto('/change-password')
    await page.getByRole('heading', { name: 'Change Password' }).waitFor()
    await hydrated()
    await header({ page }).getByRole('button', { name: 'Menu' }).click()
    const menu = dialog('Menu')
    await menu.getByText('Ann Lee', { exact: true }).waitFor()
    await menu.getByText(/@chopmark\.example$/).waitFor()
    const links = await menu
      .getByRole('link')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('href')))
    expect(links).toEqual([
      '/popular',
      '/haul',
      '/estimation',
      '/convert',
      '/tools',
      '/collection',
      '/dashboard/admin-home',
      '/change-password',
    ])
    const here = menu.getByRole('link', { name: 'Change password' })
    await expect.poll(() => here.getAttribute('aria-current')).toBe('page')
    expect(await axeFindings(page)).toEqual([])
    await menu.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
  })

  test('has no axe findings, and opens the agent picker', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor({ width: 360, reducedMotion: true })
    await page.goto('/tools')
    await hydrated()
    await header({ page }).getByRole('button', { name: 'Menu' }).click()
    await dialog('Menu').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog('Menu')
      .getByRole('button', { name: /Select Agent/ })
      .click()
    await dialog('Select an agent').waitFor()
    await dialog('Menu').waitFor({ state: 'detached' })
  })
})
