import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { items, lightbox, title, value } from '../support/product-page.ts'
import { test, widths } from '../support/test.ts'

const section = (page: Page) => page.getByRole('region', { name: "Seller's photo vs QC photo" })
const divider = (page: Page) =>
  section(page).getByRole('slider', { name: "Divider between seller's photo and QC photo" })
const frame = (page: Page) => section(page).locator('.comparison-slider')
const readDivider = (page: Page) => frame(page).evaluate((wipe) => wipe.style.getPropertyValue('--x'))
const readValueText = (page: Page) => divider(page).getAttribute('aria-valuetext')
const sellers = (page: Page) => section(page).getByLabel("Seller's photo to compare")
const photos = (page: Page) => section(page).getByLabel('QC photo to compare')
const checklist = (page: Page) => page.locator('.checklist-fold')
const openChecklist = (page: Page) => checklist(page).getByText('Check it yourself').click()

/** A scarf in two colors, with photos of both. */
const photosOfTwoVariants = '/product/weidian/9900300423'

async function open({ page, hydrated }: Visit, path: string = items.sneaker): Promise<Page> {
  await page.goto(path)
  await hydrated()
  await section(page).scrollIntoViewIfNeeded()
  await frame(page).waitFor()
  return page
}

/** The point at half the frame's height and a share of its width. */
async function getPoint(page: Page, share: number): Promise<{ x: number; y: number }> {
  await frame(page).scrollIntoViewIfNeeded()
  const box = await frame(page).boundingBox()
  if (!box) throw new Error('The comparison slider is not rendered.')
  return { x: box.x + box.width * share, y: box.y + box.height / 2 }
}

/** The visibility and position of both halves' tags. */
function listTags(wipe: HTMLElement): string[] {
  const picture = wipe.getBoundingClientRect()
  const line = picture.left + (picture.width * Number.parseFloat(wipe.style.getPropertyValue('--x'))) / 100
  return [...wipe.querySelectorAll('.comparison-slider__half')].map((half, index) => {
    const tag = half.firstElementChild?.getBoundingClientRect() ?? picture
    if (tag.top >= half.getBoundingClientRect().bottom) return 'gone'
    const isBeside = index === 0 ? tag.right <= line : tag.left >= line
    const isWhole = isBeside && tag.left >= picture.left && tag.right <= picture.right
    if (!isWhole || tag.bottom > picture.bottom) return 'cut'
    return tag.top > picture.top + picture.height / 2 ? 'at the foot' : 'at the head'
  })
}

describe('the comparison slider', () => {
  test("compares a QC photo with the seller's photo of the chosen variant, or of the variant that has photos", async ({
    asVisitor,
  }) => {
    const page = await open(await asVisitor())
    await section(page).getByText('Drag the handle or use the arrow keys.', { exact: true }).waitFor()
    await section(page).getByText("Seller's photo", { exact: true }).waitFor()
    await frame(page).getByText('QC photo', { exact: true }).waitFor()
    const alts = () =>
      frame(page)
        .locator('img')
        .evaluateAll((all) => all.map((image) => image.getAttribute('alt')))
    await value(page, 'White / green').check()
    await frame(page).getByText('QC photo · White / navy', { exact: true }).waitFor()
    await expect.poll(() => alts()).toEqual(['QC photo 1', `${title}, seller's photo 2`])
    await value(page, 'White / navy').check()
    await frame(page).getByText('QC photo', { exact: true }).waitFor()
    await expect.poll(() => alts()).toEqual(['QC photo 1', `${title}, seller's photo 2`])
    await expect
      .poll(() => sellers(page).locator('option').allTextContents())
      .toEqual([1, 2, 3, 4, 5].map((number) => `Seller ${number}`))
    await sellers(page).selectOption({ label: 'Seller 3' })
    await photos(page).selectOption({ label: 'QC 5 · White / navy' })
    await expect
      .poll(() => alts())
      .toEqual([
        'QC photo 5: Dried glue along the edge between sole and upper, about 6 cm long.',
        `${title}, seller's photo 3`,
      ])
  })

  test('lists variants with long names, without axe findings at 360 and 1280 px', async ({ asVisitor }) => {
    const longName = 'Off white with a navy heel, suede toe, gum sole, wide last and two pairs of spare laces'
    const visit = await asVisitor()
    await visit.page.route(`**${items.sneaker}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll('White / navy', longName),
      })
    })
    const page = await open(visit)
    for (const width of widths) {
      await setWidth(page, width)
      await photos(page).selectOption({ label: `QC 5 · ${longName}` })
      await section(page).getByText('QC 5', { exact: true }).waitFor()
      const root = page.locator('html')
      await expect
        .poll(() => root.evaluate((html) => html.scrollWidth), { message: `${width} px` })
        .toBe(width)
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
  })

  test('shows the whole name of each half at its foot, or hides it', async ({ asVisitor }) => {
    const page = await open(await asVisitor({ width: 360 }))
    await value(page, 'White / green').check()
    await frame(page).getByText('QC photo · White / navy', { exact: true }).waitFor()
    for (const [percent, expectedTags] of [
      ['50', ['at the foot', 'at the foot']],
      ['20', ['gone', 'at the foot']],
      ['80', ['at the foot', 'gone']],
      ['0', ['gone', 'at the foot']],
      ['100', ['at the foot', 'gone']],
    ] as const) {
      await divider(page).fill(percent)
      await expect.poll(() => frame(page).evaluate(listTags), { message: percent }).toEqual(expectedTags)
    }
  })

  test('moves by keys in steps of five and by mouse, and keys continue from there', async ({ asVisitor }) => {
    const page = await open(await asVisitor())
    await divider(page).focus()
    await expect.poll(() => readValueText(page)).toBe("Half seller's photo, half QC photo")
    for (const [key, position, valueText] of [
      ['ArrowRight', '55%', "55 percent seller's photo, 45 percent QC photo"],
      ['ArrowLeft', '50%', "Half seller's photo, half QC photo"],
      ['ArrowLeft', '45%', "45 percent seller's photo, 55 percent QC photo"],
      ['Home', '0%', 'QC photo alone'],
      ['End', '100%', "Seller's photo alone"],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => readDivider(page)).toBe(position)
      await expect.poll(() => readValueText(page)).toBe(valueText)
    }

    await page.keyboard.press('Home')
    const [start, end] = [await getPoint(page, 0.5), await getPoint(page, 0.2)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await expect.poll(() => readDivider(page)).toMatch(/^(19|20)(\.\d)?%$/)
    await page.mouse.up()
    await page.mouse.move(start.x, start.y)
    await expect.poll(() => readDivider(page)).toMatch(/^(19|20)(\.\d)?%$/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => readDivider(page)).toBe('25%')
  })

  test('follows a finger and a tap, and does not move while the page is scrolled', async ({ asVisitor }) => {
    const visit = await asVisitor({ width: 360, touch: true })
    const page = await open(visit)
    const tapped = await getPoint(page, 0.25)
    await page.touchscreen.tap(tapped.x, tapped.y)
    await expect.poll(() => readDivider(page)).toMatch(/^(24|25)(\.\d)?%$/)
    const [start, end] = [await getPoint(page, 0.3), await getPoint(page, 0.8)]
    const cdp = await visit.context.newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await finger('touchStart', [start])
    for (let step = 1; step <= 5; step += 1)
      await finger('touchMove', [{ x: start.x + ((end.x - start.x) * step) / 5, y: start.y }])
    await finger('touchEnd', [])
    await expect.poll(() => readDivider(page)).toMatch(/^(79|80)(\.\d)?%$/)
    const dividerBefore = await readDivider(page)
    const scrollBefore = await page.evaluate(() => scrollY)
    await finger('touchStart', [start])
    for (const up of [20, 60, 100]) await finger('touchMove', [{ x: start.x - 3, y: start.y - up }])
    await finger('touchEnd', [])
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrollBefore)
    expect(await readDivider(page)).toBe(dividerBefore)
  })

  test('loads near the viewport without a layout shift', async ({ asVisitor }) => {
    const visit = await asVisitor({ width: 360, height: 400, touch: true })
    const { page, hydrated } = visit
    const fetched: string[] = []
    visit.context.on('request', (request) => fetched.push(request.url()))
    await page.goto(items.sneaker, { waitUntil: 'networkidle' })
    await hydrated()
    await page.locator('.thumbs__view[data-running]').waitFor()
    const listFetched = (parts: RegExp) => fetched.filter((url) => parts.test(url))
    expect(listFetched(/\/(ComparisonSlider|AlignPanel|QcChecklist)-/)).toEqual([])
    await expect.poll(() => section(page).locator('img').count()).toBe(0)

    const height = await section(page).evaluate((element) => element.getBoundingClientRect().height)
    await section(page).scrollIntoViewIfNeeded()
    await frame(page).waitFor()
    await expect
      .poll(() => section(page).evaluate((element) => element.getBoundingClientRect().height))
      .toBe(height)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    expect(listFetched(/\/(AlignPanel|QcChecklist)-/)).toEqual([])
  })

  test('is absent when there are no QC photos', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.withoutQc)
    await hydrated()
    await page.getByRole('heading', { name: 'No QC photos available' }).waitFor()
    await expect.poll(() => section(page).count()).toBe(0)
  })

  test('leaves no inactive controls without JavaScript', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(items.sneaker)
    await page.getByText('A photo cannot prove material or authenticity.').waitFor()
    await expect.poll(() => page.getByText("Seller's photo vs QC photo").isVisible()).toBe(false)
    await expect.poll(() => page.getByText('Check it yourself').isVisible()).toBe(false)
  })

  test('starts with a photo of the chosen variant', async ({ asVisitor }) => {
    const page = await open(await asVisitor(), photosOfTwoVariants)
    for (const variant of ['Red plaid', 'Camel plaid']) {
      await value(page, variant).check()
      await expect.poll(() => photos(page).locator('option:checked').textContent()).toContain(variant)
    }
  })
})

describe('the checklist', () => {
  const point = (page: Page, name: string) => checklist(page).getByLabel(name, { exact: true })
  const names = ['Label and size tag', 'Color in warehouse light', 'Stitching', 'Symmetry', 'Measurements']

  test('shows what to check and stores the answers per item, and a single photo has no selection', async ({
    asVisitor,
  }) => {
    const visit = await asVisitor()
    const page = await open(visit)
    await openChecklist(page)
    await checklist(page).getByText('Your answers stay on this device.').waitFor()
    for (const name of names) {
      await point(page, name).waitFor()
      await expect
        .poll(() => point(page, name).locator('option').allTextContents())
        .toEqual(['Not checked', 'Seen', 'Look closer', 'Not shown'])
    }
    await checklist(page)
      .getByText('Warehouse light changes colors. Compare with something white in the same photo.')
      .waitFor()
    await point(page, 'Stitching').selectOption('Look closer')
    await point(page, 'Measurements').selectOption('Not shown')
    await open(visit)
    await openChecklist(page)
    await expect.poll(() => point(page, 'Stitching').inputValue()).toBe('closer')
    await expect.poll(() => point(page, 'Measurements').inputValue()).toBe('missing')
    await open(visit, items.onePicture)
    await openChecklist(page)
    await expect.poll(() => point(page, 'Stitching').inputValue()).toBe('')
    await section(page).getByText('Seller 1', { exact: true }).waitFor()
    await expect.poll(() => sellers(page).count()).toBe(0)
  })

  test('starts empty when the stored value is invalid', async ({ asVisitor }) => {
    const stored = { 'qc-marks': '"><img src=x onerror="window.__xss=1"> weidian/9900661650=????? {}' }
    const page = await open(await asVisitor({ stored }))
    await openChecklist(page)
    for (const name of names) await expect.poll(() => point(page, name).inputValue()).toBe('')
    await point(page, 'Symmetry').selectOption('Seen')
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('qc-marks')))
      .toBe('weidian/9900661650=---s-')
    await expect.poll(() => page.evaluate(() => '__xss' in window)).toBe(false)
  })
})

describe('QC photos in full size', () => {
  test('show the small image while the large one is loading', async ({ asVisitor }) => {
    const page = await open(await asVisitor())
    const tile = page.getByRole('link', { name: 'QC photo 2 of 5' })
    const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
    await expect.poll(() => tile.locator('img').evaluate(isDrawn)).toBe(true)
    await page.route(/\/img\/[\w-]+\/(720|1080|1600)\//, () => undefined) // the request never ends
    await tile.click()
    const preview = lightbox(page).locator('.yarl__slide_current .lightbox__preview')
    await preview.waitFor()
    await expect.poll(() => preview.evaluate(isDrawn)).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
  const zoomOutButton = (page: Page) => lightbox(page).getByRole('button', { name: 'Zoom out' })

  test('have one tab stop for thumbnails, and keys to zoom and to change the photo', async ({
    asVisitor,
  }) => {
    const page = await open(await asVisitor({ reducedMotion: true }))
    const tile = page.getByRole('link', { name: 'QC photo 2 of 5' })
    await tile.click()
    await lightbox(page).getByRole('group', { name: 'Photo 2 of 5' }).waitFor()
    const strip = lightbox(page).locator('.lightbox__thumb')
    await expect.poll(() => strip.and(page.locator(':not([tabindex])')).count()).toBe(1)
    await lightbox(page).getByRole('button', { name: 'Photo 2 of 5' }).focus()
    for (const [key, number] of [
      ['ArrowRight', 3],
      ['End', 5],
      ['ArrowRight', 1],
      ['ArrowLeft', 5],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key)
      await lightbox(page).getByText(`${number} / 5`, { exact: true }).waitFor()
      const current = lightbox(page).getByRole('button', { name: `Photo ${number} of 5` })
      await expect.poll(() => current.evaluate((button) => button === document.activeElement)).toBe(true)
    }
    await page.keyboard.press('+')
    await zoomOutButton(page).waitFor()
    await page.keyboard.press('0')
    await zoomOutButton(page).waitFor({ state: 'detached' })
    await page.keyboard.press('+')
    await zoomOutButton(page).waitFor()
    await page.keyboard.press('-')
    await zoomOutButton(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await lightbox(page).waitFor({ state: 'detached' })
    await expect.poll(() => tile.evaluate((link) => link === document.activeElement)).toBe(true)
    await expect.poll(() => readFocusedText(page)).toContain('2')
  })
})

test('gallery, slider, checklist and full size have no axe findings at 360 and 1280 px', async ({
  asVisitor,
}) => {
  const page = await open(await asVisitor({ reducedMotion: true }))
  await openChecklist(page)
  await checklist(page).getByText('Symmetry', { exact: true }).waitFor()
  for (const width of widths.toReversed()) {
    await setWidth(page, width)
    expect(await axeFindings(page), `${width} px`).toEqual([])
  }
  await page.locator('.photo-thumb').first().click()
  for (const width of widths) {
    await setWidth(page, width)
    await lightbox(page).locator('.yarl__slide_current img').last().waitFor()
    expect(await axeFindings(page), `${width} px, full size`).toEqual([])
  }
})
