import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { test } from './accounts.ts'
import { cleanAtBothWidths, setWidth } from './both-widths.ts'
import { expectNoOverflow } from './box.ts'
import { layoutShift } from './layout-shift.ts'
import { widths } from './test.ts'

/** The browser logs responses that a test rejects on purpose. */
export const allow = [/^Failed to load resource: .*\/api\/v1\/(auth|users)\//]

export async function open(
  { page, hydrated }: Pick<Visit, 'page' | 'hydrated'>,
  path: string,
): Promise<void> {
  await page.goto(path)
  await hydrated()
}

export const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)

/** The error message of a field, as assistive technology finds it. */
export function readFieldError(page: Page, label: string): Promise<string> {
  return page.getByLabel(label, { exact: true }).evaluate((input) => {
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
    const messages = ids.map((id) => document.getElementById(id)).filter((node) => node?.matches('.err'))
    return input.getAttribute('aria-invalid') === 'true'
      ? messages.map((node) => node?.textContent).join()
      : ''
  })
}

type Screen = {
  path: string
  heading: string
  /** Brings the screen into another state. */
  states?: Record<string, (visit: Visit) => Promise<void>>
}

/** Tests that axe finds no violation in any state. */
export function testAccess({ path, heading, states = {} }: Screen): void {
  for (const [state, enter] of Object.entries(states)) {
    test(`is clean for axe, ${state}, at both widths`, async ({ site, asVisitor }) => {
      const visit = await asVisitor({ origin: site.origin, width: 360, reducedMotion: true, allow })
      await open(visit, path)
      await visit.page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await enter(visit)
      await cleanAtBothWidths(visit.page)
    })
  }
}

/**
 * Tests that the page has no layout shift, overflow or axe findings, after loading and in its other states.
 */
export function testLooks({ path, heading, states = {} }: Screen): void {
  test('does not move, fits every width, and is clean for axe', async ({ site, asVisitor }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    for (const width of widths) {
      await setWidth(page, width)
      await page.goto(path, { waitUntil: 'networkidle' })
      await hydrated()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
    }
    for (const width of [320, 360, 599, 600, 999, 1000, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page, page.locator('main :is(section, a, button, input, p)'))
    }
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await cleanAtBothWidths(page)
  })

  testAccess({ path, heading, states })
}
