import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createStoredHaul } from '../shipping/haul-page.ts'
import { axeFindings } from '../support/axe.ts'
import { expectNoOverflow } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test, widths } from '../support/test.ts'

const links = [
  'https://weidian.com/item.html?itemID=9900661650',
  'https://item.taobao.com/item.htm?id=652874751412&spm=a1z10',
  'https://www.kakobuy.com/item/details?url=https%3A%2F%2Fdetail.1688.com%2Foffer%2F990000586007.html',
  'https://m.tb.cn/h.5xYzQ1a',
  'https://shop1442.taobao.com/',
].join('\n')

const field = (page: Page) => page.getByLabel('One link per line')
const main = (page: Page) => page.getByRole('main')
const convert = (page: Page) => page.getByRole('button', { name: 'Convert', exact: true }).click()
const rows = (page: Page) => page.locator('.converted')
const item = (page: Page, name: string) => rows(page).filter({ hasText: name })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })

async function convertAll(page: Page, text = links): Promise<void> {
  await field(page).fill(text)
  await convert(page)
  await heading(page, /^\d+ links? for \w+$/).waitFor()
}

describe('the link converter', () => {
  test('converts the links of a fragment, and takes them out of the address', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    const text = 'https://weidian.com/item.html?itemID=9900661650'
    await page.goto(`/convert#text=${encodeURIComponent(text)}`)
    await heading(page, /^1 link for \w+$/).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe(text)
    await expect.poll(() => new URL(page.url()).hash).toBe('')
  })

  test('shows the button that copies all links above the haul’s tray on a phone', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, touch: true, stored: createStoredHaul('DE') })
    await page.goto('/convert')
    await hydrated()
    await page.getByRole('complementary', { name: 'Haul' }).waitFor()
    await convertAll(page)
    const copyAll = page.getByRole('button', { name: /^Copy all/ }).and(page.locator(':visible'))
    const isOnTop = () =>
      copyAll.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
    await expect.poll(isOnTop).toBe(true)
  })

  test('has room for at least three lines while it is empty, on a phone too', async ({ asVisitor }) => {
    const { page } = await asVisitor({ width: 360, touch: true })
    await page.goto('/convert')
    await expect
      .poll(() =>
        field(page).evaluate(
          (area) => area.clientHeight / Number.parseFloat(getComputedStyle(area).lineHeight),
        ),
      )
      .toBeGreaterThan(3)
  })

  test('lists unrecognized links first, then a row per item for the preferred agent', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/convert')
    await hydrated()
    await expect.poll(() => page.title()).toBe('Link converter · Chopmark')
    await convertAll(page)
    await heading(page, '3 links for KakoBuy').waitFor()
    await main(page).getByText('3 links converted, 2 not recognized').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('2 links not recognized')
    const refused = page.getByRole('region', { name: '2 links not recognized' }).getByRole('listitem')
    const texts = await refused.allInnerTexts()
    expect(texts.map((text) => text.split(/\n+/))).toEqual([
      [
        'Line 4',
        'This is a short link. Open it in your browser and paste the full address.',
        'https://m.tb.cn/h.5xYzQ1a',
      ],
      [
        'Line 5',
        'This is a shop page, not an item. Open an item and paste its link.',
        'https://shop1442.taobao.com/',
      ],
    ])
    await expect.poll(() => page.locator('.numbered-textarea__bad').allInnerTexts()).toEqual(['4', '5'])

    const sneaker = item(page, 'Low court sneaker with suede toe')
    await sneaker.getByText('Weidian 9900661650', { exact: true }).waitFor()
    await sneaker.locator('summary').click()
    await sneaker.getByText("CNFans doesn't buy from Weidian", { exact: true }).waitFor()
    const open = sneaker.getByRole('link', { name: /^ACBuy ?, opens in a new tab$/ })
    await expect
      .poll(() => open.getAttribute('href'))
      .toBe('https://www.acbuy.com/product?id=9900661650&source=WD')
    await expect.poll(() => open.getAttribute('rel')).toBe('noopener noreferrer')
    await expect
      .poll(() => sneaker.getByRole('link', { name: /^View QC/ }).getAttribute('href'))
      .toBe('/product/weidian/9900661650#qc')
    await item(page, 'Taobao 652874751412').waitFor()
    await item(page, 'Small flap crossbody bag')
      .getByText('1688 990000586007, from a link to KakoBuy')
      .waitFor()
  })

  test('moves the caret to an unrecognized line, whose number is marked', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360 })
    await page.goto('/convert')
    await hydrated()
    const lines = Array.from(
      { length: 30 },
      (_, index) => `https://weidian.com/item.html?itemID=${index + 1000}`,
    )
    await convertAll(page, lines.with(24, 'shoes please').join('\n'))
    await page.getByRole('button', { name: 'Line 25' }).click()
    const selected = await field(page).evaluate((area: HTMLTextAreaElement) =>
      area === document.activeElement ? area.value.slice(area.selectionStart, area.selectionEnd) : '',
    )
    expect(selected).toBe('shoes please')
    await expectNoOverflow(page, page.locator('.numbered-textarea__bad'))
    const [box, number] = await Promise.all([
      page.locator('.numbered-textarea').boundingBox(),
      page.locator('.numbered-textarea__bad').boundingBox(),
    ])
    expect(number?.y).toBeGreaterThan(box?.y ?? Number.NaN)
    expect(number?.y).toBeLessThan((box?.y ?? Number.NaN) + (box?.height ?? 0))
  })

  test('finds the links in a text, reports what is missing, and can be cleared', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/convert')
    await hydrated()
    await convert(page)
    await main(page).getByText('Paste at least one link.').waitFor()
    await expect.poll(() => field(page).evaluate((area) => area === document.activeElement)).toBe(true)
    await convertAll(
      page,
      'this one https://weidian.com/item.html?itemID=1 or https://weidian.com/item.html?itemID=2\n\n' +
        'https://item.taobao.com/item.htm?id=3&price=13.5-57.5 「帆布双肩包」',
    )
    await main(page).getByText('3 of 500').waitFor()
    await item(page, 'Weidian 1').getByText('No details yet', { exact: true }).waitFor()
    await item(page, 'Weidian 2').waitFor()
    await item(page, 'Taobao 3').getByText('帆布双肩包, from ¥13.50', { exact: true }).waitFor()
    await main(page).getByText('3 links converted', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('')
    await heading(page, 'Nothing converted yet').waitFor()
  })

  test.for([true, false])('shows three examples, with script: %s', async (javaScript, { asVisitor }) => {
    const { page } = await asVisitor({ javaScript })
    await page.goto('/convert')
    await page.getByRole('link', { name: 'Try three examples' }).click()
    await heading(page, '3 links for KakoBuy').waitFor()
    await expect
      .poll(async () => (await field(page).inputValue()).split('\n'))
      .toEqual([
        'https://item.taobao.com/item.htm?id=990000296340',
        'https://weidian.com/item.html?itemID=9900661650',
        'https://detail.1688.com/offer/990000586007.html',
      ])
  })

  test('copies one link, or all links of an agent, and confirms it on the button', async ({ asVisitor }) => {
    const { page, context, hydrated } = await asVisitor({ stored: { platform: 'KakoBuy' } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/convert')
    await hydrated()
    await convertAll(page)
    const sneaker = item(page, 'Low court sneaker with suede toe')
    await sneaker.locator('summary').click()
    await sneaker.getByRole('button', { name: 'Copy link: ACBuy' }).click()
    await sneaker.getByRole('status').getByText('Copied', { exact: true }).waitFor()
    await expect.poll(() => clipboard(page)).toBe('https://www.acbuy.com/product?id=9900661650&source=WD')
    await page.getByLabel('Agent', { exact: true }).selectOption('CNFans')
    await heading(page, '2 links for CNFans').waitFor()
    await main(page).getByText('1 not available on CNFans', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy all 2' }).click()
    await main(page).getByText('2 links copied. 1 not available on CNFans').waitFor()
    await expect
      .poll(() => clipboard(page))
      .toBe(
        [
          'https://cnfans.com/product/?shop_type=taobao&id=652874751412',
          'https://cnfans.com/product/?shop_type=ali_1688&id=990000586007',
        ].join('\n'),
      )
    // The agent to buy from stays as it was.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('platform'))).toBe('KakoBuy')
  })

  test('copies in browsers without the clipboard API', async ({ asVisitor }) => {
    const { page, context, hydrated } = await asVisitor({ stored: { platform: 'MuleBuy' } })
    await context.grantPermissions(['clipboard-read'])
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not here'))
    })
    await page.goto('/convert')
    await hydrated()
    await convertAll(page)
    const copy = item(page, 'Low court sneaker')
      .getByRole('button', { name: /^Copy link/ })
      .first()
    await copy.focus()
    await page.keyboard.press('Enter')
    await item(page, 'Low court sneaker').getByRole('status').first().getByText('Copied').waitFor()
    await expect
      .poll(() => clipboard(page))
      .toBe('https://mulebuy.com/product/?shop_type=weidian&id=9900661650')
    await expect.poll(() => copy.evaluate((node) => node === document.activeElement)).toBe(true)
  })

  test('converts up to 500 links and renders them in steps', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/convert')
    await hydrated()
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://weidian.com/item.html?itemID=${index + 1000}`)
    await field(page).fill(many(501).join('\n'))
    await convert(page)
    await main(page).getByText('You pasted 501 links. Convert up to 500 at a time.').waitFor()
    await expect.poll(() => field(page).getAttribute('aria-invalid')).toBe('true')
    await convertAll(page, many(500).join('\n'))
    await heading(page, '500 links for KakoBuy').waitFor()
    await expect.poll(() => page.locator('.numbered-textarea').evaluate((box) => box.scrollLeft)).toBe(0)
    await expect.poll(() => rows(page).count()).toBe(24)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => rows(page).count()).toBe(48)
  })

  test('shows the failure, and tries again when asked', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ allow: [/Failed to load resource.*413/] })
    await page.goto('/convert')
    await hydrated()
    await page.route('**/api/v1/links/parse', (route) =>
      route.fulfill({ status: 413, json: { message: 'The request is too large.', code: 'TOO_LARGE' } }),
    )
    await field(page).fill(links)
    await convert(page)
    await main(page).getByText('The request is too large.').waitFor()
    await expect.poll(() => field(page).inputValue()).toBe(links)
    await page.unroute('**/api/v1/links/parse')
    await convert(page)
    await heading(page, '3 links for KakoBuy').waitFor()
    await expect.poll(() => main(page).getByText('The request is too large.').count()).toBe(0)
  })

  test('works for one or two links without JavaScript', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/convert')
    await main(page).getByText('Without JavaScript, convert one or two links at a time.').waitFor()
    await field(page).fill('https://weidian.com/item.html?itemID=9900661650\nhttps://shop1442.taobao.com/')
    await convert(page)
    await heading(page, '1 link for KakoBuy').waitFor()
    await page.locator('summary').click()
    await expect
      .poll(() =>
        main(page)
          .getByRole('link', { name: /^MuleBuy/ })
          .getAttribute('href'),
      )
      .toBe('https://mulebuy.com/product/?shop_type=weidian&id=9900661650')
    await main(page).getByText('This is a shop page, not an item.').waitFor()
    await expect.poll(() => main(page).getByRole('button', { name: /^Copy/ }).count()).toBe(0)
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  })
})

describe('the link converter is accessible and fits', () => {
  test.for(widths)('at %i px and the widths beside it', async (width, { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width, touch: width === 360, reducedMotion: true })
    await page.goto('/convert')
    await hydrated()
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    await convert(page)
    await main(page).getByText('Paste at least one link.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await convertAll(page)
    expect(await axeFindings(page)).toEqual([])
    for (const other of width === 360 ? [320] : [768, 1000, 1920]) {
      await page.setViewportSize({ width: other, height: 800 })
      await expectNoOverflow(page)
    }
  })
})
