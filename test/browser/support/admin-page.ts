import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from '#support/site.ts'
import type { TestAccount } from '#support/users.ts'
import type { VisitOptions } from '#support/visit.ts'
import { testOnOwnSite as base, type Member } from './accounts.ts'
import { expectNoOverflow } from './box.ts'

type AdminOptions = VisitOptions & { account?: TestAccount; at?: Site }

/** `test` with `anAdmin(path, options)`: an admin's visit with a page of the dashboard open. */
export const test = base.extend('anAdmin', ({ asMember }) => {
  return async (path: string, options: AdminOptions = {}): Promise<Member> => {
    const visit = await asMember({ role: 'admin', name: 'Bo Bench', ...options })
    await visit.page.goto(path)
    // Hidden from assistive technology where the address opens a dialog over it.
    await visit.page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
    return visit
  }
})

export async function hasFocus(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate((node) => node === document.activeElement)).toBe(true)
}

/** Expects no overflow at any width. */
export async function fitsEveryWidth(page: Page): Promise<void> {
  for (const width of [320, 360, 599, 719, 720, 900, 1000, 1100, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
  }
}
