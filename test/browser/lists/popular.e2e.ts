import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { expectNoOverflow, getBox } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test, widths } from '../support/test.ts'
import { cards, count, drop, main, prices, searchOf } from './popular-page.ts'

const listCall = '**/api/v1/products/getAllProduct*'

/** Lets the answers of the product list through only when the test says so. */
async function holdList(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(listCall, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** By the switch beside the filters, which narrow windows have in the drawer. */
async function setCompact({ page, dialog }: Visit, isCompact: boolean): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 900
  if (!isNarrow) return main(page).getByLabel('Compact mode').setChecked(isCompact)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await dialog('Filters').getByLabel('Compact mode').setChecked(isCompact)
  await dialog('Filters')
    .getByRole('button', { name: /^Show / })
    .click()
  await dialog('Filters').waitFor({ state: 'detached' })
}

describe('Popular without JavaScript', () => {
  test('has its heading, the claims, the first products and a link to more', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/popular')
    await expect.poll(() => page.title()).toBe('Discover Popular Products · Chopmark')
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('Discover Popular Products')
    const texts = (await main(page).textContent()) ?? ''
    expect(texts).toContain('Featuring products from Taobao, Weidian, 1688, and more')
    for (const claim of [
      'trusted by 500K+ shoppers',
      'all links verified active',
      'real-time updates',
      'works with the agent of your choice',
    ])
      expect(texts).toContain(claim)
    await expect.poll(() => cards(page).count()).toBe(24)
    await expect.poll(() => count(page).textContent()).toBe('62 products')
    expect(texts).toContain('24 of 62')
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.waitForURL('**/popular?page=2')
    await expect.poll(() => cards(page).count()).toBe(48)
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.waitForURL('**/popular?page=3')
    await expect.poll(() => cards(page).count()).toBe(62)
    await expect.poll(() => page.getByRole('link', { name: 'Load more' }).count()).toBe(0)
  })

  test('filters by its form at 360 and 1280 px', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    for (const width of widths) {
      await setWidth(page, width)
      await page.goto('/popular')
      await page.getByLabel('Min Price').fill('100')
      await page.getByLabel('Max Price').fill('150')
      await page.getByLabel('Storefront').selectOption('Weidian')
      await page.getByLabel('Compact mode').check()
      await page.getByRole('button', { name: 'Apply filters' }).click()
      await expect
        .poll(() => [...new URLSearchParams(searchOf(page))], { message: `${width} px` })
        .toEqual([
          ['MinPrice', '100'],
          ['MaxPrice', '150'],
          ['Storefront', 'weidian'],
          ['ShipTo', ''],
          ['Sort', ''],
          ['view', 'compact'],
        ])
      await expect
        .poll(async () => (await prices(page)).filter((price) => price < 100 || price > 150))
        .toEqual([])
      const fromElsewhere = cards(page).filter({ hasNot: page.getByText('Weidian', { exact: true }) })
      await expect.poll(() => fromElsewhere.count()).toBe(0)
      await drop(page, 'Storefront Weidian').click()
      await expect.poll(() => searchOf(page)).toBe('?MinPrice=100&MaxPrice=150&view=compact')
    }
  })

  test('reports an inverted price range beside Max Price', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/popular?MinPrice=50&MaxPrice=20')
    await expect.poll(() => page.getByLabel('Max Price').getAttribute('aria-invalid')).toBe('true')
    await main(page).getByText('Max Price is below Min Price.').waitFor()
    await page.getByRole('heading', { name: 'No Product Found' }).waitFor()
  })
})

describe('the list', () => {
  test('is eight skeletons in the final size while loading, at 360 and 1280 px, compact too', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    for (const [width, view] of [
      [360, ''],
      [360, '?view=compact'],
      [1280, ''],
      [1280, '?view=compact'],
    ] as const) {
      await setWidth(page, width)
      await page.goto('/tools')
      await hydrated()
      const release = await holdList(page)
      await page.evaluate((search) => {
        const link = document.querySelector<HTMLAnchorElement>('footer a[href="/popular"]')
        if (link) link.search = search
        link?.click()
      }, view)
      await page.getByRole('heading', { level: 1, name: 'Discover Popular Products' }).waitFor()
      const message = `${width} px ${view}`
      const skeletons = main(page).locator('.card-skeleton')
      await expect.poll(() => skeletons.count(), { message }).toBe(8)
      await expect.poll(() => count(page).textContent()).toBe('Loading products…')
      const waiting = await skeletons.first().boundingBox()
      release()
      await cards(page).first().waitFor()
      await expect.poll(() => cards(page).first().boundingBox(), { message }).toEqual(waiting)
      await page.unroute(listCall)
    }
  })

  test('stays visible, dimmed, until the next one has loaded or failed; Try Again requests it again', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ allow: [/Failed to load resource.*400/] })
    const refuseList = () =>
      page.route(listCall, (route) =>
        route.fulfill({ status: 400, json: { message: 'No.', code: 'BAD_REQUEST' } }),
      )
    await page.goto('/popular')
    await hydrated()
    const release = await holdList(page)
    await page.getByLabel('Storefront').selectOption('Taobao')
    const grid = main(page).locator('.grid')
    await expect.poll(() => grid.getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => cards(page).count()).toBe(24)
    await expect.poll(() => main(page).locator('.card-skeleton').count()).toBe(0)
    release()
    await expect.poll(() => grid.getAttribute('aria-busy')).toBe('false')
    await expect.poll(() => cards(page).getByText('Weidian', { exact: true }).count()).toBe(0)

    await page.unroute(listCall)
    await refuseList()
    const before = await cards(page).count()
    await page.getByLabel('Storefront').selectOption('Weidian')
    await main(page).getByText("We couldn't update the list.").waitFor()
    await expect.poll(() => cards(page).count()).toBe(before)
    await page.unroute(listCall)
    await main(page).getByRole('button', { name: 'Try Again' }).click()
    await main(page).getByText("We couldn't update the list.").waitFor({ state: 'detached' })
    await expect.poll(() => cards(page).getByText('Taobao', { exact: true }).count()).toBe(0)

    await page.goto('/tools')
    await hydrated()
    await refuseList()
    await page.locator('footer a[href="/popular"]').click()
    await main(page).getByText("We couldn't update the list.").waitFor()
    await expect.poll(() => count(page).textContent()).toBe('')
  })

  test('grows in steps, keeps the scroll position, and is restored by Back', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular')
    await hydrated()
    await page.getByRole('link', { name: 'Load more' }).focus()
    const before = await page.evaluate(() => scrollY)
    await page.keyboard.press('Enter')
    await expect.poll(() => cards(page).count()).toBe(48)
    await expect.poll(() => searchOf(page)).toBe('?page=2')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    const newCard = cards(page).nth(24).getByRole('link').first()
    await expect.poll(() => newCard.evaluate((link) => link === document.activeElement)).toBe(true)
    await newCard.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    await newCard.click()
    await page.waitForURL('**/product/**')
    await page.goBack()
    await page.waitForURL('**/popular?page=2')
    await expect.poll(() => cards(page).count()).toBe(48)
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(left))
  })

  test('has as many columns as fit, more when compact, and fits every width', async ({ asVisitor }) => {
    const visit = await asVisitor()
    const { page, hydrated } = visit
    await page.goto('/popular')
    await hydrated()
    const columnsNow = () =>
      page
        .getByRole('main')
        .locator('.grid__in')
        .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
    for (const [width, columns, compact] of [
      [320, 1, 2],
      [360, 1, 2],
      [599, 2, 3],
      [600, 2, 3],
      [768, 2, 3],
      [1000, 3, 4],
      [1280, 4, 5],
      [1920, 4, 5],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const message = `${width} px`
      await expect.poll(columnsNow, { message }).toBe(columns)
      await expectNoOverflow(page)
      await setCompact(visit, true)
      await expect.poll(columnsNow, { message }).toBe(compact)
      await expect.poll(() => searchOf(page)).toBe('?view=compact')
      await expectNoOverflow(page)
      await setCompact(visit, false)
      await expect.poll(() => searchOf(page)).toBe('')
    }
  })
})

describe('the first screen', () => {
  test('shows most of a picture on a phone: badge and button cover less than a third', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ width: 390 })
    await page.goto('/popular')
    await hydrated()
    const card = cards(page).first()
    const area = async (part: string) => {
      const { width, height } = await getBox(card.locator(part).first())
      return width * height
    }
    const hidden = async () => (await area('.qc-badge')) + (await area('.haul-button'))
    await expect.poll(async () => (await hidden()) / (await area('.card__pic img'))).toBeLessThan(1 / 3)
  })

  test.for([
    { width: 390, height: 844, most: 236, controls: ['Filters', 'Sort by', 'Listing', 'Reality'] },
    {
      width: 1280,
      height: 900,
      most: 201,
      controls: ['Min Price', 'Max Price', 'Storefront', 'Sort by', 'Compact mode', 'Listing', 'Reality'],
    },
  ])(
    'at $width px begins with one line and one row of filters, and shows items',
    async (screen, { asVisitor }) => {
      const { width, height, most, controls } = screen
      const { page, hydrated } = await asVisitor({ stored: { country: 'DE' } })
      await page.setViewportSize({ width, height })
      await page.goto('/popular')
      await hydrated()
      const first = () => getBox(cards(page).first())
      await expect.poll(async () => (await first()).top).toBeLessThanOrEqual(most)
      const heading = page.getByRole('heading', { level: 1 })
      await expect.poll(async () => (await getBox(heading)).left).toBe((await first()).left)
      await expect.poll(async () => (await getBox(heading)).height).toBeLessThan(40)
      const rows = async () => {
        const seen = main(page)
          .locator('.popular__bar')
          .locator('button, label, .segmented-control__opt')
          .filter({ visible: true })
        const texts = await seen.allInnerTexts()
        const middles = await seen.evaluateAll((all) =>
          all.map((one) => {
            const control = one instanceof HTMLLabelElement ? (one.control?.parentElement ?? one) : one
            const { top, bottom } = control.getBoundingClientRect()
            return Math.round((top + bottom) / 2)
          }),
        )
        return { texts, rows: new Set(middles).size }
      }
      await expect.poll(rows).toEqual({ texts: controls, rows: 1 })
    },
  )
})

describe('Popular has no axe findings and no layout shift', () => {
  test.for(widths)('at %i px', async (width, { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width, touch: width === 360, reducedMotion: true })
    for (const path of [
      '/popular?MaxPrice=400',
      '/popular?view=compact',
      '/popular?MinPrice=50&MaxPrice=20',
    ]) {
      await page.goto(path)
      await hydrated()
      expect(await axeFindings(page)).toEqual([])
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    }
  })

  test('with its drawer open', async ({ asVisitor }) => {
    const { page, dialog, hydrated } = await asVisitor({
      width: 360,
      touch: true,
      reducedMotion: true,
    })
    await page.goto('/popular')
    await hydrated()
    await page.getByRole('button', { name: 'Filters' }).click()
    await dialog('Filters').getByRole('button', { name: 'Show 62 products' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })
})
