import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { items } from '../support/product-page.ts'
import { test, widths } from '../support/test.ts'

const opener = (page: Page) => page.getByRole('button', { name: 'Align', exact: true })
const panel = (page: Page) => page.getByRole('group', { name: 'Align the QC photo' })
const values = (page: Page) => panel(page).locator('output').allTextContents()
const frame = (page: Page) => page.locator('.comparison-slider')
const isFocused = (element: Element) => element === document.activeElement
/** The custom properties that position the photo. */
const readAlignment = (page: Page) =>
  frame(page).evaluate(({ style }) =>
    ['x', 'y', 'scale', 'turn'].map((name) => style.getPropertyValue(`--align-${name}`)).join(' '),
  )

async function openComparison({ page, hydrated }: Visit): Promise<Page> {
  await page.goto(items.sneaker)
  await hydrated()
  await page.locator('.lazy-comparison-slider').scrollIntoViewIfNeeded()
  await frame(page).waitFor()
  return page
}

async function openAlign(visit: Visit): Promise<Page> {
  const page = await openComparison(visit)
  await opener(page).click()
  await panel(page).waitFor()
  return page
}

/** The center and width of the frame, scrolled into view. */
async function measure(page: Page): Promise<{ x: number; y: number; width: number }> {
  await frame(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await frame(page).boundingBox()
  if (!box) throw new Error('The comparison slider is not rendered.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width }
}

describe('aligning a QC photo', () => {
  test('by keyboard is stored for the pair, and restores the focus', async ({ asVisitor }) => {
    const visit = await asVisitor()
    const page = await openAlign(visit)
    await expect.poll(() => values(page)).toEqual(['0%, 0%', '100%', '0°'])
    for (const key of ['ArrowRight', 'Shift+ArrowUp', '+', '+', '-', ']', '[', '['])
      await page.keyboard.press(key)
    await expect.poll(() => values(page)).toEqual(['1%, −5%', '101%', '−1°'])
    await panel(page).getByRole('button', { name: 'Larger' }).click()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await expect.poll(() => opener(page).evaluate(isFocused)).toBe(true)

    await openComparison(visit)
    await expect.poll(() => readAlignment(page)).toBe('1% -5% 1.02 -1deg')
    await page.getByLabel('QC photo to compare').selectOption({ index: 1 })
    await expect.poll(() => readAlignment(page)).toBe('0% 0% 1 0deg')
    await page.getByLabel('QC photo to compare').selectOption({ index: 0 })
    await opener(page).click()
    await panel(page).waitFor()
    await page.keyboard.press('0')
    await expect.poll(() => values(page)).toEqual(['0%, 0%', '100%', '0°'])
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => opener(page).evaluate(isFocused)).toBe(true)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('qc-alignments'))).toBe('')
  })

  test('by mouse drags, resizes by the wheel and rotates by a corner, and keys continue from there', async ({
    asVisitor,
  }) => {
    const page = await openAlign(await asVisitor())
    const { x, y, width } = await measure(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + width / 10, y - width / 20, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => values(page)).toEqual(['10%, −5%', '100%', '0°'])
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => values(page)).toEqual(['9%, −5%', '100%', '0°'])
    await page.keyboard.press('0')
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -200)
    await expect.poll(async () => (await values(page))[1]).toBe('110.5%')
    await page.keyboard.press('0')
    const grip = await page.locator('[data-grip]').first().boundingBox()
    if (!grip) throw new Error('The grip of the corner is not rendered.')
    const [dx, dy] = [grip.x + 10 - x, grip.y + 10 - y]
    await page.mouse.move(x + dx, y + dy)
    await page.mouse.down()
    await page.mouse.move(x - dy, y + dx, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => values(page)).toEqual(['0%, 0%', '100%', '90°'])
  })

  test('by touch drags, pinches and rotates', async ({ asVisitor }) => {
    const visit = await asVisitor({ width: 360, touch: true })
    const page = await openAlign(visit)
    await panel(page).getByText('Different angle? Pick another QC photo.').first().waitFor()
    const { x, y, width } = await measure(page)
    const cdp = await visit.context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([right, down], id) => ({ x: x + right, y: y + down, id })),
      })
    await touch('touchStart', [0, 0])
    await touch('touchMove', [width / 20, 0])
    await touch('touchMove', [width / 10, 0])
    await touch('touchEnd')
    await expect.poll(async () => (await values(page))[0]).toMatch(/^(9\.9|10|10\.1)%, 0%$/)
    await panel(page).getByRole('button', { name: 'Reset' }).click()
    await measure(page)
    await touch('touchStart', [-40, 0], [40, 0])
    await touch('touchMove', [-50, 0], [50, 0])
    await touch('touchMove', [0, -60], [0, 60])
    await touch('touchEnd')
    await expect.poll(() => values(page)).toEqual(['0%, 0%', '150%', '90°'])
  })

  test('has no axe findings at 360 and 1280 px', async ({ asVisitor }) => {
    const page = await openAlign(await asVisitor({ reducedMotion: true }))
    for (const width of widths) {
      await setWidth(page, width)
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
  })
})

test('the frame keeps its photos in place when a browser scrolls to one of its words', async ({
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor()
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/')
  await hydrated()
  const label = page.locator('.comparison-slider__tag').first()
  await label.waitFor()
  const distance = () =>
    label.evaluate((node) => {
      node.scrollIntoView({ block: 'center' }) // as "Find in page" does
      const frame = node.closest('.comparison-slider__frame')
      return node.getBoundingClientRect().top - (frame?.getBoundingClientRect().top ?? Number.NaN)
    })
  expect(await distance()).toBeGreaterThan(0)
})
