import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { test, themes, widths } from './test.ts'

/** Five pictures, two colours in six sizes of which one is missing and one sold out, five QC photos, reviews. */
const sneaker = '/product/weidian/9900661650'
const title = 'Low court sneaker with suede toe'
/** Olive costs more than Navy and Rust. */
const jacket = '/product/ali_1688/990000605666'
const onePicture = '/product/taobao/990000842727'
const withoutProperties = '/product/weidian/9900965293'
const withoutQc = '/product/ali_1688/990000587471'
const withoutMeasures = '/product/ali_1688/990000987587'
const withoutStock = '/product/weidian/9900280375'

const price = (page: Page) => page.locator('.product__price .price')
const size = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}\\b`) })
const colour = size
const main = (page: Page) => page.locator('.gallery__main')
const mainPicture = (page: Page) => main(page).getByRole('img').getAttribute('src')
const thumbs = (page: Page) => page.locator('.thumb')
const strip = (page: Page) => page.locator('.thumbs__view[data-running]')
const lightbox = (page: Page) => page.locator('.lightbox')
const skuOf = (page: Page) => new URL(page.url()).searchParams.get('sku')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

describe('without script', () => {
  test('everything can be read, and bought', async ({ asVisitor }) => {
    const { page, context, departures } = await asVisitor({ javaScript: false })
    await page.goto(sneaker)
    expect(await page.title()).toBe(`${title} · Chopmark`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    expect(await price(page).innerText()).toContain('¥189.00')
    await page.getByText('9 in stock', { exact: true }).waitFor()
    await page.getByText('Synthetic leather and textile').waitFor()
    await page.getByText('860 g', { exact: true }).waitFor()
    await page.getByText('33 x 21 x 12 cm', { exact: true }).first().waitFor()
    await page.getByRole('heading', { name: 'QC Photos' }).waitFor()
    expect(await page.locator('.shot img').count()).toBe(5)
    expect(await page.getByRole('listitem').filter({ hasText: ' ago' }).count()).toBe(24)
    for (const hidden of ['Change agent', 'Description', 'Source', 'Show 19 more reviews'])
      expect(await page.getByRole('button', { name: hidden }).isVisible()).toBe(false)

    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /^Buy on .+, opens in a new tab$/ }).click()
    await opened
    await expect.poll(() => departures.length).toBe(1)
    expect(departures[0]).toContain('9900661650')
  })

  test('a picture leads to its file', async ({ asVisitor }) => {
    // The browser's own page around a picture wants a style that the picture's policy forbids.
    const { page } = await asVisitor({ javaScript: false, allow: [/^Applying inline style/] })
    await page.goto(sneaker)
    expect(await page.locator('.shot').first().getAttribute('href')).toMatch(
      /^\/img\/[\w-]+\/1600\/[\w-]+\.webp$/,
    )
    await thumbs(page).nth(1).click()
    expect(new URL(page.url()).pathname).toMatch(/^\/img\//)
  })

  test('a link preview has price, place and picture', async ({ asVisitor }) => {
    const { page, context } = await asVisitor({ javaScript: false })
    await page.goto(sneaker)
    const tag = (selector: string, name = 'content') => page.locator(selector).getAttribute(name)
    expect(await tag('meta[name=description]')).toBe(
      `${title}: ¥189.00, from Weidian, 5 QC photos, 24 reviews. Look closely, then buy it at the agent of your choice.`,
    )
    expect(await tag('meta[property="og:title"]')).toBe(title)
    expect(await tag('link[rel=canonical]', 'href')).toMatch(/\/product\/weidian\/9900661650$/)
    expect(await page.locator('meta[name=robots]').count()).toBe(0)
    const image = await context.request.get((await tag('meta[property="og:image"]')) ?? '')
    expect(image.headers()['content-type']).toBe('image/webp')
  })
})

describe('the choice of a variant', () => {
  test('starts with the first one', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto(sneaker)
    expect(await colour(page, 'White / green').isChecked()).toBe(true)
    expect(await size(page, '39').isChecked()).toBe(true)
    await page.getByRole('group', { name: 'Color: White / green' }).waitFor()
    await page.getByRole('group', { name: 'Size: 39' }).waitFor()
  })

  test('changes price and stock, and the address keeps it', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(jacket)
    await hydrated()
    expect(await price(page).innerText()).toContain('¥329.00')
    await colour(page, 'Olive').check()
    expect(await price(page).innerText()).toContain('¥345.00')
    await page.getByText('4 in stock', { exact: true }).waitFor()
    await size(page, 'M').check()
    await page.getByText('8 in stock', { exact: true }).waitFor()
    expect(skuOf(page)).toBe('990000605666302')
    await expect
      .poll(() => page.getByRole('status').allTextContents())
      .toContain('Olive, M: 345.00 yuan, 8 in stock')

    const picture = await mainPicture(page)
    await page.reload()
    await expect.poll(() => size(page, 'M').isChecked()).toBe(true)
    await expect.poll(() => price(page).innerText()).toContain('¥345.00')
    expect(await mainPicture(page)).toBe(picture)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })

  test('by an image takes the first variant with that image, and shows it', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    await size(page, '43').check()
    const before = await mainPicture(page)
    await colour(page, 'White / navy').check()
    expect(await size(page, '39').isChecked()).toBe(true)
    expect(skuOf(page)).toBe('9900661650201')
    expect(await mainPicture(page)).not.toBe(before)
    expect(await main(page).innerText()).toContain('2 / 5')
  })

  test('marks what is missing and what is sold out', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    const soldOut = page.getByRole('radio', { name: /^40\b.*Not available, sold out$/ })
    await soldOut.check()
    await page.getByText('Out of stock', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^Buy .*on .+, opens in a new tab$/ }).waitFor()
    await colour(page, 'White / navy').check()
    expect(await page.getByRole('radio', { name: /^41\b.*Not available$/ }).isDisabled()).toBe(true)
  })

  test('by keyboard', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    await colour(page, 'White / green').focus()
    await page.keyboard.press('ArrowRight')
    expect(await colour(page, 'White / navy').isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    expect(await size(page, '40').isChecked()).toBe(true)
    await page.keyboard.press('ArrowRight') // 41 is missing in navy
    expect(await size(page, '42').isChecked()).toBe(true)
    expect(skuOf(page)).toBe('9900661650204')
  })

  test('does not move the page or lengthen the history', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360 })
    await page.goto('/popular')
    await page.goto(sneaker)
    await hydrated()
    await size(page, '43').scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    await size(page, '43').check()
    await size(page, '42').check()
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/popular')
  })

  test('a stock that the seller does not give is not called empty', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto(withoutStock)
    await page.getByText('Stock not stated', { exact: true }).waitFor()
  })
})

describe('the gallery', () => {
  test('shows the picture of the pressed thumbnail', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    expect(await main(page).innerText()).toContain('1 / 5')
    const before = await mainPicture(page)
    await thumbs(page).nth(2).click()
    expect(await mainPicture(page)).not.toBe(before)
    expect(await main(page).innerText()).toContain('3 / 5')
    expect(await thumbs(page).nth(2).getAttribute('aria-current')).toBe('true')
    expect(new URL(page.url()).pathname).toBe(sneaker)
  })

  test('its thumbnails are one tab stop, the arrows move, Enter opens', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ reducedMotion: true })
    await page.goto(sneaker)
    await hydrated()
    await strip(page).waitFor()
    await thumbs(page).first().focus()
    for (const count of [2, 3, 4, 5, 1]) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => main(page).innerText()).toContain(`${count} / 5`)
    }
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => main(page).innerText()).toContain('5 / 5')
    expect(await page.locator('.thumb:not([tabindex])').count()).toBe(1)
    await page.keyboard.press('Enter')
    await lightbox(page).getByText('5 / 5').waitFor()
  })

  test('shows four thumbnails that go round, until somebody takes over', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.clock.install()
    await page.goto(sneaker)
    await hydrated()
    await strip(page).waitFor()
    const first = () => thumbs(page).first().boundingBox()
    const [view, one] = [await strip(page).boundingBox(), await first()]
    expect(Math.round(((view?.width ?? 0) - 4) / ((one?.width ?? 1) + 8))).toBe(4)
    const toggle = page.getByRole('button', { name: /^(Pause|Play) the strip of pictures$/ })
    expect(await toggle.getAttribute('data-state')).toBe('playing')

    await page.clock.runFor(3600)
    await expect.poll(async () => (await first())?.x).not.toBe(one?.x)
    await thumbs(page).nth(2).hover()
    expect(await toggle.getAttribute('data-state')).toBe('hovered')
    await thumbs(page).nth(2).focus()
    expect(await toggle.getAttribute('data-state')).toBe('focused')
    await page.mouse.move(0, 0)
    expect(await toggle.getAttribute('data-state')).toBe('focused')
    await toggle.focus()
    expect(await toggle.getAttribute('data-state')).toBe('playing')
    await page.keyboard.press('Enter')
    expect(await toggle.getAttribute('data-state')).toBe('paused')
    await page.getByRole('button', { name: 'Play the strip of pictures' }).waitFor()
    await page.clock.runFor(1000) // what was under way comes to rest
    const still = await first()
    await page.clock.runFor(9000)
    expect(await first()).toEqual(still)
    await page.keyboard.press('Enter')
    expect(await toggle.getAttribute('data-state')).toBe('playing')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    expect(await toggle.getAttribute('data-state')).toBe('paused')
  })

  test('stands still for whoever wants less motion', async ({ asVisitor }) => {
    const { page } = await asVisitor({ reducedMotion: true })
    await page.goto(sneaker)
    await page.getByRole('button', { name: 'Play the strip of pictures' }).waitFor()
  })

  test('enlarges the picture under the mouse', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    const scale = () =>
      main(page)
        .getByRole('img')
        .evaluate((image) => getComputedStyle(image).transform)
    expect(await scale()).toBe('none')
    await main(page).hover({ position: { x: 160, y: 320 } })
    await expect.poll(scale).toBe('matrix(2, 0, 0, 2, 0, 0)')
    await page.mouse.move(0, 0)
    await expect.poll(scale).toBe('none')
  })

  test('has a grid of four columns up to four pictures', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto(onePicture)
    expect(await main(page).innerText()).toContain('1 / 1')
    const columns = await page
      .locator('.thumbs__list')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    expect(columns).toBe(4)
    expect(await page.locator('.thumbs__controls').count()).toBe(0)
  })
})

describe('full size', () => {
  test('turns the pages without an end and gives the focus back', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    await main(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: "Seller's pictures" }).waitFor()
    await lightbox(page).getByText('1 / 5').waitFor()
    await page.keyboard.press('ArrowLeft')
    await lightbox(page).getByText('5 / 5').waitFor()
    await lightbox(page).getByRole('button', { name: 'Next' }).click()
    await lightbox(page).getByText('1 / 5').waitFor()
    await lightbox(page).getByRole('button', { name: 'Picture 3' }).click()
    await lightbox(page).getByText('3 / 5').waitFor()
    await lightbox(page).getByRole('button', { name: 'Zoom in' }).click()
    await lightbox(page).getByRole('button', { name: 'Zoom out' }).click()
    await lightbox(page).getByRole('button', { name: 'Zoom in' }).waitFor()
    await page.keyboard.press('Escape')
    await lightbox(page).waitFor({ state: 'detached' })
    expect(await main(page).evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await main(page).innerText()).toContain('3 / 5')
  })

  test('shows a QC photo with its source, its date and what was found', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor({ width: 360 })
    await page.goto(sneaker)
    await hydrated()
    await page.getByRole('link', { name: /^QC photo 5 of 5/ }).click()
    await dialog('QC Photos').waitFor()
    const caption = lightbox(page).locator('.lightbox__caption')
    expect(await caption.innerText()).toMatch(
      /^Warehouse B\n\d+ \w{3} \d{4} · White \/ navy · Dried glue along the edge between sole and upper/,
    )
    await lightbox(page).getByRole('button', { name: 'Close' }).click()
    await lightbox(page).waitFor({ state: 'detached' })
  })

  test('closes on its background', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    await page.locator('.shot').first().click()
    await lightbox(page).locator('.yarl__slide_current img').waitFor()
    await lightbox(page)
      .locator('.yarl__slide_current')
      .click({ position: { x: 120, y: 60 } })
    await lightbox(page).waitFor({ state: 'detached' })
  })
})

describe('the description', () => {
  test('opens in a dialog of at most 720 px', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    await page.getByRole('button', { name: 'Description' }).click()
    await dialog('Description').waitFor()
    expect(await dialog('Description').locator('dt').allTextContents()).toContain('Upper')
    expect(await dialog('Description').locator('[lang=zh]').textContent()).toBe('复古低帮板鞋拼接麂皮休闲鞋')
    const most = await dialog('Description').evaluate((popup) => getComputedStyle(popup).maxHeight)
    expect(most).toBe('720px')
    await page.keyboard.press('Escape')
    await dialog('Description').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Description')
    await page.keyboard.press('Enter')
    await dialog('Description').waitFor()
    await page.mouse.click(20, 500)
    await dialog('Description').waitFor({ state: 'detached' })
  })

  test('is disabled where the seller gives none', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto(withoutProperties)
    await hydrated()
    expect(await page.getByRole('button', { name: 'Description' }).isDisabled()).toBe(true)
    await page.getByText('The seller gives no properties.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Description' }).click({ force: true })
    expect(await dialog('Description').count()).toBe(0)
  })
})

describe('weight and size', () => {
  test('are drawn to scale', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto(sneaker)
    await page
      .getByRole('img', { name: 'Parcel 33 x 21 x 12 cm drawn to scale beside a phone and an A4 sheet' })
      .waitFor()
  })

  test('are left out where nobody knows them', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto(withoutMeasures)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('.facts').count()).toBe(0)
  })
})

describe('QC photos', () => {
  test('stand in sets by source, date and variant', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    const section = page.getByRole('region', { name: 'QC Photos' })
    expect(await section.getByRole('heading', { level: 3 }).first().textContent()).toBe('Warehouse B')
    await section.getByText('5 photos', { exact: true }).waitFor()
    await section.getByText(/^QC 5 \d+ (mo|day|hr) ago$/).waitFor()
    await section.getByText('Other variant', { exact: true }).waitFor()
    await section.getByRole('button', { name: 'Variant' }).click()
    expect(await section.getByRole('heading', { level: 3 }).first().textContent()).toBe('White / navy')
    await section.getByRole('button', { name: 'Date' }).click()
    expect(await section.getByRole('heading', { level: 3 }).first().textContent()).toMatch(
      /^\d+ \w{3} \d{4}$/,
    )
    await colour(page, 'White / navy').check()
    await section.getByText('Other variant', { exact: true }).waitFor({ state: 'detached' })
  })

  test('come with what was found on them', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    const findings = page.getByRole('region', { name: 'What the photos show' })
    await findings.getByText('Dried glue along the edge between sole and upper, about 6 cm long.').waitFor()
    await findings.getByText('A photo cannot prove material or authenticity.').waitFor()
    await findings.getByRole('link', { name: 'Photo 5' }).click()
    await lightbox(page).getByText('5 / 5').waitFor()
  })

  test('are missed in words', async ({ asVisitor }) => {
    const { page, dialog, hydrated } = await asVisitor()
    await page.goto(withoutQc)
    await hydrated()
    await page.getByRole('heading', { name: 'No QC photos available' }).waitFor()
    await page.getByRole('button', { name: 'Choose another agent' }).click()
    await dialog('Select an agent').waitFor()
  })
})

describe('reviews', () => {
  test('come with their average, their number and their age', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto(sneaker)
    await page.getByRole('link', { name: 'Rated 4.0 · 24 reviews' }).waitFor()
    const section = page.getByRole('region', { name: 'Reviews' })
    await section.getByText('4.0 out of 5, 24 reviews', { exact: true }).waitFor()
    const ages = await section.locator('.review time').allTextContents()
    expect(ages).toHaveLength(24)
    for (const age of ages) expect(age).toMatch(/^(just now|\d+ (yr|mo|day|hr|m|s) ago)$/)
    const times = await section
      .locator('.review time')
      .evaluateAll((all) => all.map((time) => Date.parse(time.getAttribute('datetime') ?? '')))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  test('are shown a step at a time, and by their stars', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    const section = page.getByRole('region', { name: 'Reviews' })
    const shown = section.locator('.review').filter({ visible: true })
    expect(await shown.count()).toBe(5)
    await section.getByRole('button', { name: 'Show 19 more reviews' }).click()
    expect(await shown.count()).toBe(24)

    const four = section.getByRole('button', { name: '4 stars, 7 reviews' })
    await four.focus()
    await page.keyboard.press('Enter')
    expect(await four.getAttribute('aria-pressed')).toBe('true')
    await section.getByText('7 reviews with 4 stars').waitFor()
    expect(await section.locator('.review').count()).toBe(7)
    await page.keyboard.press('Enter')
    expect(await section.locator('.review').count()).toBe(24)
  })
})

describe('Buy', () => {
  test('stays in reach on phones, with the price of the choice', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, touch: true })
    await page.goto(jacket)
    await hydrated()
    const buy = page.getByRole('link', { name: /^Buy/ })
    expect(await buy.innerText()).toContain('¥329.00')
    await colour(page, 'Olive').check()
    expect(await buy.innerText()).toContain('¥345.00')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const box = await buy.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(780)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  })

  test('follows the chosen agent', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    await page.getByRole('button', { name: 'Change agent' }).click()
    await dialog('Select an agent')
      .getByRole('radio', { name: /^MuleBuy/ })
      .click()
    await dialog('Select an agent').waitFor({ state: 'detached' })
    await page.getByText('Buying on MuleBuy, in a new tab', { exact: true }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('platform'))).toBe('MuleBuy')
  })

  test('says when the agent has no link for the marketplace, and offers another', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor({ stored: { platform: 'CNFans' } })
    await page.goto(sneaker)
    await hydrated()
    await page.getByText('CNFans has no link for Weidian items.', { exact: true }).waitFor()
    const buy = page.getByRole('link', { name: /^Buy .*no link for Weidian items/ })
    expect(await buy.getAttribute('href')).toBe('/')
    await page.getByRole('button', { name: 'Choose another agent' }).click()
    await dialog('Select an agent')
      .getByRole('radio', { name: /^KakoBuy/ })
      .click()
    await page.getByText('Buying on KakoBuy, in a new tab', { exact: true }).waitFor()
  })

  test('is there on every other agent', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    await page.getByText('Buy on another agent', { exact: true }).click()
    const links = page.locator('.elsewhere').getByRole('link')
    expect(await links.count()).toBeGreaterThan(4)
    for (const link of await links.all()) expect(await link.getAttribute('href')).toContain('9900661650')
  })
})

describe('the page', () => {
  test('is counted once, by the browser', async ({ asVisitor }) => {
    const { page, apiCalls, hydrated } = await asVisitor()
    await page.goto(sneaker)
    await hydrated()
    const counted = () => apiCalls.filter((call) => call.includes('count=true'))
    await expect.poll(counted).toHaveLength(1)
    await size(page, '42').check()
    await page.getByRole('button', { name: 'Description' }).click()
    await page.getByRole('dialog').waitFor()
    expect(counted()).toHaveLength(1)
  })

  test('opens from a list without being loaded anew, and Back leads there', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular')
    await hydrated()
    await page.evaluate(() => document.body.setAttribute('data-same-document', ''))
    await page.getByRole('link', { name: title }).first().click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await size(page, '42').check()
    expect(skuOf(page)).toBe('9900661650104')
    expect(await page.locator('body[data-same-document]').count()).toBe(1)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Discover Popular Products' }).waitFor()
    await page.goForward()
    await expect.poll(() => size(page, '42').isChecked()).toBe(true)
  })

  test('leads to its parts', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360 })
    await page.goto(sneaker)
    await hydrated()
    await size(page, '42').check()
    const bar = page.getByRole('navigation', { name: 'On this page' })
    await bar.getByRole('link', { name: 'Reviews 24' }).click()
    const heading = page.getByRole('heading', { name: 'Reviews', exact: true })
    const gap = async () =>
      ((await heading.boundingBox())?.y ?? 0) -
      ((await bar.boundingBox())?.y ?? 0) -
      ((await bar.boundingBox())?.height ?? 0)
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    await expect
      .poll(() => bar.getByRole('link', { name: 'Reviews 24' }).getAttribute('aria-current'))
      .toBe('true')
    expect(skuOf(page)).toBe('9900661650104')
    await bar.getByRole('link', { name: 'QC Photos 5' }).click()
    await expect
      .poll(() => bar.getByRole('link', { name: 'QC Photos 5' }).getAttribute('aria-current'))
      .toBe('true')
    expect(await page.getByRole('heading', { name: 'QC Photos' }).isVisible()).toBe(true)
  })

  test('never hides what has the focus under its bar', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360 })
    await page.goto(sneaker)
    await hydrated()
    const bar = page.locator('.buy-bar')
    const stops = await page
      .locator('main')
      .getByRole('link')
      .or(page.locator('main').getByRole('button'))
      .count()
    for (let stop = 0; stop < stops + 6; stop += 1) {
      await page.keyboard.press('Tab')
      const hidden = await bar.evaluate((node) => {
        const [at, top] = [document.activeElement?.getBoundingClientRect(), node.getBoundingClientRect().top]
        const isInBar = node.contains(document.activeElement)
        return Boolean(at && at.height > 0 && !isInBar && at.top >= top && at.top < innerHeight)
      })
      expect(hidden).toBe(false)
    }
  })

  test.for(widths)('does not move at %s px', async (width, { asVisitor }) => {
    const { page } = await asVisitor({ width })
    await page.goto(sneaker, { waitUntil: 'networkidle' })
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })

  test.for([320, 360, 600, 768, 900, 1024, 1280, 1920])('fits into %s px', async (width, { asVisitor }) => {
    const { page } = await asVisitor({ width })
    await page.goto(sneaker)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })

  test.for(widths.flatMap((width) => themes.map((theme) => ({ width, theme }))))(
    'has nothing for axe to find at $width px, $theme',
    async ({ width, theme }, { asVisitor }) => {
      const { page, hydrated, dialog } = await asVisitor({ width, theme, reducedMotion: true })
      await page.goto(sneaker)
      await hydrated()
      await page.getByRole('button', { name: 'Play the strip of pictures' }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Description' }).click()
      await dialog('Description').waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog('Description').waitFor({ state: 'detached' })
      await main(page).click()
      await lightbox(page).locator('.yarl__slide_current img').waitFor()
      expect(await axeFindings(page)).toEqual([])
    },
  )
})
