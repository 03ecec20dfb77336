import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { getBox } from '../support/box.ts'
import { test } from '../support/test.ts'
import { cards, main } from './popular-page.ts'

const first = (page: Page) => cards(page).first()
const wipe = (page: Page) => first(page).locator('.card-wipe')
const divider = (page: Page) =>
  wipe(page).evaluate((one) => Number.parseFloat(getComputedStyle(one).getPropertyValue('--x')))
const stamp = (page: Page) => first(page).locator('.card__seal')
const side = (page: Page) => wipe(page).getAttribute('data-side')

type Spot = { x: number; y: number }

/** A place on the first card's picture, in shares of its size. */
async function spot(page: Page, across: number, down = 0.5): Promise<Spot> {
  const box = await first(page).locator('.card__pic').boundingBox()
  if (!box) throw new Error('There is no picture.')
  return { x: box.x + box.width * across, y: box.y + box.height * down }
}

async function open({ page, hydrated }: Visit, path = '/popular'): Promise<Page> {
  await page.goto(path)
  await hydrated()
  return page
}

/** The code of the wipe, which loads when a pointer comes near. */
const loaded = (page: Page) => page.waitForResponse(/CardWipe.*\.js/)

async function drag(page: Page, from: Spot, to: Spot): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

/** A finger, as the browser hears it from a touch screen. */
async function aFinger(page: Page) {
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Spot[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    press: async (across: number, down?: number) => send('touchStart', await spot(page, across, down)),
    /** Away from where it came down, as the page may move under it. */
    move: async (...spots: Spot[]) => {
      for (const spot of spots) await send('touchMove', spot)
    },
    lift: () => send('touchEnd'),
  }
}

describe('a card of the list', () => {
  test('is wiped by the mouse: the listing photo left, the QC photo right, the badge hidden; it snaps to the nearer side and its link is not followed', async ({
    asVisitor,
  }) => {
    const page = await open(await asVisitor())
    await expect.poll(() => wipe(page).count()).toBe(0)
    const [start, middle, end] = [await spot(page, 0.5), await spot(page, 0.4), await spot(page, 0.1)]
    const code = loaded(page)
    await page.mouse.move(start.x, start.y)
    await code
    await page.mouse.down()
    await page.mouse.move(start.x - 6, start.y)
    await expect.poll(() => wipe(page).isVisible()).toBe(false)
    await page.mouse.move(middle.x, middle.y, { steps: 3 })
    await expect.poll(() => divider(page)).toBeCloseTo(40, -1)
    await wipe(page).getByText('Listing', { exact: true }).waitFor()
    await wipe(page).getByText('QC photo', { exact: true }).waitFor()
    await expect.poll(() => stamp(page).isVisible()).toBe(false)
    await page.mouse.move(end.x, end.y)
    await wipe(page).getByText('Listing', { exact: true }).waitFor({ state: 'hidden' })
    await page.mouse.up()
    await expect.poll(() => side(page)).toBe('reality')
    await expect.poll(() => divider(page)).toBe(0)
    await expect.poll(() => stamp(page).isVisible()).toBe(true)

    await drag(page, await spot(page, 0.2), await spot(page, 0.8))
    await wipe(page).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/popular')
    await page.mouse.click(start.x, start.y)
    await page.waitForURL('**/product/**')
  })

  test('is wiped by a finger that moves sideways; a finger that moves up or down scrolls the page', async ({
    asVisitor,
  }) => {
    const page = await open(await asVisitor({ width: 390, touch: true }))
    const finger = await aFinger(page)
    const code = loaded(page)
    await finger.press(0.9)
    await code
    await wipe(page).waitFor({ state: 'attached' })
    await finger.move(await spot(page, 0.8), await spot(page, 0.6), await spot(page, 0.3))
    await expect.poll(() => divider(page)).toBeCloseTo(30, -1)
    // On a picture this narrow words would hide it.
    await expect.poll(() => wipe(page).getByText('QC photo', { exact: true }).isVisible()).toBe(false)
    await finger.lift()
    await expect.poll(() => side(page)).toBe('reality')
    await expect.poll(() => divider(page)).toBe(0)

    const { x, y } = await spot(page, 0.5, 0.9)
    await finger.press(0.5, 0.9)
    await finger.move({ x: x + 4, y: y - 40 }, { x: x + 30, y: y - 80 }, { x: x + 60, y: y - 140 })
    await finger.lift()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
    await expect.poll(() => divider(page)).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/popular')
  })

  test('is reset by the switch, and cannot be wiped without a QC photo', async ({ asVisitor }) => {
    const page = await open(await asVisitor({ reducedMotion: true }), '/popular?page=3')
    const start = await spot(page, 0.5)
    const code = loaded(page)
    await page.mouse.move(start.x, start.y)
    await code
    await drag(page, start, await spot(page, 0.2))
    await expect.poll(() => side(page)).toBe('reality')
    await main(page).getByRole('link', { name: 'Reality', exact: true }).click()
    await wipe(page).waitFor({ state: 'detached' })
    const bare = cards(page)
      .filter({ has: page.locator('.look-none') })
      .first()
    await bare.scrollIntoViewIfNeeded()
    const { left, top } = await getBox(bare)
    await drag(page, { x: left + 200, y: top + 100 }, { x: left + 60, y: top + 100 })
    await expect.poll(() => bare.locator('.card-wipe').count()).toBe(0)
  })
})
