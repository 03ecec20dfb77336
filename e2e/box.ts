import type { Locator } from 'playwright-core'

/** Where an element stands in the window, in CSS pixels; not a number while it is not drawn. To be asked in a poll. */
export async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? nowhere
  return { left: x, top: y, right: x + width, bottom: y + height, middle: x + width / 2, width, height }
}

const nowhere = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }

export async function heightOf(element: Locator): Promise<number> {
  return (await boxOf(element)).height
}
