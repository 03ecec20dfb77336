import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * The position of an element in the window, in CSS pixels; NaN while it is not rendered, so call it in a
 * poll.
 */
export async function getBox(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? nowhere
  return { left: x, top: y, right: x + width, bottom: y + height, middle: x + width / 2, width, height }
}

const nowhere = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }

export async function getHeight(element: Locator): Promise<number> {
  return (await getBox(element)).height
}

/**
 * Expects that the page is not wider than the window, and that no visible element of `pieces` extends beyond
 * it.
 */
export async function expectNoOverflow(page: Page, pieces: Locator = page.locator('main')): Promise<void> {
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
