import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { openMenu } from '../support/header-menu.ts'
import { test } from '../support/test.ts'

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'))
const option = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Theme' }).getByRole('button', { name, exact: true })

/** Collects the background of every frame from the first one on. */
async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const recordBackground = () => {
      if (document.body) seen.add(getComputedStyle(document.body).backgroundColor)
      requestAnimationFrame(recordBackground)
    }
    requestAnimationFrame(recordBackground)
  })
  return () => page.evaluate(() => ('seen' in window && window.seen instanceof Set ? [...window.seen] : []))
}

describe('the theme', () => {
  test('follows the system until one is chosen', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    await expect.poll(() => themeOf(page)).toBe('light')
    await expect.poll(() => stored(page)).toBeNull()
    await openMenu(page)
    await expect.poll(() => option(page, 'System').getAttribute('aria-pressed')).toBe('true')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => themeOf(page)).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => themeOf(page)).toBe('light')
  })

  test('stays as chosen when the system’s theme changes', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    await openMenu(page)
    await option(page, 'Dark').click()
    await expect.poll(() => themeOf(page)).toBe('dark')
    await expect.poll(() => stored(page)).toBe('dark')
    await expect.poll(() => option(page, 'Dark').getAttribute('aria-pressed')).toBe('true')
    await page.emulateMedia({ colorScheme: 'dark' })
    await option(page, 'Light').click()
    await expect.poll(() => themeOf(page)).toBe('light')
    await page.reload()
    await expect.poll(() => themeOf(page)).toBe('light')
    await expect.poll(() => stored(page)).toBe('light')
    await hydrated()
    await openMenu(page)
    await option(page, 'System').click()
    await expect.poll(() => stored(page)).toBe('system')
    await expect.poll(() => themeOf(page)).toBe('dark')
  })

  test.for([
    { choice: 'dark', system: 'light' },
    { choice: 'light', system: 'dark' },
  ] as const)('never flashes: $choice on a $system system', async ({ choice, system }, { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { theme: choice } })
    await page.emulateMedia({ colorScheme: system })
    const frames = await watchFrames(page)
    await page.goto('/')
    await hydrated()
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await expect.poll(() => themeOf(page)).toBe(choice)
    await expect.poll(() => frames()).toEqual([background])
  })

  test('changes when it is chosen in another tab', async ({ asVisitor }) => {
    const { page, context, hydrated } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    await openMenu(page)
    const other = await context.newPage()
    await other.goto('/popular')
    await other.evaluate(() => localStorage.setItem('theme', 'dark'))
    await expect.poll(() => themeOf(page)).toBe('dark')
    await expect.poll(() => option(page, 'Dark').getAttribute('aria-pressed')).toBe('true')
  })

  test('follows the system without JavaScript', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/tools')
    const { colorScheme, background } = await page.locator('body').evaluate((body) => ({
      colorScheme: matchMedia('(prefers-color-scheme: dark)').matches,
      background: getComputedStyle(body).backgroundColor,
    }))
    expect(colorScheme).toBe(true)
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    expect(background).not.toBe(light)
  })
})
