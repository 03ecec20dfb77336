import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { VisitOptions } from '#support/visit.ts'
import { testOnOwnSite as base } from '../support/accounts.ts'
import { axeFindings } from '../support/axe.ts'
import { cleanAtBothWidths, stillAtBothWidths } from '../support/both-widths.ts'
import { expectNoOverflow, getBox } from '../support/box.ts'

/** `test` with `anAdmin(path, options)`: an admin's visit with a first page open, which its guard lets hydrate first. */
const test = base.extend('anAdmin', ({ asMember }) => {
  return async (path: string, options: VisitOptions = {}) => {
    const visit = await asMember({ role: 'admin', name: 'Bo Bench', ...options })
    await visit.page.goto(path)
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    return visit
  }
})

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const screens = [
  ['/dashboard/admin-home', 'Welcome, Bo Bench', 'Admin Home'],
  ['/dashboard/change-password', 'Change Password', 'Change password'],
] as const

describe('the dashboard', () => {
  test('welcomes the admin by name and email', async ({ anAdmin }) => {
    const { page, account } = await anAdmin('/dashboard')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard/admin-home')
    await page.getByRole('heading', { level: 1, name: 'Welcome, Bo Bench', exact: true }).waitFor()
    await page.getByRole('main').getByText(account.email, { exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe('Admin Home · Chopmark')
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  })

  test('has its links in the order of the specification, marks where one is, and keeps its frame from screen to screen', async ({
    anAdmin,
  }) => {
    const { page } = await anAdmin('/dashboard/admin-home')
    await expect
      .poll(() => sidebar(page).locator('li .sidebar__text').allInnerTexts())
      .toEqual([
        'Admin Home',
        'All Users',
        'Add a Product',
        'Manage Products',
        'Add an agent',
        'Manage Agent',
        'Manage Review',
        'Manage QC Photos',
        'Manage Readings',
        'Rate cards',
        'Change password',
        'Back to Home Page',
        'Logout',
      ])
    const current = sidebar(page).locator('[aria-current=page]')
    await expect.poll(() => current.allInnerTexts()).toEqual(['Admin Home'])
    await sidebar(page).evaluate((node) => node.setAttribute('data-kept', ''))
    await sidebar(page).getByRole('link', { name: 'Change password' }).click()
    await page.waitForURL('**/dashboard/change-password')
    await page.getByRole('heading', { level: 1, name: 'Change Password' }).waitFor()
    await expect.poll(() => sidebar(page).getAttribute('data-kept')).toBe('')
    await expect.poll(() => current.allInnerTexts()).toEqual(['Change password'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await sidebar(page).getByRole('link', { name: 'Back to Home Page' }).click()
    await page.waitForURL(({ pathname }) => pathname === '/')
  })

  test('starts with a way past the sidebar, and opens a pasted link, as every header does', async ({
    anAdmin,
  }) => {
    const { page } = await anAdmin('/dashboard/admin-home')
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null,
    )
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    const box = page.getByLabel('Product link', { exact: true })
    await page.keyboard.press('/')
    await expect.poll(() => box.evaluate((node) => node === document.activeElement)).toBe(true)
    await box.fill('https://item.taobao.com/item.htm?id=990000296340')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/product/taobao/990000296340')
  })

  test('says at the top right what is wrong, and logs out to the login page', async ({ anAdmin }) => {
    const { page, toast } = await anAdmin('/dashboard/change-password')
    await page.getByLabel('Current Password', { exact: true }).fill('a former one')
    await page.getByLabel('New Password', { exact: true }).fill('one of eighteen')
    await page.getByLabel('Confirm Password', { exact: true }).fill('another of nineteen')
    await page.getByRole('button', { name: 'Change Password' }).click()
    const errorToast = toast('Password did not Match!')
    await errorToast.waitFor()
    const bar = errorToast.locator('.toast')
    await expect.poll(async () => (await getBox(bar)).right).toBeGreaterThan(1280 - 40)
    await expect.poll(async () => (await getBox(bar)).top).toBeLessThan(140)
    await page.getByText('Passwords do not match', { exact: true }).first().waitFor()

    await sidebar(page).getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => page.evaluate(() => Object.keys({ ...localStorage }))).not.toContain('token')
  })
})

describe('the sidebar', () => {
  test('has every name on one line, whatever waits', async ({ anAdmin }) => {
    const { page } = await anAdmin('/dashboard/admin-home')
    await page.route('**/api/v1/overview*', async (route) => {
      const response = await (await route.fetch()).json()
      const waiting = { reviewsWaiting: 128, qcSetsWaiting: 128, readingsWaiting: 128 }
      await route.fulfill({ json: { ...response, data: { ...response.data, ...waiting } } })
    })
    const heights = () =>
      sidebar(page)
        .locator('li')
        .evaluateAll((all) => [...new Set(all.map((one) => one.getBoundingClientRect().height))])
    for (const path of ['/dashboard/manage-qc', '/dashboard/manage-review']) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path)
      await sidebar(page).getByText('99+').nth(2).waitFor()
      await expect.poll(heights).toEqual([40])
      await page.setViewportSize({ width: 1024, height: 800 })
      await expect.poll(heights).toEqual([44])
    }
    const link = sidebar(page).getByRole('link', { name: 'Manage QC Photos' })
    await link.hover()
    const name = link.getByText('Manage QC Photos')
    await expect.poll(() => name.evaluate((text) => getComputedStyle(text).opacity)).toBe('1')
    await expect.poll(() => name.evaluate((text) => text.clientHeight)).toBe(32)
  })

  test('is 240 px wide, below 1100 px 64 with the name beside the pointer or the focus', async ({
    anAdmin,
  }) => {
    const { page } = await anAdmin('/dashboard/admin-home')
    const width = async () => (await sidebar(page).boundingBox())?.width
    await expect.poll(() => width()).toBe(240)
    await page.setViewportSize({ width: 1099, height: 800 })
    await expect.poll(() => width()).toBe(64)
    const link = sidebar(page).getByRole('link', { name: 'Change password' })
    const opacity = () => link.locator('.sidebar__text').evaluate((node) => getComputedStyle(node).opacity)
    await expect.poll(() => opacity()).toBe('0')
    await link.hover()
    await expect.poll(() => opacity()).toBe('1')
    await page.mouse.move(600, 500)
    await expect.poll(() => opacity()).toBe('0')
    await sidebar(page).getByRole('link', { name: 'Rate cards' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => opacity()).toBe('1')
    await page.setViewportSize({ width: 719, height: 800 })
    await expect.poll(() => sidebar(page).isVisible()).toBe(false)
  })

  test('is a drawer on phones', async ({ anAdmin }) => {
    const { page, dialog } = await anAdmin('/dashboard/admin-home', {
      width: 360,
      touch: true,
    })
    const button = page.getByRole('button', { name: 'Dashboard menu' })
    await button.click()
    const drawer = dialog('Dashboard menu')
    await drawer.waitFor()
    const sizes = await drawer
      .locator('a, button')
      .evaluateAll((nodes) =>
        nodes.map((node) =>
          Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height),
        ),
      )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
    await drawer.getByRole('button', { name: 'Dark' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true)
    await button.click()
    await drawer.getByRole('link', { name: 'Change password' }).click()
    await page.waitForURL('**/dashboard/change-password')
    await drawer.waitFor({ state: 'detached' })
    await button.click()
    await drawer.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
  })
})

describe.each(screens)('%s', (path, heading) => {
  test('does not move, is clean for axe, and fits every width, whatever the name', async ({ anAdmin }) => {
    const { page } = await anAdmin(path, { width: 360 })
    await stillAtBothWidths(page, async () => {
      await page.waitForLoadState('networkidle')
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await cleanAtBothWidths(page)
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '')
      const long = {
        name: 'Maximiliane-Wilhelmine '.repeat(3).trim(),
        email: `${'long'.repeat(15)}@chopmark.example`,
      }
      localStorage.setItem('user', JSON.stringify({ ...user, ...long }))
    })
    await page.route('**/users/me', () => {}) // never answered, so that the name stays
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const width of [320, 360, 599, 719, 720, 900, 1099, 1100, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page)
    }
  })
})

test('the drawer is clean for axe', async ({ anAdmin }) => {
  const { page, dialog } = await anAdmin('/dashboard/admin-home', {
    width: 360,
    reducedMotion: true,
  })
  await page.getByRole('button', { name: 'Dashboard menu' }).click()
  await dialog('Dashboard menu').waitFor()
  expect(await axeFindings(page)).toEqual([])
})
