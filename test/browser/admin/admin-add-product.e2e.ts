import { describe, expect } from 'vitest'
import { withOwner } from '#support/users.ts'
import { focusedName, readFieldError } from '../support/account-page.ts'
import { fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { abortCall, holdCall, rejectCall } from '../support/calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { answerLater, short, shortLinkItem, silent } from '../support/short-link.ts'
import { aLink, call, card, fetchItem, field, path, submit, test } from './add-product-page.ts'

const addCalls = (calls: string[]) => calls.filter((sentCall) => sentCall.includes(call))

test('requires a web link that leads to an item', async ({ theOwner }) => {
  const { page, dialog, apiCalls } = await theOwner(path)
  await field(page, 'Name').fill('Bench shirt')
  await field(page, 'Price').fill('20')
  await submit(page).click()
  await expect.poll(() => readFieldError(page, 'Product URL')).toBe('Please provide a url')
  await expect.poll(() => focusedName(page)).toBe('url')

  for (const text of ['shirt', 'javascript:alert(1)?id=1&shoptype=taobao', 'weidian item 7229418055']) {
    await field(page, 'Product URL').fill(text)
    await submit(page).click()
    const alert = dialog('Invalid URL')
    await alert
      .getByText('Please provide a valid URL starting with http:// or https://', { exact: true })
      .waitFor()
    await alert.getByRole('button', { name: 'Edit link' }).click()
    await alert.waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe('url')
    await expect.poll(() => field(page, 'Product URL').inputValue()).toBe(text)
  }
  for (const address of ['example.org/item?id=5', 'weidian.com/?userid=1', 'detail.1688.com/offer/']) {
    await field(page, 'Product URL').fill(`https://${address}`)
    await submit(page).click()
    const alert = dialog('Oops...')
    await alert.getByText('Invalid URL or missing parameters!', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await alert.waitFor({ state: 'detached' })
  }
  expect(addCalls(apiCalls)).toEqual([])
})

test('resolves a short link to its item, or shows why it fails', async ({ theOwner }) => {
  const { page, dialog, apiCalls } = await theOwner(path)
  const release = await answerLater(page, { ok: true, ...shortLinkItem })
  await field(page, 'Product URL').fill(short)
  await page.getByText('Opening the short link…', { exact: true }).waitFor()
  release()
  await page.getByText(`Weidian, item ${shortLinkItem.id}`).waitFor()
  await page.unrouteAll()
  const refuse = await answerLater(page, { ok: false, code: 'SHORT_LINK', reason: silent })
  await field(page, 'Product URL').fill(`${short}1`)
  refuse()
  await page.getByRole('status').getByText(silent, { exact: true }).waitFor()
  await submit(page).click()
  await dialog('Oops...').getByText(silent, { exact: true }).waitFor()
  expect(addCalls(apiCalls)).toEqual([])
})

describe('an item that a source knows', () => {
  test('is fetched, shown as shoppers see it, and added by one click', async ({
    theOwner,
    asVisitor,
    site,
  }) => {
    const { page, toast, apiCalls } = await theOwner(path)
    const { link, code } = aLink()
    await field(page, 'Product URL').fill(link)
    await page.getByText(`Weidian, item ${code}`).waitFor()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe(`Simulated T-shirt ${code}`)
    await expect.poll(() => field(page, 'Price').inputValue()).toMatch(/^\d+$/)
    await page.getByText('Source: API', { exact: true }).waitFor()
    await expect.poll(() => page.locator('.fetched').count()).toBe(3)
    await expect
      .poll(() => page.locator('dd').allInnerTexts())
      .toEqual(['Weidian', code, '12, 4 with an image'])

    await card(page).getByText(`Simulated T-shirt ${code}`, { exact: true }).waitFor()
    const price = Number(await field(page, 'Price').inputValue()).toFixed(2)
    await expect.poll(() => card(page).locator('.price').innerText()).toContain(price)
    await submit(page).click()
    await toast('Product added successfully!').waitFor()
    const note = page.getByRole('status').filter({ hasText: /is number \d+ in the list/ })
    await note.getByText(new RegExp(`^Simulated T-shirt ${code} is number \\d+ in the list\\.$`)).waitFor()
    for (const label of ['Product URL', 'Name', 'Price'])
      await expect.poll(() => field(page, label).inputValue()).toBe('')
    await expect.poll(() => focusedName(page)).toBe('url')
    expect(addCalls(apiCalls)).toHaveLength(1)
    await note.getByRole('link', { name: 'View item' }).click()
    await page.waitForURL(`**/product/weidian/${code}`)

    const visitor = await asVisitor({ origin: site.origin })
    await visitor.page.goto('/popular?page=3')
    await visitor.page
      .getByRole('link', { name: `Simulated T-shirt ${code}` })
      .first()
      .waitFor()
  })

  test('is confirmed within the window, by words that are read out, and the next one can be typed at once', async ({
    theOwner,
  }) => {
    for (const size of [
      { width: 390, height: 664 },
      { width: 1280, height: 600 },
    ]) {
      const { page } = await theOwner(path)
      await page.setViewportSize(size)
      await page.locator('.add-product__added[role=status]').waitFor({ state: 'attached' })
      await fetchItem(page)
      await submit(page).click()
      const note = page.getByRole('status').filter({ hasText: /is number \d+ in the list/ })
      await expect.poll(() => focusedName(page)).toBe('url')
      const { top, bottom } = await note.evaluate((node) => node.getBoundingClientRect())
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(size.height)
      const hit = () =>
        note.getByRole('link', { name: 'View item' }).evaluate((link) => {
          const { left, top: y, width, height } = link.getBoundingClientRect()
          return document.elementFromPoint(left + width / 2, y + height / 2) === link
        })
      await expect.poll(hit).toBe(true) // and under no bar
    }
  })

  test('is sent as specified', async ({ theOwner }) => {
    const { page, toast } = await theOwner(path)
    const { link, code } = aLink()
    await field(page, 'Product URL').fill(link)
    await expect.poll(() => field(page, 'Name').inputValue()).not.toBe('')
    const readValues = () =>
      page
        .locator('[data-picture]')
        .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-picture')))
    const [first, second, ...others] = await readValues()
    await expect.poll(() => card(page).locator('img').first().getAttribute('src')).toBe(first)
    await page.getByRole('button', { name: 'Move photo 1 forward' }).press('Enter')
    await page
      .getByRole('status')
      .getByText(`Photo 2 of ${others.length + 2}`, { exact: true })
      .waitFor({ state: 'attached' })
    await hasFocus(page.getByRole('button', { name: 'Move photo 2 forward' }))
    await expect.poll(() => card(page).locator('img').first().getAttribute('src')).toBe(second)
    await field(page, 'Name').fill('Bench shirt')
    await field(page, 'Price').fill('12.50')
    await expect.poll(() => page.locator('.fetched').count()).toBe(0)
    await field(page, /^Weight/).fill('1240')
    await field(page, /^Shipping time/).fill('3')
    await field(page, /^Dimensions/).fill('34 × 22 X 12')
    await page.getByText('Length 34, width 22, height 12 cm', { exact: true }).waitFor()
    const sent = page.waitForRequest(`**/api/v1${call}`)
    await field(page, 'Name').press('Enter')
    expect((await sent).postDataJSON()).toEqual({
      name: 'Bench shirt',
      price: 12.5,
      thumbnailImg: second,
      pictures: [second, first, ...others],
      storeName: 'weidian',
      productCode: code,
      weight: 1240,
      shippingTime: 3,
      dimensions: '34 × 22 X 12',
    })
    await toast('Product added successfully!').waitFor()
  })

  test('gives way to the next link, but for what was typed, and is named when it is in the list already', async ({
    theOwner,
  }) => {
    const { page } = await theOwner(path, { allow: [/409/] })
    const [one, other] = [aLink(), aLink()]
    await field(page, 'Product URL').fill(one.link)
    await expect.poll(() => field(page, 'Name').inputValue()).toBe(`Simulated T-shirt ${one.code}`)
    await field(page, 'Price').fill('77')
    await field(page, 'Product URL').fill(other.link)
    await expect.poll(() => field(page, 'Name').inputValue()).toBe(`Simulated T-shirt ${other.code}`)
    await expect.poll(() => field(page, 'Price').inputValue()).toBe('77')

    await field(page, 'Product URL').fill('https://weidian.com/item.html?itemID=9900661650')
    await page.getByText(/^This item is already in the list, at number \d+\.$/).waitFor()
    await page.getByText(/^Already in the list, at number \d+\.$/).waitFor() // below the card
    await expect.poll(() => field(page, 'Name').inputValue()).not.toBe('')
    await submit(page).click()
    await page.getByRole('alert').getByText('Product already exists.', { exact: true }).waitFor()
    await expect.poll(() => field(page, 'Name').inputValue()).not.toBe('')
  })
})

describe('an item that no source knows', () => {
  test.for([
    ['error', 'Product information is temporarily unavailable. Enter the name and price yourself.'],
    ['not-found', 'Product not found! Enter the name and price yourself.'],
  ] as const)('is added by hand (%s)', async ([fault, sentence], { theOwner, sources }) => {
    sources.setFault('product-info', fault)
    const { page, toast } = await theOwner(path)
    const { link, code } = aLink()
    await field(page, 'Product URL').fill(link)
    await page.getByText(sentence, { exact: true }).waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Try Again' }).count())
      .toBe(fault === 'error' ? 1 : 0)
    await submit(page).click()
    await expect.poll(() => readFieldError(page, 'Name')).toBe('Enter a name.')
    await expect.poll(() => readFieldError(page, 'Price')).toBe('Enter a price.')
    await field(page, 'Name').fill(`Typed ${code}`)
    await field(page, 'Price').fill('20')
    await card(page).locator('.card__blank').waitFor()
    const sent = page.waitForRequest(`**/api/v1${call}`)
    await submit(page).click()
    expect((await sent).postDataJSON()).toEqual({
      name: `Typed ${code}`,
      price: 20,
      storeName: 'weidian',
      productCode: code,
    })
    await toast('Product added successfully!').waitFor()
    sources.setFault('product-info', 'none')
  })

  test('reports that there is no source', async ({ aSite, theOwner }) => {
    const { page } = await theOwner(path, { at: await aSite(withOwner) })
    await field(page, 'Product URL').fill('https://item.taobao.com/item.htm?id=652874751412')
    await page
      .getByText('We have no details of this item yet. Enter the name and price yourself.', { exact: true })
      .waitFor()
  })
})

describe('the form', () => {
  test('reports invalid numbers and failures, keeps all values, and ignores a second click', async ({
    theOwner,
  }) => {
    const { page, toast, apiCalls } = await theOwner(path, { allow: [/409/, /net::ERR_FAILED/] })
    await fetchItem(page)
    await field(page, 'Price').fill('12,505')
    await field(page, /^Weight/).fill('1.5')
    await field(page, /^Dimensions/).fill('34x22')
    await submit(page).click()
    await page.getByText('Check these three fields', { exact: true }).waitFor()
    const alert = page.getByRole('main').getByRole('alert')
    const messages = await alert.getByRole('link').allInnerTexts()
    expect(messages).toEqual([
      'Enter the price in yuan, like 239 or 239.50.',
      'Enter the weight in whole grams, 1 to 1,000,000.',
      'Dimensions must look like 4.5x4.5x1',
    ])
    expect(addCalls(apiCalls)).toEqual([])

    await field(page, 'Price').fill('12,50')
    await field(page, /^Weight/).fill('')
    await field(page, /^Dimensions/).fill('')
    await rejectCall(page, call, 'The list is being moved.')
    await submit(page).click()
    await alert.getByText('The list is being moved.', { exact: true }).waitFor()
    await page.unroute(`**/api/v1${call}*`)
    await abortCall(page, call)
    await submit(page).click()
    await alert.getByText('Something went wrong!', { exact: true }).waitFor()
    await expect.poll(() => field(page, 'Name').inputValue()).not.toBe('')
    await page.unroute(`**/api/v1${call}*`)

    const before = addCalls(apiCalls).length
    const release = await holdCall(page, call)
    await submit(page).click()
    await page.getByRole('button', { name: 'Adding…' }).click()
    release.go()
    await toast('Product added successfully!').waitFor()
    expect(addCalls(apiCalls)).toHaveLength(before + 1)
  })

  test('restores the typed values', async ({ theOwner }) => {
    const { page } = await theOwner(path)
    const { link } = aLink()
    await field(page, 'Product URL').fill(link)
    await expect.poll(() => field(page, 'Name').inputValue()).not.toBe('')
    await field(page, 'Name').fill('Half a name')
    await field(page, /^Weight/).fill('300')
    await page.reload()
    await expect.poll(() => field(page, 'Product URL').inputValue()).toBe(link)
    await page.getByText('Source: API', { exact: true }).waitFor()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Half a name')
    await expect.poll(() => field(page, /^Weight/).inputValue()).toBe('300')
    await expect.poll(() => page.locator('[data-picture]').count()).toBeGreaterThan(0)
  })
})

describe('the screen', () => {
  test.for([
    { width: 360, touch: true },
    { width: 1280, touch: false },
  ])(
    'is clean for axe and still at $width px, has targets for fingers on a phone, and fits every width',
    async ({ width, touch }, { theOwner }) => {
      const { page } = await theOwner(path, { width, touch, reducedMotion: true })
      await submit(page).waitFor()
      expect(await axeFindings(page)).toEqual([])
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      await fetchItem(page)
      const heights = await page
        .locator('main :is(a, button, input):not([inert] *)')
        .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height).filter(Boolean))
      if (touch) expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
      await fitsEveryWidth(page)
      await setWidth(page, width)
      await field(page, 'Price').fill('')
      await submit(page).click()
      await expect.poll(() => readFieldError(page, 'Price')).toBe('Enter a price.')
      await hasFocus(field(page, 'Price'))
      expect(await axeFindings(page)).toEqual([])
    },
  )
})
