import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { getBox } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { items, lightbox, mainPicture, priceOf, title, value } from '../support/product-page.ts'
import { test } from '../support/test.ts'

/** Five QC photos and five reviews. */
const wallet = '/product/taobao/990000580386'
/** Seven photos of two variants. */
const scarf = '/product/weidian/9900300423'
/** The variant with photos costs more than the first one. */
const bag = '/product/ali_1688/990000586007'
const qc = (page: Page) => page.getByRole('region', { name: 'QC Photos' })

describe('the product page on a phone', () => {
  test('is at most 4,500 px long with all shipping lines', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, touch: true, stored: { country: 'DE' } })
    for (const item of [wallet, items.sneaker]) {
      await page.goto(item)
      await hydrated()
      for (const id of ['#qc', '#shipping', '#reviews']) await page.locator(id).scrollIntoViewIfNeeded()
      await page.locator('.comparison-slider').waitFor()
      await page.getByRole('button', { name: /^Show \d+ more lines$/ }).waitFor()
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
        .toBeLessThanOrEqual(4500)
    }
  })

  test('keeps Buy, the haul button and its count in one line, also for an agent that does not buy there', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ width: 360, touch: true, stored: { platform: 'CNFans' } })
    await page.goto(items.withoutMeasures)
    await hydrated()
    const bar = page.locator('.buy-bar')
    await bar.getByRole('button', { name: /^Add to haul/ }).click()
    await bar.getByRole('button', { name: 'Your haul, 1 item' }).waitFor()
    await page.goto(items.sneaker)
    await hydrated()
    await bar.getByRole('link', { name: /^Buy .*doesn't buy from Weidian/ }).waitFor()
    await bar.getByRole('button', { name: 'Your haul, 1 item' }).waitFor()
    const link = await getBox(bar.locator('a'))
    expect((await getBox(bar.getByRole('button').last())).right).toBeLessThanOrEqual(344)
    for (const part of await bar.locator('a > :is(img, svg, .price)').filter({ visible: true }).all()) {
      expect((await getBox(part)).left).toBeGreaterThanOrEqual(link.left)
      expect((await getBox(part)).right).toBeLessThanOrEqual(link.right)
    }

    // An item without information can be added too; the planner asks for its weight.
    await page.goto('/product/taobao/652874751412')
    await hydrated()
    await bar.getByRole('button', { name: /^Add to haul/ }).click()
    await bar.getByRole('button', { name: 'Your haul, 2 items' }).waitFor()
  })

  test('zooms in by a double tap, and out by the next one', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, touch: true })
    await page.goto(items.sneaker)
    await hydrated()
    await mainPicture(page).tap()
    const photo = lightbox(page).locator('.yarl__slide_current img.yarl__slide_image')
    await photo.waitFor()
    const box = await getBox(photo)
    const readZoom = async () => Math.round(((await getBox(photo)).width / box.width) * 10) / 10
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    for (const zoom of [2.5, 1]) {
      await page.mouse.dblclick(x, y) // the event that a browser creates from two taps, at any speed of the machine
      await expect.poll(readZoom).toBe(zoom)
    }
  })

  test('shows photo and buttons together while a photo is aligned', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, touch: true })
    for (const height of [740, 640]) {
      await page.setViewportSize({ width: 360, height })
      await page.goto(items.sneaker)
      await hydrated()
      await page.locator('.lazy-comparison-slider').scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Align', exact: true }).click()
      const done = page.getByRole('button', { name: 'Done' })
      await done.waitFor()
      await expect.poll(async () => (await getBox(page.locator('.comparison-slider'))).top).toBeLessThan(80)
      expect((await getBox(page.locator('.comparison-slider'))).top).toBeGreaterThanOrEqual(0)
      const bar = await getBox(page.locator('.buy-bar'))
      expect((await getBox(done)).bottom, `${height} px`).toBeLessThanOrEqual(bar.top)
    }
  })

  test('shows whole photos in landscape, and only Buy stays fixed', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 740, touch: true })
    await page.setViewportSize({ width: 740, height: 360 })
    await page.goto(items.sneaker)
    await hydrated()
    const availablePx = 360 - (await getBox(page.locator('.buy-bar'))).height
    expect((await getBox(mainPicture(page))).height).toBeLessThan(availablePx)
    await page.locator('.lazy-comparison-slider').scrollIntoViewIfNeeded()
    await page.locator('.comparison-slider').waitFor()
    expect((await getBox(page.locator('.comparison-slider'))).height).toBeLessThan(availablePx)
    await page.locator('#reviews').scrollIntoViewIfNeeded()
    for (const bar of ['.header', '.section-bar'])
      expect((await getBox(page.locator(bar))).bottom, bar).toBeLessThan(0)
  })
})

describe('the chosen variant', () => {
  test("has its photos first, and findings stay visible for every variant's photos", async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ reducedMotion: true })
    await page.goto(scarf)
    await hydrated()
    const first = () => page.locator('.thumb:has(.thumb__qc)').first().getAttribute('href')
    const firstTile = () => qc(page).locator('.photo-thumb').first().getAttribute('href')
    const chosen = page.locator('.product__info').getByRole('radio')
    const firstPhotos = new Set<string | null>()
    for (const name of ['Red', 'Camel']) {
      await value(page, name).check()
      await expect.poll(() => chosen.and(page.locator(':checked')).count()).toBeGreaterThan(0)
      await expect.poll(async () => (await first()) === (await firstTile())).toBe(true)
      await expect.poll(() => mainPicture(page).count()).toBe(1)
      firstPhotos.add(await first())
    }
    expect(firstPhotos.size).toBe(2)
    const findings = qc(page).getByRole('list', { name: 'Findings' }).getByRole('link')
    const count = await findings.count()
    expect(count).toBeGreaterThan(0)
    for (const chip of await qc(page).getByRole('group', { name: 'Show' }).getByRole('button').all()) {
      await chip.click()
      await expect.poll(() => findings.count()).toBe(count)
    }
  })

  test('shows the price of cheaper variants', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(bag)
    await hydrated()
    await expect.poll(() => priceOf(page).innerText()).toContain('¥124.00')
    await page.getByText('Other variants from ¥118.00').waitFor()
  })
})

describe('Reality', () => {
  test('shows the large QC photo from the first paint when it was chosen before', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { look: 'reality' } })
    await page.route('**/assets/*.js', async (route) => {
      await mainPicture(page).locator('img').first().waitFor({ state: 'attached' })
      await route.continue()
    })
    await page.goto(items.sneaker, { waitUntil: 'commit' })
    const photo = mainPicture(page).getByRole('img', { name: `${title}, QC photo 1 of 5, White / navy` })
    await photo.waitFor()
    await hydrated()
    await photo.waitFor()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })

  test('works without JavaScript when the URL requests it', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(`${items.sneaker}?look=reality`)
    await mainPicture(page)
      .getByRole('img', { name: `${title}, QC photo 1 of 5, White / navy` })
      .waitFor()
    await expect.poll(() => mainPicture(page).locator('img').count()).toBe(1)
  })
})
