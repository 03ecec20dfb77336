import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { setStorage } from '#support/visit.ts'
import { readStoredSession, test } from '../support/accounts.ts'
import { axeFindings } from '../support/axe.ts'
import { expectNoOverflow } from '../support/box.ts'
import { openMenu } from '../support/header-menu.ts'

const header = (page: Page) => page.getByRole('banner')

/** The controls in sight, in the order of the keyboard. */
async function controls(page: Page): Promise<string[]> {
  const all = header(page).locator('a, button, input')
  const labels = await all.evaluateAll((nodes) =>
    nodes
      .filter((node) => node.checkVisibility())
      .map((node) => (node instanceof HTMLInputElement ? `[${node.placeholder}]` : node.textContent.trim())),
  )
  return labels.map((label) => label.replaceAll(/\s+/g, ' '))
}

async function fitsEveryWidth(page: Page): Promise<void> {
  for (const width of [
    320, 340, 360, 599, 600, 899, 900, 960, 1019, 1020, 1099, 1100, 1239, 1240, 1280, 1920,
  ]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page, header(page).locator('a, button, form'))
  }
}

describe('the header', () => {
  test('has its items in the order of the specification, fits every width, and opens a pasted link on every page', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    await expect
      .poll(() => controls(page))
      .toEqual([
        'Chopmark, home',
        'Popular',
        'Shipping Calculator',
        'Haul planner',
        'Tools',
        '[Paste a product link]',
        'Search',
        'Ship to',
        'Buying on KakoBuy, Select Agent',
        'Login / Signup',
        'Menu',
      ])
    await fitsEveryWidth(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    const login = header(page).getByRole('link', { name: 'Login / Signup' })
    await expect.poll(() => login.getAttribute('href')).toBe('/login')
    const box = header(page).getByLabel('Product link', { exact: true })
    await expect
      .poll(async () => {
        await page.keyboard.press('/')
        return box.evaluate((node) => node === document.activeElement)
      })
      .toBe(true)
    await box.fill('https://item.taobao.com/item.htm?id=990000296340')
    await header(page).getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/product/taobao/990000296340')
    await expect.poll(() => box.inputValue()).toBe('')
  })

  test('marks the section of a page, as the menu does', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    const current = header(page).locator('.header__link[aria-current]')
    await page.goto('/tools')
    await expect.poll(() => current.getAttribute('aria-current')).toBe('page')
    await page.goto('/convert')
    await expect.poll(() => current.allTextContents()).toEqual(['Tools'])
    await expect.poll(() => current.getAttribute('aria-current')).toBe('true')
    await page.setViewportSize({ width: 360, height: 780 })
    await hydrated()
    await header(page).getByRole('button', { name: 'Menu' }).click()
    const link = dialog('Menu').getByRole('link', { name: 'Link converter' })
    await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
    await page.goto('/')
    await expect.poll(() => current.count()).toBe(0)
  })

  test('shows a visitor and removes the stored user when it is invalid (S12)', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    for (const user of ['5', '{bad', '[]', 'null', '{"role":"root"}']) {
      await setStorage(page, { stored: { token: 'a-token', user, theme: 'dark' } })
      await page.goto('/tools')
      await hydrated()
      await header(page).getByRole('link', { name: 'Login / Signup' }).waitFor()
      await expect
        .poll(() => header(page).getByRole('link', { name: 'My Collection' }).isVisible(), { message: user })
        .toBe(false)
      const storedKeys = await page.evaluate(() => Object.keys(localStorage))
      expect(storedKeys, user).toContain('theme')
      expect(storedKeys, user).not.toContain('token')
      expect(storedKeys, user).not.toContain('user')
    }
  })

  test('says Login on a phone', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, touch: true })
    await page.goto('/tools')
    await hydrated()
    await expect
      .poll(() =>
        header(page)
          .getByRole('link', { name: /^Login/ })
          .innerText(),
      )
      .toBe('Login')
    await expect
      .poll(() =>
        header(page)
          .getByRole('link', { name: /^Login/ })
          .getAttribute('href'),
      )
      .toBe('/login')
    await header(page).getByRole('button', { name: 'Menu' }).waitFor()
  })

  test('shows collection and logout to a user, the dashboard to an admin only, fits every width, and logs out', async ({
    asMember,
  }) => {
    const asUser = await asMember({ stored: { theme: 'dark' } })
    await asUser.page.goto('/tools')
    await asUser.hydrated()
    const forUser = await controls(asUser.page)
    expect(forUser).toContain('My Collection')
    const collection = header(asUser.page).getByRole('link', { name: 'My Collection' })
    await expect.poll(() => collection.getAttribute('href')).toBe('/collection')
    expect(forUser.at(-1)).toMatch(/Ann Lee, your menu$/)
    expect(forUser).not.toContain('Dashboard')
    expect(forUser).not.toContain('Login / Signup')

    const asAdmin = await asMember({ role: 'admin' })
    await asAdmin.page.goto('/tools')
    await asAdmin.hydrated()
    const forAdmin = await controls(asAdmin.page)
    const box = forAdmin.indexOf('[Paste a product link]')
    expect(forAdmin.slice(box + 2, box + 6)).toEqual([
      'Ship to',
      'My Collection',
      expect.stringMatching(/^Dashboard/), // with what waits, once known
      'Buying on KakoBuy, Select Agent',
    ])
    expect(forAdmin.at(-1)).toMatch(/Ann Lee, your menu$/)
    const dashboard = header(asAdmin.page).getByRole('link', { name: 'Dashboard' })
    await expect.poll(() => dashboard.getAttribute('href')).toBe('/dashboard/admin-home')

    await fitsEveryWidth(asUser.page)
    await fitsEveryWidth(asAdmin.page)
    const { page } = asUser
    await page.setViewportSize({ width: 1280, height: 800 })
    await openMenu(page)
    await header(page).getByRole('button', { name: 'Logout' }).click()
    await header(page).getByRole('link', { name: 'Login / Signup' }).waitFor()
    await expect.poll(() => readStoredSession(asUser)).toEqual({ token: null, user: null })
    await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  })

  test('works without JavaScript', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false, width: 360 })
    await page.goto('/tools')
    await header(page)
      .getByLabel('Product link', { exact: true })
      .fill('https://weidian.com/item.html?itemID=9900661650')
    await header(page).getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/product/weidian/9900661650')
    await expect.poll(() => header(page).getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
  })
})

describe('the menu in the header', () => {
  test('contains theme, password and Logout in the server’s HTML, and opens, moves and closes by keys', async ({
    asMember,
  }) => {
    const { page, hydrated } = await asMember()
    const served = await (await page.request.get('/tools')).text()
    const inHeader = /<header[\s\S]*<\/header>/.exec(served)?.[0] ?? ''
    for (const name of ['Light', 'Dark', 'System', 'Change password', 'Logout', 'My Collection', 'Dashboard'])
      expect(inHeader).toContain(name)
    await page.goto('/tools')
    await hydrated()
    const button = header(page).getByRole('button', { name: 'Ann Lee, your menu' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    await button.press('Enter')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    await header(page).getByText('Ann Lee', { exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Light')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('Logout')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('Change password')
    await page.keyboard.press('Escape')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(focused).toContain('your menu')
    await button.click()
    await header(page).getByRole('button', { name: 'Dark' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    expect(await axeFindings(page)).toEqual([])
    await page.mouse.click(300, 600)
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    await button.click()
    await header(page).getByRole('link', { name: 'Change password' }).click()
    await page.waitForURL('**/change-password')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
  })
})

describe('the header of Home', () => {
  test('hides its link box while the large one is visible', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/')
    await hydrated()
    const box = header(page).getByLabel('Product link', { exact: true })
    await expect.poll(() => box.isVisible()).toBe(false)
    await page.mouse.wheel(0, 1200)
    await box.waitFor({ state: 'visible' })
    await page.mouse.wheel(0, -1200)
    await box.waitFor({ state: 'hidden' })
  })
})

describe('the second row on a phone', () => {
  test('is hidden on scrolling down and shown on scrolling up', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, reducedMotion: true })
    await page.goto('/popular')
    await hydrated()
    const box = header(page).getByLabel('Product link', { exact: true })
    await box.waitFor({ state: 'visible' })
    await page.mouse.wheel(0, 900)
    await box.waitFor({ state: 'hidden' })
    await page.mouse.wheel(0, -200)
    await box.waitFor({ state: 'visible' })
  })
})

describe('the keyboard', () => {
  test('starts with a link past the header, and moves to the heading after a client navigation', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const inMain = () => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))
    await expect.poll(inMain).toBe(true)

    await header(page).getByRole('link', { name: 'Popular' }).click()
    await page.waitForURL('**/popular')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Discover Popular Products')
  })
})
