import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Where an element stands in the window, in CSS pixels; not a number while it is not drawn. To be asked in a poll. */
export async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? nowhere
  return { left: x, top: y, right: x + width, bottom: y + height, middle: x + width / 2, width, height }
}

const nowhere = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }

export async function heightOf(element: Locator): Promise<number> {
  return (await boxOf(element)).height
}

/** Nothing makes the page wider than the window, and none of `pieces` that are seen reaches beyond it. */
export async function fits(page: Page, pieces: Locator = page.locator('main')): Promise<void> {
  const width = page.viewportSize()?.width ?? Number.NaN
  const reach = async () =>
    Math.max(
      await page.evaluate(() => document.documentElement.scrollWidth),
      await pieces.evaluateAll((nodes) =>
        Math.max(
          ...nodes
            .filter((node) => node.checkVisibility() && !node.closest('.carousel, [aria-hidden]'))
            .map((node) => node.getBoundingClientRect().right),
        ),
      ),
    )
  await expect.poll(reach, { message: `${width} px` }).toBeLessThanOrEqual(width)
}
