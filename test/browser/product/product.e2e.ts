import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { expectNoOverflow } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import {
  items,
  lightbox,
  mainPicture,
  priceOf,
  shownFile,
  skuOf,
  thumbs,
  title,
  value,
} from '../support/product-page.ts'
import { test, widths } from '../support/test.ts'

describe('without JavaScript', () => {
  test('shows all information and the Buy link', async ({ asVisitor }) => {
    const { page, context, departures } = await asVisitor({ javaScript: false })
    await page.goto(items.sneaker)
    await expect.poll(() => page.title()).toBe(`${title} · Chopmark`)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    await expect.poll(() => priceOf(page).innerText()).toContain('¥189.00')
    await page.getByText('7 in stock', { exact: true }).waitFor()
    await page.getByText('Synthetic leather and textile').waitFor()
    await page.getByText('860 g', { exact: true }).waitFor()
    await page.getByText('33 x 21 x 12 cm', { exact: true }).first().waitFor()
    await page.getByRole('heading', { name: 'QC Photos' }).waitFor()
    await expect.poll(() => page.locator('.photo-thumb img').count()).toBe(5)
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: ' ago' }).count()).toBe(24)
    for (const hidden of ['Change agent', 'Description', 'Source', 'Show 21 more reviews'])
      await expect.poll(() => page.getByRole('button', { name: hidden }).isVisible()).toBe(false)

    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /^Buy on .+, opens in a new tab$/ }).click()
    await opened
    await expect.poll(() => departures.length).toBe(1)
    expect(departures[0]).toContain('9900661650')
  })

  test('has a link preview with price, marketplace and picture, and pictures link to their files', async ({
    asVisitor,
  }) => {
    // The browser's page for a picture uses an inline style that the picture's policy forbids.
    const { page, context } = await asVisitor({ javaScript: false, allow: [/^Applying inline style/] })
    await page.goto(items.sneaker)
    const tag = (selector: string, name = 'content') => page.locator(selector).getAttribute(name)
    await expect
      .poll(() => tag('meta[name=description]'))
      .toBe(
        `${title}: ¥189.00, from Weidian, 5 QC photos, 24 reviews. See the QC photos, then buy with your agent.`,
      )
    await expect.poll(() => tag('meta[property="og:title"]')).toBe(title)
    await expect.poll(() => tag('link[rel=canonical]', 'href')).toMatch(/\/product\/weidian\/9900661650$/)
    await expect.poll(() => page.locator('meta[name=robots]').count()).toBe(0)
    const image = await context.request.get((await tag('meta[property="og:image"]')) ?? '')
    expect(image.headers()['content-type']).toBe('image/jpeg')
    await expect
      .poll(() => page.locator('.photo-thumb').first().getAttribute('href'))
      .toMatch(/^\/img\/[\w-]+\/1600\/[\w-]+\.webp$/)
    await thumbs(page).nth(1).click()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/img\//)
  })
})

describe('the choice of a variant', () => {
  // "The first sku is selected initially", unless only others have QC photos and the URL names none.
  test('starts with the first variant, or the first with QC photos', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(items.withoutQc)
    await expect.poll(() => page.getByRole('radio').first().isChecked()).toBe(true)
    await page.goto(items.sneaker)
    await expect
      .poll(() => page.getByRole('radio', { name: /^White \/ navy ?, QC 5$/ }).isChecked())
      .toBe(true)
    await expect
      .poll(() => page.getByRole('radio', { name: /^White \/ green ?, No QC yet$/ }).isChecked())
      .toBe(false)
  })

  test('starts with the variant of the URL and works by keyboard', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(`${items.sneaker}?sku=9900661650101`)
    await hydrated()
    await expect.poll(() => value(page, 'White / green').isChecked()).toBe(true)
    await expect.poll(() => value(page, '39').isChecked()).toBe(true)
    await page.getByRole('group', { name: 'Color: White / green' }).waitFor()
    await page.getByRole('group', { name: 'Size: 39' }).waitFor()

    await value(page, 'White / green').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => value(page, 'White / navy').isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => value(page, '40').isChecked()).toBe(true)
    await page.keyboard.press('ArrowRight') // 41 is missing in navy
    await expect.poll(() => value(page, '42').isChecked()).toBe(true)
    await expect.poll(() => skuOf(page)).toBe('9900661650204')
  })

  test('changes price, stock and URL', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(`${items.jacket}?sku=990000605666101`)
    await hydrated()
    await expect.poll(() => priceOf(page).innerText()).toContain('¥329.00')
    await value(page, 'Olive').check()
    await expect.poll(() => priceOf(page).innerText()).toContain('¥345.00')
    await page.getByText('4 in stock', { exact: true }).waitFor()
    await value(page, 'M').check()
    await page.getByText('8 in stock', { exact: true }).waitFor()
    await expect.poll(() => skuOf(page)).toBe('990000605666302')
    await expect
      .poll(() => page.getByRole('status').allTextContents())
      .toContain('Olive, M: 345.00 yuan, 8 in stock')

    const picture = await shownFile(page)
    await page.reload()
    await expect.poll(() => value(page, 'M').isChecked()).toBe(true)
    await expect.poll(() => priceOf(page).innerText()).toContain('¥345.00')
    await expect.poll(() => shownFile(page)).toBe(picture)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })

  test('selects the first variant of the chosen image, and marks missing and sold-out values', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(`${items.sneaker}?sku=9900661650105`)
    await hydrated()
    await expect.poll(() => value(page, '43').isChecked()).toBe(true)
    const before = await shownFile(page)
    await value(page, 'White / navy').check()
    await expect.poll(() => value(page, '39').isChecked()).toBe(true)
    await expect.poll(() => skuOf(page)).toBe('9900661650201')
    await expect.poll(() => shownFile(page)).not.toBe(before)
    await expect.poll(() => mainPicture(page).innerText()).toContain('1 / 10')

    await value(page, 'White / green').check()
    const soldOut = page.getByRole('radio', { name: /^40\b.*Not available, sold out$/ })
    await soldOut.check()
    await page.getByText('Out of stock', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^Buy .*on .+, opens in a new tab$/ }).waitFor()
    await value(page, 'White / navy').check()
    await expect
      .poll(() => page.getByRole('radio', { name: /^41\b.*Not available$/ }).isDisabled())
      .toBe(true)
  })

  test('does not scroll the page or add history entries', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360 })
    await page.goto('/popular')
    await page.goto(items.sneaker)
    await hydrated()
    await value(page, '43').scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    await value(page, '43').check()
    await value(page, '42').check()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/popular')
  })

  test('is visible with forced colors, and unavailable values are struck through', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${items.sneaker}?sku=9900661650101`)
    await hydrated()
    await value(page, '43').check()
    const readStyle = (name: string, part: string, property: string) =>
      value(page, name).evaluate(
        (input, [selector, key]) =>
          getComputedStyle(input.closest('label')?.querySelector(selector) ?? input).getPropertyValue(key),
        [part, property] as const,
      )
    const background = (name: string) =>
      value(page, name).evaluate((input) => getComputedStyle(input.parentElement ?? input).backgroundColor)
    expect(await background('43')).not.toBe(await background('42'))
    expect(await readStyle('40', 'span > span', 'text-decoration-line')).toBe('line-through')
    expect(await readStyle('42', 'span > span', 'text-decoration-line')).toBe('none')
    expect(await readStyle('White / green', '.swatch__picture', 'outline-style')).toBe('solid')
    expect(await readStyle('White / navy', '.swatch__picture', 'outline-style')).toBe('none')
    const tab = (current: boolean) =>
      page
        .locator(`.section-bar a${current ? '[aria-current]' : ':not([aria-current])'}`)
        .first()
        .evaluate((link) => getComputedStyle(link).borderBottomStyle)
    expect([await tab(true), await tab(false)]).toEqual(['solid', 'none'])
    await page.emulateMedia({ forcedColors: null }) // the window is reused
  })

  test('shows an unknown stock as unknown', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto(items.withoutStock)
    await page.getByText('Stock unknown', { exact: true }).waitFor()
  })
})

describe('the page', () => {
  test('opens from a list without a new document, and Back returns to the list', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular')
    await hydrated()
    await page.evaluate(() => document.body.setAttribute('data-same-document', ''))
    await page.getByRole('link', { name: title }).first().click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await value(page, '42').check()
    await expect.poll(() => skuOf(page)).toBe('9900661650204')
    await expect.poll(() => page.locator('body[data-same-document]').count()).toBe(1)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Discover Popular Products' }).waitFor()
    await page.goForward()
    await expect.poll(() => value(page, '42').isChecked()).toBe(true)
  })

  test('is counted once by the browser, and its bar links to the sections', async ({ asVisitor }) => {
    const { page, apiCalls, hydrated } = await asVisitor({ width: 360 })
    await page.goto(items.sneaker)
    await hydrated()
    const listCountCalls = () => apiCalls.filter((call) => call.includes('count=true'))
    await expect.poll(listCountCalls).toHaveLength(1)
    await value(page, '42').check()
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
    await expect.poll(() => skuOf(page)).toBe('9900661650204')
    await bar.getByRole('link', { name: 'QC Photos 5' }).click()
    await expect
      .poll(() => bar.getByRole('link', { name: 'QC Photos 5' }).getAttribute('aria-current'))
      .toBe('true')
    await expect.poll(() => page.getByRole('heading', { name: 'QC Photos' }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Description' }).click()
    await page.getByRole('dialog').waitFor()
    expect(listCountCalls()).toHaveLength(1)
  })

  test('never hides the focused element under its bar', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360 })
    await page.goto(items.sneaker)
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
        const [focusedBox, barTop] = [
          document.activeElement?.getBoundingClientRect(),
          node.getBoundingClientRect().top,
        ]
        const isInBar = node.contains(document.activeElement)
        return Boolean(
          focusedBox &&
            focusedBox.height > 0 &&
            !isInBar &&
            focusedBox.top >= barTop &&
            focusedBox.top < innerHeight,
        )
      })
      expect(hidden).toBe(false)
    }
  })

  test('keeps only Buy fixed at a zoom of 400%', async ({ asVisitor }) => {
    const { page } = await asVisitor({ width: 320, height: 225 })
    await page.goto(items.sneaker)
    const fixedElements = await page.locator('main *').evaluateAll((all) =>
      all
        .filter((node) => ['fixed', 'sticky'].includes(getComputedStyle(node).position))
        .filter((node) => node.checkVisibility())
        .map((node) => node.className),
    )
    expect(fixedElements).toEqual(['buy-bar'])
  })

  test('has no layout shift at 360 and 1280 px, and fits every width', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    for (const width of widths) {
      await setWidth(page, width)
      await page.goto(items.sneaker, { waitUntil: 'networkidle' })
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
    }
    for (const width of [320, 360, 600, 768, 900, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page)
    }
  })

  test('has no layout shift at 360 and 1280 px when its font loads after the first paint', async ({
    asVisitor,
  }) => {
    const { page } = await asVisitor()
    for (const width of widths) {
      await setWidth(page, width)
      const { go } = await holdFont(page)
      await page.goto(items.sneaker, { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await mainPicture(page).waitFor()
      await expect.poll(() => page.evaluate(() => document.fonts.check('1em Archivo'))).toBe(false)
      go()
      await page.waitForFunction(() => document.fonts.check('1em Archivo'))
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
    }
  })

  test('has no axe findings at 360 and 1280 px, also in its dialog and the full-size view', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor({ reducedMotion: true })
    const expectNoFindings = async () => {
      for (const width of widths.toReversed()) {
        await setWidth(page, width)
        expect(await axeFindings(page), `${width} px`).toEqual([])
      }
    }
    await page.goto(items.sneaker)
    await hydrated()
    await page.getByRole('button', { name: 'Play slideshow' }).waitFor()
    await expectNoFindings()
    await page.getByRole('button', { name: 'Description' }).click()
    await dialog('Description').waitFor()
    await expectNoFindings()
    await page.keyboard.press('Escape')
    await dialog('Description').waitFor({ state: 'detached' })
    await mainPicture(page).click()
    await lightbox(page).locator('.yarl__slide_current img').last().waitFor()
    await expectNoFindings()
  })
})

/** Holds the font files until `go`. */
async function holdFont(page: Page): Promise<{ go: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.woff2', async (route) => {
    await promise
    await route.continue()
  })
  return { go: resolve }
}
