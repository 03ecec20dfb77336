import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { HOUR_MS } from '#shared/time.ts'
import { test } from '../support/test.ts'

const slides = (page: Page) => page.locator('.carousel__slide')
const seenSlides = (page: Page) => page.locator('.carousel__slide:not([inert])')
const running = (page: Page) => page.locator('.carousel__view[data-running]').waitFor()

describe('Trending Products', () => {
  test('shows as many products as fit, and hides those off the screen from keyboard and screen readers', async ({
    asVisitor,
  }) => {
    const { page } = await asVisitor({ width: 1920 })
    await page.goto('/')
    await running(page)
    for (const [width, count] of [
      [1920, 6],
      [1800, 5],
      [1500, 4],
      [1200, 3],
      [900, 2],
      [600, 1],
      [1500, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => seenSlides(page).count(), { message: `${width} px` }).toBe(count)
    }
    const hidden = page.locator('.carousel__slide[inert] a').first()
    const takesFocus = (link: HTMLElement) => {
      link.focus()
      return link === document.activeElement
    }
    await expect.poll(() => hidden.evaluate(takesFocus)).toBe(false)
    await expect
      .poll(() => seenSlides(page).first().getByRole('link').first().evaluate(takesFocus))
      .toBe(true)
  })

  test('moves one slide at a time and is endless', async ({ asVisitor }) => {
    const { page } = await asVisitor({ reducedMotion: true })
    await page.goto('/')
    await running(page)
    const all = await slides(page).count()
    expect(all).toBeGreaterThan(4)
    const firstSeen = async () => {
      const lefts = await slides(page).evaluateAll((nodes) =>
        nodes.map((node) => node.getBoundingClientRect().left),
      )
      const seen = lefts.map((left, index) => ({ left, index })).filter(({ left }) => left > -30)
      return seen.sort((first, second) => first.left - second.left)[0]?.index
    }
    const next = page.getByRole('button', { name: 'Next', exact: true })
    for (let step = 1; step <= all; step += 1) {
      await next.click()
      await expect.poll(firstSeen).toBe(step % all)
    }
    await page.getByRole('button', { name: 'Previous', exact: true }).click()
    await expect.poll(firstSeen).toBe(all - 1)
  })

  test('takes 500 ms for a slide', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.clock.install()
    await page.goto('/')
    await hydrated()
    await page.clock.runFor(2000)
    await running(page)
    await page.clock.pauseAt(Date.now() + HOUR_MS)
    const left = () =>
      page
        .locator('.carousel__list')
        .evaluate((list) => list.firstElementChild?.getBoundingClientRect().left ?? 0)
    const start = await left()
    const width = await slides(page).evaluateAll(
      ([one, other]) => (other?.getBoundingClientRect().left ?? 0) - (one?.getBoundingClientRect().left ?? 0),
    )
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.clock.runFor(200)
    expect((start - (await left())) / width).toBeLessThan(0.9)
    await page.clock.runFor(300)
    expect((start - (await left())) / width).toBeCloseTo(1, 1)
  })

  test('shows six skeletons in the final size while loading, and reports a failure', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ allow: [/getAllProduct/] })
    await page.goto('/tools')
    await hydrated()
    const { promise: responseSent, resolve: sendResponse } = Promise.withResolvers<void>()
    await page.route('**/api/v1/products/getAllProduct**', async (route) => {
      await responseSent
      await route.fulfill({ status: 404, json: { success: false, message: 'Not here.', code: 'NOT_FOUND' } })
    })
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Chopmark/ })
      .click()
    await page.getByText('Loading trending products…').waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('.card-skeleton').count()).toBe(6)
    const waiting = await page.locator('.card-skeleton').first().boundingBox()
    sendResponse()
    await page.getByText("We couldn't load trending products.", { exact: true }).waitFor()
    await page.unroute('**/api/v1/products/getAllProduct**')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await seenSlides(page).first().waitFor()
    const card = () => page.locator('.card').first().boundingBox()
    await expect.poll(async () => (await card())?.width).toBe(waiting?.width)
    await expect.poll(async () => (await card())?.height).toBeCloseTo(waiting?.height ?? 0, 0)
  })

  test('has no buttons when there is nothing to show', { timeout: 60_000 }, async ({ asVisitor, aSite }) => {
    const { origin } = await aSite({ SEED: 'none' })
    const { page, hydrated } = await asVisitor({ origin })
    await page.goto('/')
    await hydrated()
    await page.getByText('No Product Found', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Next', exact: true }).count()).toBe(0)
  })
})
