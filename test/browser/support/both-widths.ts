import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { widths } from './test.ts'

export function setWidth(page: Page, width: number): Promise<void> {
  return page.setViewportSize({ width, height: width < 700 ? 780 : 900 })
}

/** Expects no axe findings at both widths, in the current state of the page. */
export async function cleanAtBothWidths(page: Page): Promise<void> {
  for (const width of widths) {
    await setWidth(page, width)
    expect(await axeFindings(page), `${width} px`).toEqual([])
  }
}

/** Expects no layout shift: after the load at 360 px, and after a new load at 1280 px. */
export async function stillAtBothWidths(page: Page, ready: () => Promise<void>): Promise<void> {
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) {
      await setWidth(page, width)
      await page.reload()
    }
    await ready()
    expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
  }
}
