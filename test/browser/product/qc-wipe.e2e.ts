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
const place = (page: Page) => frame(page).evaluate((wipe) => wipe.style.getPropertyValue('--x'))
const words = (page: Page) => divider(page).getAttribute('aria-valuetext')
const sellers = (page: Page) => section(page).getByLabel("Seller's photo to compare")
const photos = (page: Page) => section(page).getByLabel('QC photo to compare')
const checklist = (page: Page) => page.locator('.checklist-fold')
const unfold = (page: Page) => checklist(page).getByText('Check it yourself').click()

/** A scarf in two colours, with photos of both. */
const photosOfTwoVariants = '/product/weidian/9900300423'

async function open({ page, hydrated }: Visit, path: string = items.sneaker): Promise<Page> {
  await page.goto(path)
  await hydrated()
  await section(page).scrollIntoViewIfNeeded()
  await frame(page).waitFor()
  return page
}

/** The middle of the frame's height, at a share of its width. */
async function spot(page: Page, share: number): Promise<{ x: number; y: number }> {
  await frame(page).scrollIntoViewIfNeeded()
  const box = await frame(page).boundingBox()
  if (!box) throw new Error('The wipe is not drawn.')
  return { x: box.x + box.width * share, y: box.y + box.height / 2 }
}

/** How the tags of both halves are seen. */
function listTags(wipe: HTMLElement): string[] {
  const picture = wipe.getBoundingClientRect()
  const line = picture.left + (picture.width * Number.parseFloat(wipe.style.getPropertyValue('--x'))) / 100
  return [...wipe.querySelectorAll('.comparison-slider__half')].map((half, place) => {
    const tag = half.firstElementChild?.getBoundingClientRect() ?? picture
    if (tag.top >= half.getBoundingClientRect().bottom) return 'gone'
    const isBeside = place === 0 ? tag.right <= line : tag.left >= line
    const isWhole = isBeside && tag.left >= picture.left && tag.right <= picture.right
    if (!isWhole || tag.bottom > picture.bottom) return 'cut'
    return tag.top > picture.top + picture.height / 2 ? 'at the foot' : 'at the head'
  })
}

describe('the wipe', () => {
  test("lays the seller's photo of the chosen variant over a QC photo, or of the variant that the photos show", async ({
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

  test('names variants in its list, however long, and is clean for axe, at 360 and 1280 px', async ({
    asVisitor,
  }) => {
    const long = 'Off white with a navy heel, suede toe, gum sole, wide last and two pairs of spare laces'
    const visit = await asVisitor()
    await visit.page.route(`**${items.sneaker}`, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replaceAll('White / navy', long),
      })
    })
    const page = await open(visit)
    for (const width of widths) {
      await setWidth(page, width)
      await photos(page).selectOption({ label: `QC 5 · ${long}` })
      await section(page).getByText('QC 5', { exact: true }).waitFor()
      const root = page.locator('html')
      await expect
        .poll(() => root.evaluate((html) => html.scrollWidth), { message: `${width} px` })
        .toBe(width)
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
  })

  test('names each half at its foot, whole or not at all', async ({ asVisitor }) => {
    const page = await open(await asVisitor({ width: 360 }))
    await value(page, 'White / green').check()
    await frame(page).getByText('QC photo · White / navy', { exact: true }).waitFor()
    for (const [at, shown] of [
      ['50', ['at the foot', 'at the foot']],
      ['20', ['gone', 'at the foot']],
      ['80', ['at the foot', 'gone']],
      ['0', ['gone', 'at the foot']],
      ['100', ['at the foot', 'gone']],
    ] as const) {
      await divider(page).fill(at)
      await expect.poll(() => frame(page).evaluate(listTags), { message: at }).toEqual(shown)
    }
  })

  test('is moved by keys in steps of five, follows the mouse, and the keys go on from there', async ({
    asVisitor,
  }) => {
    const page = await open(await asVisitor())
    await divider(page).focus()
    await expect.poll(() => words(page)).toBe("Half seller's photo, half QC photo")
    for (const [key, at, said] of [
      ['ArrowRight', '55%', "55 percent seller's photo, 45 percent QC photo"],
      ['ArrowLeft', '50%', "Half seller's photo, half QC photo"],
      ['ArrowLeft', '45%', "45 percent seller's photo, 55 percent QC photo"],
      ['Home', '0%', 'QC photo alone'],
      ['End', '100%', "Seller's photo alone"],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => place(page)).toBe(at)
      await expect.poll(() => words(page)).toBe(said)
    }

    await page.keyboard.press('Home')
    const [start, end] = [await spot(page, 0.5), await spot(page, 0.2)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await expect.poll(() => place(page)).toMatch(/^(19|20)(\.\d)?%$/)
    await page.mouse.up()
    await page.mouse.move(start.x, start.y)
    await expect.poll(() => place(page)).toMatch(/^(19|20)(\.\d)?%$/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => place(page)).toBe('25%')
  })

  test('follows a finger, goes where it taps, and stays where one only scrolls past', async ({
    asVisitor,
  }) => {
    const visit = await asVisitor({ width: 360, touch: true })
    const page = await open(visit)
    const tapped = await spot(page, 0.25)
    await page.touchscreen.tap(tapped.x, tapped.y)
    await expect.poll(() => place(page)).toMatch(/^(24|25)(\.\d)?%$/)
    const [start, end] = [await spot(page, 0.3), await spot(page, 0.8)]
    const cdp = await visit.context.newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await finger('touchStart', [start])
    for (let step = 1; step <= 5; step += 1)
      await finger('touchMove', [{ x: start.x + ((end.x - start.x) * step) / 5, y: start.y }])
    await finger('touchEnd', [])
    await expect.poll(() => place(page)).toMatch(/^(79|80)(\.\d)?%$/)
    const left = await place(page)
    const scrolled = await page.evaluate(() => scrollY)
    await finger('touchStart', [start])
    for (const up of [20, 60, 100]) await finger('touchMove', [{ x: start.x - 3, y: start.y - up }])
    await finger('touchEnd', [])
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled)
    expect(await place(page)).toBe(left)
  })

  test('comes when it is near, and moves nothing', async ({ asVisitor }) => {
    const visit = await asVisitor({ width: 360, height: 400, touch: true })
    const { page, hydrated } = visit
    const fetched: string[] = []
    visit.context.on('request', (request) => fetched.push(request.url()))
    await page.goto(items.sneaker, { waitUntil: 'networkidle' })
    await hydrated()
    await page.locator('.thumbs__view[data-running]').waitFor()
    const fetchedOf = (parts: RegExp) => fetched.filter((url) => parts.test(url))
    expect(fetchedOf(/\/(ComparisonSlider|AlignPanel|QcChecklist)-/)).toEqual([])
    await expect.poll(() => section(page).locator('img').count()).toBe(0)

    const height = await section(page).evaluate((element) => element.getBoundingClientRect().height)
    await section(page).scrollIntoViewIfNeeded()
    await frame(page).waitFor()
    await expect
      .poll(() => section(page).evaluate((element) => element.getBoundingClientRect().height))
      .toBe(height)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    expect(fetchedOf(/\/(AlignPanel|QcChecklist)-/)).toEqual([])
  })

  test('is there only where both sides are', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.withoutQc)
    await hydrated()
    await page.getByRole('heading', { name: 'No QC photos available' }).waitFor()
    await expect.poll(() => section(page).count()).toBe(0)
  })

  test('leaves nothing dead behind without script', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(items.sneaker)
    await page.getByText('A photo cannot prove material or authenticity.').waitFor()
    await expect.poll(() => page.getByText("Seller's photo vs QC photo").isVisible()).toBe(false)
    await expect.poll(() => page.getByText('Check it yourself').isVisible()).toBe(false)
  })

  test('begins with a photo of the chosen variant', async ({ asVisitor }) => {
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

  test('says what to look for, and keeps the marks of this item; the wipe of a single photo offers no choice', async ({
    asVisitor,
  }) => {
    const visit = await asVisitor()
    const page = await open(visit)
    await unfold(page)
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
    await unfold(page)
    await expect.poll(() => point(page, 'Stitching').inputValue()).toBe('closer')
    await expect.poll(() => point(page, 'Measurements').inputValue()).toBe('missing')
    await open(visit, items.onePicture)
    await unfold(page)
    await expect.poll(() => point(page, 'Stitching').inputValue()).toBe('')
    await section(page).getByText('Seller 1', { exact: true }).waitFor()
    await expect.poll(() => sellers(page).count()).toBe(0)
  })

  test('begins anew beside a stored value that is none', async ({ asVisitor }) => {
    const stored = { 'qc-marks': '"><img src=x onerror="window.__xss=1"> weidian/9900661650=????? {}' }
    const page = await open(await asVisitor({ stored }))
    await unfold(page)
    for (const name of names) await expect.poll(() => point(page, name).inputValue()).toBe('')
    await point(page, 'Symmetry').selectOption('Seen')
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('qc-marks')))
      .toBe('weidian/9900661650=---s-')
    await expect.poll(() => page.evaluate(() => '__xss' in window)).toBe(false)
  })
})

describe('QC photos in full size', () => {
  test('begin with what the page shows already, while the large one comes', async ({ asVisitor }) => {
    const page = await open(await asVisitor())
    const tile = page.getByRole('link', { name: 'QC photo 2 of 5' })
    const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
    await expect.poll(() => tile.locator('img').evaluate(isDrawn)).toBe(true)
    await page.route(/\/img\/[\w-]+\/(720|1080|1600)\//, () => undefined) // never answered
    await tile.click()
    const preview = lightbox(page).locator('.yarl__slide_current .lightbox__preview')
    await preview.waitFor()
    await expect.poll(() => preview.evaluate(isDrawn)).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
  const zoomed = (page: Page) => lightbox(page).getByRole('button', { name: 'Zoom out' })

  test('are one tab stop of small ones, zoomed and turned by keys', async ({ asVisitor }) => {
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
    await zoomed(page).waitFor()
    await page.keyboard.press('0')
    await zoomed(page).waitFor({ state: 'detached' })
    await page.keyboard.press('+')
    await zoomed(page).waitFor()
    await page.keyboard.press('-')
    await zoomed(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await lightbox(page).waitFor({ state: 'detached' })
    await expect.poll(() => tile.evaluate((link) => link === document.activeElement)).toBe(true)
    await expect.poll(() => focused(page)).toContain('2')
  })
})

test('gallery, wipe, checklist and full size are clean for axe at 360 and 1280 px', async ({ asVisitor }) => {
  const page = await open(await asVisitor({ reducedMotion: true }))
  await unfold(page)
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
