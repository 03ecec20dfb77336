import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { Account } from '#support/people.ts'
import type { Site } from '#support/site.ts'
import type { VisitOptions } from '#support/visit.ts'
import { testOnOwnSite as base, type Member } from './accounts.ts'
import { fits } from './box.ts'

type AdminOptions = VisitOptions & { account?: Account; at?: Site }

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

/** The call is not answered before `go`; what is chosen must be seen without an answer. */
export async function held(page: Page, path: string): Promise<{ go: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/v1${path}*`, async (route) => {
    await promise
    await route.continue()
  })
  return { go: resolve }
}

/** The call is answered as a server does that refuses it with a sentence. */
export function refused(page: Page, path: string, message: string): Promise<unknown> {
  const body = { success: false, statusCode: 409, message, code: 'REFUSED', requestId: 'a-reference' }
  return page.route(`**/api/v1${path}*`, (route: Route) => route.fulfill({ status: 409, json: body }))
}

/** The call finds no server. */
export function lost(page: Page, path: string): Promise<unknown> {
  return page.route(`**/api/v1${path}*`, (route) => route.abort())
}

export async function hasFocus(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate((node) => node === document.activeElement)).toBe(true)
}

/** Nothing reaches beyond the window at any width. */
export async function fitsEveryWidth(page: Page): Promise<void> {
  for (const width of [320, 360, 599, 719, 720, 900, 1000, 1100, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await fits(page)
  }
}
