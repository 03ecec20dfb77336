import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { getBox } from '../support/box.ts'
import { items, lightbox, mainPicture, shownFile, thumbs, title } from '../support/product-page.ts'
import { test, themes } from '../support/test.ts'

const strip = (page: Page) => page.locator('.thumbs__view[data-running]')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())
const print = (page: Page) => page.locator('.gallery__print')

describe('the gallery', () => {
  test('shows the photo of the pressed thumbnail, and enlarges it under the mouse', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    await expect.poll(() => mainPicture(page).innerText()).toContain('1 / 10')
    const before = await shownFile(page)
    await thumbs(page).nth(2).click()
    await expect.poll(() => shownFile(page)).not.toBe(before)
    await expect.poll(() => mainPicture(page).innerText()).toContain('3 / 10')
    await expect.poll(() => thumbs(page).nth(2).getAttribute('aria-current')).toBe('true')
    await expect.poll(() => new URL(page.url()).pathname).toBe(items.sneaker)
    const scale = () =>
      mainPicture(page)
        .getByRole('img')
        .evaluate((image) => getComputedStyle(image).transform)
    await expect.poll(() => scale()).toBe('none')
    await mainPicture(page).hover({ position: { x: 160, y: 320 } })
    await expect.poll(scale).toBe('matrix(2, 0, 0, 2, 0, 0)')
    await page.mouse.move(0, 0)
    await expect.poll(scale).toBe('none')
  })

  test('stays with its page when its controls cannot be loaded', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ allow: [/net::ERR_FAILED/, /dynamically imported module/] })
    const isAsked = page.waitForRequest('**/assets/ThumbControls-*.js')
    await page.route('**/assets/ThumbControls-*.js', (route) => route.abort())
    await page.goto(items.sneaker)
    await hydrated()
    await isAsked
    await thumbs(page).nth(2).click()
    await expect.poll(() => mainPicture(page).innerText()).toContain('3 / 10')
  })

  test('has one tab stop for thumbnails, arrow keys and Enter, and no autoplay with reduced motion', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ reducedMotion: true })
    await page.goto(items.sneaker)
    await hydrated()
    await strip(page).waitFor()
    await page.getByRole('button', { name: 'Play slideshow' }).waitFor()
    await thumbs(page).first().focus()
    for (const count of [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => mainPicture(page).innerText()).toContain(`${count} / 10`)
    }
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => mainPicture(page).innerText()).toContain('10 / 10')
    await expect.poll(() => page.locator('.thumb:not([tabindex])').count()).toBe(1)
    await page.keyboard.press('Enter')
    await lightbox(page).getByText('10 / 10').waitFor()
  })

  test('rotates four visible thumbnails until the visitor interacts', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.clock.install()
    await page.goto(items.sneaker)
    await hydrated()
    await strip(page).waitFor()
    const first = () => thumbs(page).first().boundingBox()
    const [viewBox, thumbBox] = [await strip(page).boundingBox(), await first()]
    expect(Math.round(((viewBox?.width ?? 0) - 4) / ((thumbBox?.width ?? 1) + 8) - 0.5)).toBe(4)
    const toggle = page.getByRole('button', { name: /^(Pause|Play) slideshow$/ })
    await expect.poll(() => toggle.getAttribute('data-state')).toBe('playing')

    await page.clock.runFor(3600)
    await expect.poll(async () => (await first())?.x).not.toBe(thumbBox?.x)
    await thumbs(page).nth(2).hover()
    await expect.poll(() => toggle.getAttribute('data-state')).toBe('hovered')
    await thumbs(page).nth(2).focus()
    await expect.poll(() => toggle.getAttribute('data-state')).toBe('focused')
    await page.mouse.move(0, 0)
    await expect.poll(() => toggle.getAttribute('data-state')).toBe('focused')
    await toggle.focus()
    await expect.poll(() => toggle.getAttribute('data-state')).toBe('playing')
    await page.keyboard.press('Enter')
    await expect.poll(() => toggle.getAttribute('data-state')).toBe('paused')
    await page.getByRole('button', { name: 'Play slideshow' }).waitFor()
    await page.clock.runFor(1000) // the current movement ends
    const still = await first()
    await page.clock.runFor(9000)
    expect(await first()).toEqual(still)
    await page.keyboard.press('Enter')
    await expect.poll(() => toggle.getAttribute('data-state')).toBe('playing')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect.poll(() => toggle.getAttribute('data-state')).toBe('paused')
  })

  test('does not autoplay on a touch screen until Play is pressed', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 390, touch: true })
    await page.clock.install()
    await page.goto(items.sneaker)
    await hydrated()
    await strip(page).waitFor()
    const toggle = page.getByRole('button', { name: 'Play slideshow' })
    await expect.poll(() => toggle.getAttribute('data-state')).toBe('paused')
    const first = () => thumbs(page).first().boundingBox()
    const still = await first()
    await page.clock.runFor(9000)
    expect(await first()).toEqual(still)
    await toggle.tap()
    await page.clock.runFor(3600)
    await expect.poll(async () => (await first())?.x).not.toBe(still?.x)
  })

  test("shows the seller's photo and the newest QC photo without scrolling and without much overlap", async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    for (const [width, height] of [
      [360, 800],
      [1280, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(items.sneaker)
      await hydrated()
      const seal = print(page).getByRole('link', { name: /^QC 5 \d+ \w+ ago/ })
      const [photo, stamp, large] = await Promise.all(
        [print(page).locator('img'), seal.locator('.qc-badge'), mainPicture(page)].map(getBox),
      )
      await expect.poll(() => isLoaded(print(page).locator('img'))).toBe(true)
      const visibleHeight = width === 360 ? height - 64 : height // the bar with Buy
      expect(Math.max(photo?.bottom ?? Number.NaN, stamp?.bottom ?? Number.NaN)).toBeLessThan(visibleHeight)
      expect(await computeOverlapArea(page), `${width} px`).toBeLessThanOrEqual(
        0.1 * (large?.width ?? 0) * (large?.height ?? 0),
      )
    }
  })

  test('swaps the photos by a press, and Reality shows the QC photo for every variant', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    const alt = () => mainPicture(page).getByRole('img').getAttribute('alt')
    const photoLookButton = (name: string) =>
      page.getByRole('group', { name: 'Photos show' }).getByRole('button', { name, pressed: true })
    await expect.poll(alt).toBe(`${title}, seller's photo 1 of 5`)
    await photoLookButton('Listing').waitFor()
    await page.getByRole('button', { name: 'Show the QC photo' }).press('Enter')
    await expect.poll(alt).toBe(`${title}, QC photo 1 of 5, White / navy`)
    await photoLookButton('Reality').waitFor()
    await page.getByRole('button', { name: "Show the seller's photo" }).click()
    await expect.poll(alt).toBe(`${title}, seller's photo 1 of 5`)

    await page.getByRole('button', { name: 'Reality' }).click()
    await expect.poll(alt).toBe(`${title}, QC photo 1 of 5, White / navy`)
    await expect.poll(() => mainPicture(page).innerText()).toContain('2 / 10')
    await page.getByRole('radio', { name: /^42/ }).check()
    await expect.poll(alt).toBe(`${title}, QC photo 1 of 5, White / navy`)
    const tag = () => mainPicture(page).locator('.gallery__tag').innerText()
    await expect.poll(tag).toBe('QC photo')
    await page.getByRole('radio', { name: 'White / green' }).check()
    await expect.poll(tag).toBe('QC photo · White / navy')
    await page.getByRole('link', { name: /^QC 5 .*to the QC photos$/ }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#qc')
  })

  test('shows when there are no QC photos', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(items.withoutQc)
    await page.getByText('No QC photo yet', { exact: true }).waitFor()
    await page.getByText("We don't have QC photos of this item yet.", { exact: true }).waitFor()
  })

  test('has a grid of four columns up to four pictures', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto(items.withoutQc)
    await expect.poll(() => mainPicture(page).innerText()).toContain('1 / 4')
    const columns = await page
      .locator('.thumbs__list')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    expect(columns).toBe(4)
    await expect.poll(() => page.locator('.thumbs__controls').count()).toBe(0)
  })
})

const isLoaded = (picture: Locator) =>
  picture.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0)

/** The area of the large photo that the print and its badge cover, in square pixels. */
async function computeOverlapArea(page: Page): Promise<number> {
  const large = await getBox(mainPicture(page))
  const boxes = await Promise.all(
    ['.gallery__paper', '.qc-badge'].map((name) => getBox(print(page).locator(name))),
  )
  // Only the part of the badge above the print counts.
  const [paper, badge] = boxes
  const overlap = (top: number, bottom: number, left: number) =>
    Math.max(0, Math.min(bottom, large.bottom) - top) * Math.max(0, large.right - left)
  if (!paper || !badge) return Number.NaN
  return overlap(paper.top, paper.bottom, paper.left) + Math.max(0, paper.top - badge.top) * badge.width
}

/** The number of pixels of an element whose contrast to its first pixel is at least 3. */
async function countContrastingPixels(element: Locator): Promise<number> {
  const pixels = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer()
  const getLuminance = (offset: number) => {
    const [red = 0, green = 0, blue = 0] = [...pixels.subarray(offset, offset + 3)].map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }
  const background = getLuminance(0)
  const luminances = Array.from({ length: pixels.length / 3 }, (_, index) => getLuminance(index * 3))
  return luminances.filter((value) => Math.max(value, background) / Math.min(value, background) >= 3).length
}

describe('full size', () => {
  for (const theme of themes) {
    test(`shows a visible placeholder while a photo is loading, ${theme}`, async ({ asVisitor }) => {
      const { page, hydrated } = await asVisitor({ theme, width: 360 })
      await page.goto(items.sneaker)
      await hydrated()
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/img/**', async (route) => {
        await isReleased
        await route.continue()
      })
      await page.getByRole('link', { name: 'QC photo 2 of 5' }).click()
      const placeholder = lightbox(page).locator('.yarl__slide_current .yarl__slide_placeholder')
      await placeholder.waitFor()
      await expect.poll(() => countContrastingPixels(placeholder)).toBeGreaterThan(250)
      release()
      await placeholder.waitFor({ state: 'detached' })
    })
  }

  test('loops through the photos and restores the focus', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    await mainPicture(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Photos', exact: true }).waitFor()
    await lightbox(page).getByText('1 / 10').waitFor()
    await page.keyboard.press('ArrowLeft')
    await lightbox(page).getByText('10 / 10').waitFor()
    await lightbox(page).getByRole('button', { name: 'Next' }).click()
    await lightbox(page).getByText('1 / 10').waitFor()
    await lightbox(page).getByRole('button', { name: 'Photo 3 of 10' }).click()
    await lightbox(page).getByText('3 / 10').waitFor()
    await lightbox(page).getByRole('button', { name: 'Zoom in' }).click()
    await lightbox(page).getByRole('button', { name: 'Zoom out' }).click()
    await lightbox(page).getByRole('button', { name: 'Zoom in' }).waitFor()
    await page.keyboard.press('Escape')
    await lightbox(page).waitFor({ state: 'detached' })
    await expect.poll(() => mainPicture(page).evaluate((link) => link === document.activeElement)).toBe(true)
    await expect.poll(() => mainPicture(page).innerText()).toContain('3 / 10')
  })

  test('shows a QC photo with source, date and finding, and closes by its button and its background', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor({ width: 360 })
    await page.goto(items.sneaker)
    await hydrated()
    await page.getByRole('link', { name: /^QC photo 5 of 5/ }).click()
    await dialog('QC Photos').waitFor()
    const caption = lightbox(page).locator('.lightbox__caption')
    await expect
      .poll(() => caption.innerText())
      .toMatch(
        /^Warehouse B\n\d+ \w{3} \d{4} · White \/ navy · Dried glue along the edge between sole and upper/,
      )
    await lightbox(page).getByRole('button', { name: 'Close' }).click()
    await lightbox(page).waitFor({ state: 'detached' })

    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('.photo-thumb').first().click()
    await lightbox(page).locator('.yarl__slide_current img').first().waitFor()
    await lightbox(page)
      .locator('.yarl__slide_current')
      .click({ position: { x: 120, y: 60 } })
    await lightbox(page).waitFor({ state: 'detached' })
  })
})

describe('the description', () => {
  test('opens in a dialog of at most 720 px', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    await page.getByRole('button', { name: 'Description' }).click()
    await dialog('Description').waitFor()
    await expect.poll(() => dialog('Description').locator('dt').allTextContents()).toContain('Upper')
    await expect
      .poll(() => dialog('Description').locator('[lang=zh]').textContent())
      .toBe('复古低帮板鞋拼接麂皮休闲鞋')
    const maxHeight = await dialog('Description').evaluate((popup) => getComputedStyle(popup).maxHeight)
    expect(maxHeight).toBe('720px')
    await page.keyboard.press('Escape')
    await dialog('Description').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Description')
    await page.keyboard.press('Enter')
    await dialog('Description').waitFor()
    await page.mouse.click(20, 500)
    await dialog('Description').waitFor({ state: 'detached' })
  })

  test('is disabled when the seller has none', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto(items.withoutProperties)
    await hydrated()
    await expect.poll(() => page.getByRole('button', { name: 'Description' }).isDisabled()).toBe(true)
    await page.getByText('No details from the seller.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Description' }).click({ force: true })
    await expect.poll(() => dialog('Description').count()).toBe(0)
  })
})
