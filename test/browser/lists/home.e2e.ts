import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { expectNoOverflow, getBox } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test, widths } from '../support/test.ts'

const sneaker = '/product/weidian/9900661650'
const sneakerLink = 'https://weidian.com/item.html?itemID=9900661650'

/** The large box; the header has one too, out of sight as long as this one is seen. */
const heroBox = (page: Page) => page.getByRole('main').getByLabel('Product link', { exact: true })
/** The row starts to move once it is near. */
async function running(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Trending Products', exact: true }).scrollIntoViewIfNeeded()
  await page.locator('.carousel__view[data-running]').waitFor()
}

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((clipboardText) => navigator.clipboard.writeText(clipboardText), text)
  await heroBox(page).focus()
  await page.keyboard.press('Control+V')
}

describe('Home without JavaScript', () => {
  test('has all content, and links to three example items', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/')
    await expect.poll(() => page.title()).toBe('Paste a link, see the QC photos · Chopmark')
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('Paste a link, see the QC photos.')
    await page.getByRole('heading', { name: 'Trending Products', exact: true }).waitFor()
    await expect
      .poll(() => page.getByRole('link', { name: 'View all products' }).getAttribute('href'))
      .toBe('/popular')
    await expect
      .poll(() => page.getByRole('article').filter({ hasText: 'View QC' }).count())
      .toBeGreaterThan(6)
    for (const name of ['QC Lookup', 'Shipping Calculator', 'Package Tracking', 'Chrome Extension'])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    const examples = page.getByRole('list', { name: 'Or try an example' }).getByRole('link')
    await expect
      .poll(() => examples.allTextContents())
      .toEqual(['Taobao jacket', 'Weidian sneaker', '1688 bag'])
    await examples.nth(1).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(sneaker)
  })

  test('opens the item of a pasted link, or shows on the page why the link is invalid', async ({
    asVisitor,
  }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/')
    await heroBox(page).fill('https://shop123.taobao.com/')
    await heroBox(page).press('Enter')
    const notice = await page.getByRole('main').getByRole('alert').innerText()
    expect(notice).toContain('Oops...')
    expect(notice).toContain('Invalid URL or missing parameters!')
    expect(notice).toContain(
      'The URL you provided is not supported. If you think this is a mistake, please contact us.',
    )
    expect(notice).toContain('This is a shop page, not an item.')
    await heroBox(page).fill(sneakerLink)
    await heroBox(page).press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe(sneaker)
    await page.getByRole('heading', { level: 1, name: 'Low court sneaker with suede toe' }).waitFor()
  })

  test('says on the page that the host of a recognized link is unknown', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/')
    await heroBox(page).fill(`https://newagent.example/?to=${encodeURIComponent(sneakerLink)}`)
    await heroBox(page).press('Enter')
    const note = page.getByText("We don't know newagent.example. The item was read from its link.")
    await note.waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(sneaker)
    await page.goto(`${sneaker}?host=%3Cb%3Eevil%3C/b%3E`)
    await page.getByRole('heading', { level: 1, name: 'Low court sneaker with suede toe' }).waitFor()
    await page.getByText("We don't know").waitFor({ state: 'detached' })
  })
})

describe('the link box', () => {
  test('opens the item, stores the link, also one inside a text, and is empty afterwards', async ({
    asVisitor,
  }) => {
    const { page, hydrated, toast } = await asVisitor()
    await page.goto('/')
    await hydrated()
    await heroBox(page).fill(sneakerLink)
    await page.getByRole('main').getByRole('button', { name: 'Search' }).first().click()
    await page.waitForURL(`**${sneaker}`)
    await page.getByRole('heading', { level: 1, name: 'Low court sneaker with suede toe' }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('url'))).toBe(sneakerLink)
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
    await expect.poll(() => heroBox(page).inputValue()).toBe('')
    await page.evaluate(() => localStorage.removeItem('url'))
    await heroBox(page).fill(`看看这个 ${sneakerLink} 很不错`)
    await heroBox(page).press('Enter')
    await page.waitForURL(`**${sneaker}`)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('url'))).toBe(sneakerLink)
    // A host that stands in no table is named.
    await page.goto('/')
    await hydrated()
    await heroBox(page).fill('https://newagent.example/product?shop_type=weidian&id=9900661650')
    await heroBox(page).press('Enter')
    await page.waitForURL(`**${sneaker}`)
    await toast("We don't know newagent.example. The item was read from its link.").waitFor()
  })

  test('shows the beginning of a share text and the name of its item', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 390 })
    await page.goto('/')
    await hydrated()
    const shared = `【微店】 ${sneakerLink} 「低帮运动鞋」 点击链接直接打开`
    await paste(page, shared)
    await page.getByRole('main').getByRole('status').getByText('Low court sneaker with suede toe').waitFor()
    const hidden = () =>
      heroBox(page).evaluate((box) => ({ before: box.scrollLeft, isLong: box.scrollWidth > box.clientWidth }))
    await expect.poll(hidden).toEqual({ before: 0, isLong: true })
  })

  test('reports a shop link and a text without a link in a dialog, which Edit link, Esc and OK close', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto('/')
    await hydrated()
    const oops = dialog('Oops...')
    const isClosed = async (typed: string) => {
      await oops.waitFor({ state: 'detached' })
      await expect.poll(() => heroBox(page).inputValue()).toBe(typed)
      await expect.poll(() => heroBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    }
    for (const { typed, text, footer, reason } of [
      {
        typed: 'https://shop123.taobao.com/',
        text: 'Invalid URL or missing parameters!',
        footer: 'The URL you provided is not supported. If you think this is a mistake, please contact us.',
        reason: 'This is a shop page, not an item. Open an item and paste its link.',
      },
      {
        typed: 'a pair of sneakers',
        text: 'Invalid URL format!',
        footer: 'Please provide a valid URL.',
        reason: "We couldn't find a link in this text. Paste the full item link, starting with https://.",
      },
    ]) {
      for (const close of [
        () => oops.getByRole('button', { name: 'Edit link' }).click(),
        () => page.keyboard.press('Escape'),
        () => page.keyboard.press('Enter'),
      ]) {
        await heroBox(page).fill(typed)
        await heroBox(page).press('Enter')
        await oops.getByText(text, { exact: true }).waitFor()
        await oops.getByText(footer, { exact: true }).waitFor()
        await oops.getByText(reason, { exact: true }).waitFor()
        await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('OK')
        await close()
        await isClosed(typed)
      }
    }
    await expect.poll(() => page.evaluate(() => localStorage.getItem('url'))).toBeNull()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('opens the dialog for a form that was sent before the script loaded', async ({ asVisitor }) => {
    const { page, dialog } = await asVisitor()
    await page.goto('/?refused=SHORT_LINK')
    await dialog('Oops...').getByText('Invalid URL or missing parameters!', { exact: true }).waitFor()
    await dialog('Oops...')
      .getByText('This is a short link. Open it in your browser and paste the full address.')
      .waitFor()
    await page.waitForURL((url) => url.search === '')
  })

  test('is focused by the key /, and shows the recognized item when a link is pasted', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/')
    await hydrated()
    await expect
      .poll(async () => {
        await page.keyboard.press('/')
        return heroBox(page).evaluate((box) => box === document.activeElement)
      })
      .toBe(true)
    const before = await heroBox(page).inputValue()
    await page.keyboard.press('/')
    await expect.poll(() => heroBox(page).inputValue()).toBe(`${before}/`)

    await heroBox(page).fill('')
    const reading = page.getByRole('main').getByRole('status').first()
    await paste(page, sneakerLink)
    await reading.getByText('Weidian, item 9900661650').waitFor()
    await reading.getByText(/^QC \d+ \d+ (day|hr|m|s) ago$/).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => reading.textContent()).toBe('')
    await paste(page, 'https://cnfans.com/product?id=674410923377&platform=ALI_1688')
    await reading.getByText('1688, item 674410923377, from a CNFans link').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await paste(page, 'https://m.tb.cn/h.abc123')
    await reading
      .getByText('This is a short link. Open it in your browser and paste the full address.')
      .waitFor()
  })
})

describe('Home', () => {
  test('shows trending items in the first screen at 1280 x 900, and a picture as wide as the page at 768', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/')
    await hydrated()
    const card = page.getByRole('main').getByRole('article').first()
    await expect.poll(async () => (await getBox(card)).top).toBeLessThan(800)
    const picture = page.locator('.live')
    await picture.getByText(/^QC 5 \d+ day ago$/).waitFor()
    await page.setViewportSize({ width: 768, height: 1000 })
    await expect.poll(async () => (await getBox(picture)).right).toBe(768 - 24)
  })

  test('does not move and is clean for axe at 360 and 1280 px, and fits every width', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    for (const width of widths) {
      await setWidth(page, width)
      await page.goto('/', { waitUntil: 'networkidle' })
      await running(page)
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
      await hydrated()
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
    for (const width of [320, 360, 599, 600, 899, 900, 1200, 1344, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page, page.locator('main :is(form, h1, h2, h3, p, a, button, input)'))
    }
  })

  test('has a dialog that is clean for axe at 360 and 1280 px', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor({ width: 360, reducedMotion: true })
    await page.goto('/')
    await hydrated()
    await heroBox(page).fill('nothing')
    await heroBox(page).press('Enter')
    await dialog('Oops...').waitFor()
    for (const width of widths) {
      await setWidth(page, width)
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
  })
})
