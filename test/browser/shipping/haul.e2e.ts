import { describe, expect } from 'vitest'
import { buildHaulUrl } from '#features/haul/haul-url.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { setStorage } from '#support/visit.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { expectNoOverflow, getBox } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from '../support/test.ts'
import {
  addField,
  addItem,
  createStoredHaul,
  goods,
  main,
  openHaul,
  planned,
  planStatus,
  row,
  totalOf,
  waysFold,
} from './haul-page.ts'

const sneaker = 'https://weidian.com/item.html?itemID=9900661650'
const clipboard = () => navigator.clipboard.readText()
const withoutCommas = (text: string) => text.replaceAll(',', '')
const focused = () => document.activeElement?.textContent

describe('the haul planner', () => {
  test('adds an item by its link, with its known data', async ({ asVisitor }) => {
    const visit = await asVisitor()
    const page = await openHaul(visit)
    await expect.poll(() => page.title()).toBe('Haul planner · Chopmark')
    await main(page).getByText('Your haul is empty').waitFor()
    await addItem(page, sneaker)
    const item = row(page, 'Low court sneaker with suede toe')
    await item.getByText('860 g · 33 x 21 x 12 cm').waitFor()
    await item.getByText('Sneakers (no box)').first().waitFor() // by its name
    await item.getByRole('button', { name: 'Change: Low court sneaker' }).click()
    await item.getByText('Weidian · White / navy, 39 · ¥189.00', { exact: true }).waitFor()
    await expect.poll(() => item.getByLabel('Weight(g)').inputValue()).toBe('860')
    await expect.poll(() => item.getByLabel('Size, cm').inputValue()).toBe('33 x 21 x 12')
    await expect.poll(() => item.locator('img').getAttribute('src')).toMatch(/^\/img\//)
    await main(page).getByText('1 item, 860 g').waitFor()
    await main(page).getByText('The plan comes with it.').waitFor()
    await addItem(page, `look at this ${sneaker}`)
    await main(page).getByText('2 items, 1,720 g').waitFor()
    await addItem(page, 'https://m.tb.cn/h.5xYzQ1a')
    await main(page)
      .getByText('This is a short link. Open it in your browser and paste the full address.')
      .waitFor()
  })

  test('explains once, in the field, how to add an item', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor())
    await page.getByPlaceholder('Paste a link, or type "scarf"').waitFor()
    await expect.poll(() => main(page).getByText('scarf').count()).toBe(0)
  })

  test('adds an item by its name, asks for its weight, and plans it', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor())
    await addItem(page, 'Knitted scarf')
    const item = row(page, 'Knitted scarf')
    await item.getByText('Add a weight to include this item.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('weight-0')
    await page.keyboard.type('180')
    await item.getByText('Add a weight to include this item.').waitFor({ state: 'detached' })
    await item.getByLabel('Size, cm').fill('25x20')
    await item.getByText('Enter three sides, like 34 x 22 x 12.').waitFor()
    await item.getByLabel('Size, cm').fill('25 × 20 × 4,5')
    await item.getByText('Enter three sides, like 34 x 22 x 12.').waitFor({ state: 'detached' })
    await item.getByLabel('Category').selectOption({ label: 'Hats, scarves & gloves' })
    await page.getByRole('combobox', { name: 'Destination' }).fill('germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBe('DE')
    const plan = await planned(page, 'DE', [
      { ...scarf, grams: 180, sidesMm: [250, 200, 45], category: '107' },
    ])
    await planStatus(page, `One parcel, ¥${totalOf(plan)}`).waitFor()
    await main(page).getByText('One parcel is cheapest').waitFor()
  })

  test('splits the haul as the engine does, and shows the saving', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor({ stored: createStoredHaul('BR') }))
    await planStatus(page, 'Three parcels').waitFor()
    const plan = await planned(page, 'BR')
    expect(plan.split).toHaveLength(3)
    const total = totalOf(plan)
    const single = plan.single?.option?.feeDetail.total ?? 0
    await planStatus(page, `Three parcels, ¥${total}`).waitFor()
    await waysFold(page).click()
    const oneParcel = page.getByRole('radio', { name: /^One parcel/ })
    await expect.poll(() => oneParcel.locator('..').innerText()).toContain(`¥${single.toFixed(2)}`)
    const three = page.getByRole('region', { name: /^Three parcels/ })
    const saving = `¥${((single * 100 - Number(total) * 100) / 100).toFixed(2)}`
    await main(page).getByText(`Saves ${saving}`).waitFor()
    const lines = await three.getByRole('listitem').allInnerTexts()
    for (const [index, { option }] of plan.split.entries()) {
      expect(lines[index]).toContain(option.name)
      expect(lines[index]).toContain(`¥${option.feeDetail.total?.toFixed(2)}`)
    }
    await expect
      .poll(() => three.locator('.parcel-scale__lcd').allInnerTexts())
      .toEqual(plan.split.map(({ parcel }) => `${formatNumber(parcel.grams)}\ng`))
    const charged = plan.split.flatMap(({ parcel, option: { feeDetail } }) =>
      feeDetail.chargeableWeight === parcel.grams ? [] : `${feeDetail.chargeableWeight} g charged`,
    )
    await expect
      .poll(async () => (await three.locator('.parcel-scale__tag').allInnerTexts()).map(withoutCommas))
      .toEqual(charged)
    const receipt = page.getByRole('region', { name: 'This haul, in three parcels' })
    await receipt.getByText('Operation fee, 3 x ¥15.00').waitFor()
    const amounts = (await receipt.locator('dd').allInnerTexts()).map((text) => Number(text.slice(1)) * 100)
    const sum = amounts.slice(0, -1).reduce((total, amount) => total + amount, 0)
    expect(Math.round(sum)).toBe(Math.round(amounts.at(-1) ?? 0))
    await receipt.getByText('Goods, 7 pieces, 4 without a price').waitFor()
    await receipt.getByText('Each parcel is declared separately and may arrive on a different day.').waitFor()
    await main(page).getByText('We compared every possible split.').waitFor()
    const more = page.getByRole('region', { name: 'Cost of one more item' })
    await more.getByText('Wallet, 160 g').waitFor()

    await oneParcel.locator('..').click()
    const other = page.getByRole('region', { name: 'This haul, in one parcel' })
    await expect
      .poll(() => other.locator('.receipt__row--total dd').innerText())
      .toBe(`¥${(single + 189).toFixed(2)}`)
  })

  test('says how much more one parcel can take at no extra cost', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor({ stored: createStoredHaul('DE') }))
    await planStatus(page, 'Three parcels').waitFor()
    await waysFold(page).click()
    await page
      .getByRole('radio', { name: /^One parcel/ })
      .locator('..')
      .click()
    await page
      .getByRole('region', { name: 'Cost of one more item' })
      .getByText(/^One parcel can take [\d,]+ g more at no extra cost \(up to [\d,]+ g\)\.$/)
      .waitFor()
  })

  test('updates the plan after every change, and stores the list', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor({ stored: createStoredHaul('BR') }))
    await planStatus(page, 'Three parcels').waitFor()
    await page.getByRole('button', { name: 'Change: Plush bear' }).click()
    await page.getByRole('button', { name: 'Increase quantity: Plush bear' }).click()
    await main(page).getByText('8 items, 3,485 g').waitFor()
    const more = goods.map((item) => (item.id === 4 ? { ...item, quantity: 2 } : item))
    const total = `¥${totalOf(await planned(page, 'BR', more))}`
    await planStatus(page, total).waitFor()
    await main(page).getByText('any time · 8% packing').click()
    await page.getByLabel('Packing').fill('51')
    await main(page).getByText('A whole number from 0 to 50.').waitFor()
    await page.getByLabel('Packing').fill('0')
    await page.getByLabel('Delivery time').selectOption('12 days')
    await page.getByText('8–11 days').first().waitFor()
    await page.reload()
    await main(page).getByText('8 items, 3,485 g').waitFor()
    await main(page).getByText('12 days · 0% packing').waitFor()
  })

  test('shows its whole result below the header while scrolling, at every width', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor({ stored: createStoredHaul('BR') }))
    await planStatus(page, 'Three parcels').waitFor()
    for (const width of [390, 950, 1280]) {
      await setWidth(page, width)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
      const hidden = async () =>
        (await getBox(page.getByRole('banner'))).bottom -
        (await getBox(page.locator('.plan-answer__words'))).top
      await expect.poll(async () => Math.abs(await hidden()), { message: `${width} px` }).toBeLessThan(1)
    }
  })

  test('removes an item, restores it by Undo, and keeps the focus in the list', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: createStoredHaul('BR') })
    const page = await openHaul(visit)
    await page.getByRole('button', { name: 'Remove: Plain T-shirt' }).click()
    await expect.poll(() => row(page, 'Plain T-shirt').count()).toBe(0)
    await expect.poll(() => page.evaluate(focused)).toBe('Remove: Knit sweater')
    await visit.toast('Removed: Plain T-shirt').getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Plain T-shirt').waitFor()
    const names = await main(page)
      .getByRole('button', { name: /^Remove: / })
      .allInnerTexts()
    expect(names[1]).toBe('Remove: Plain T-shirt')
    for (const { name } of goods) await page.getByRole('button', { name: `Remove: ${name}` }).click()
    await main(page).getByText('Your haul is empty').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('haul-add')
  })

  test('names items that cannot be sent with the reasons of every line, and says when no line is fast enough and when not all plans were compared', async ({
    asVisitor,
  }) => {
    const spray = { ...scarf, id: 9, name: 'Hair spray', grams: 300, category: '606' }
    const visit = await asVisitor({ stored: createStoredHaul('DE', [...goods, spray]) })
    const page = await openHaul(visit)
    await main(page).getByText("One item can't be shipped").waitFor()
    await main(page).getByText('Hair spray: no shipping line takes it to Germany.').waitFor()
    await main(page).getByText('Why not, line by line').click()
    await main(page).getByText('Beauty & Personal care/Sprays & aerosols not accepted.').first().waitFor()

    await setStorage(page, { stored: createStoredHaul('BR', goods, 3) })
    await openHaul(visit)
    await main(page).getByText('No line reaches Brazil within 3 days').waitFor()

    const createScarf = (id: number) => ({ ...scarf, id, name: `Thing ${id}`, grams: 200 + 37 * id })
    const many = Array.from({ length: 16 }, (_none, id) => createScarf(id))
    await setStorage(page, { stored: createStoredHaul('DE', many) })
    await openHaul(visit)
    await main(page)
      .getByText(/^With so many pieces we can't compare every split;/)
      .waitFor()
  })
})

const scarf = {
  ...goods[0],
  id: 0,
  name: 'Knitted scarf',
  sidesMm: null,
  category: null,
  quantity: 1,
  priceFen: null,
  offer: null,
  sku: null,
  variant: '',
  picture: '',
  grams: null,
}

describe('a shared haul', () => {
  test('opens as a copy for another visitor', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: createStoredHaul('BR') })
    const page = await openHaul(visit)
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await planStatus(page, 'Three parcels').waitFor()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await visit.toast('Copied').waitFor()
    const address = await page.evaluate(clipboard)
    expect(address).toMatch(/\/haul\?h=1[\w-]+$/)
    expect(address.length).toBeLessThanOrEqual(2000)

    const other = await openHaul(
      await asVisitor({ stored: createStoredHaul('US', goods.slice(0, 1)) }),
      address,
    )
    await main(other).getByText("You're viewing a shared haul.").waitFor()
    await main(other).getByText('7 items, 3,225 g').waitFor()
    await main(other).getByText('Brazil · any time').waitFor()
    const total = `¥${totalOf(await planned(other, 'BR'))}`
    await planStatus(other, `Three parcels, ${total}`).waitFor()
    await other.getByRole('button', { name: 'Back to my haul' }).click()
    await main(other).getByText('1 item, 860 g').waitFor()
    await expect.poll(() => new URL(other.url()).search).toBe('')
  })

  test('becomes the visitor’s own with the first change, which can be undone', async ({ asVisitor }) => {
    const address =
      buildHaulUrl({ destination: 'BR', packingPercent: 8, withinDays: null, items: goods }, '') ?? ''
    const visit = await asVisitor({ stored: createStoredHaul('US', goods.slice(0, 1)) })
    const page = await openHaul(visit, address)
    await page.getByRole('button', { name: 'Change: Plain T-shirt' }).click()
    await page.getByRole('button', { name: 'Decrease quantity: Plain T-shirt' }).click()
    await main(page).getByText('6 items, 2,980 g').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await visit.toast('This copy replaced your haul.').getByRole('button', { name: 'Undo' }).click()
    await main(page).getByText('1 item, 860 g').waitFor()
  })

  test('is reported as missing when its URL contains none', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: createStoredHaul('BR') })
    const codes = ['2abc', '1', '1%3Cscript%3E', `1${'A'.repeat(1900)}`, '1REUJOTkJ', 'javascript:alert(1)']
    const texts = ["We couldn't read the haul in this link.", '7 items, 3,225 g']
    for (const code of codes) {
      const page = await openHaul(visit, `/haul?h=${code}`)
      for (const text of texts)
        await expect.poll(() => main(page).getByText(text).isVisible(), { message: code }).toBe(true)
    }
  })

  test('reports when it does not fit into a link', async ({ asVisitor }) => {
    const many = Array.from({ length: 40 }, (_none, id) => ({
      ...scarf,
      id,
      grams: 200 + id,
      name: `${'毛衣'.repeat(10)} ${id}`,
    }))
    const page = await openHaul(await asVisitor({ stored: createStoredHaul('DE', many) }))
    await main(page).getByText('This haul is too long to share as a link.').waitFor()
  })
})

describe('the haul planner in other environments', () => {
  test('works with the keyboard only', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor({ stored: { country: 'DE' } }))
    await addField(page).focus()
    await page.keyboard.type('Wallet')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('weight-0')
    await page.keyboard.type('160')
    for (const next of ['size-0', 'category-0']) {
      await page.keyboard.press('Tab')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(next)
    }
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(focused)).toBe('Decrease quantity: Wallet')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await main(page).getByText('2 items, 320 g').waitFor()
    await planStatus(page, 'One parcel').waitFor()
  })

  test('works on a phone, with items collapsed to one line', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor({ width: 360, stored: createStoredHaul('BR') }))
    const item = row(page, 'Plain T-shirt')
    await item.getByText('3 x 245 g').waitFor()
    await expect.poll(() => item.getByLabel('Weight(g)').isVisible()).toBe(false)
    await item.getByRole('button', { name: 'Change: Plain T-shirt' }).click()
    await item.getByLabel('Weight(g)').fill('300')
    await item.getByRole('button', { name: 'Done: Plain T-shirt' }).click()
    await item.getByText('3 x 300 g').waitFor()
  })

  test('explains itself without JavaScript and links to the calculator', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/haul')
    await page.getByText('It runs in your browser and needs JavaScript.').waitFor()
    await main(page).getByRole('link', { name: 'Shipping Calculator' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shipping Calculator' }).waitFor()
  })

  test('has no layout shift or axe findings at 360 and 1280 px, and fits every width', async ({
    asVisitor,
  }) => {
    const visit = await asVisitor({ stored: createStoredHaul('BR') })
    for (const { width, others } of [
      { width: 360, others: [320, 600] },
      { width: 1280, others: [768, 1000, 1100, 1920] },
    ]) {
      await setWidth(visit.page, width)
      const page = await openHaul(visit)
      await planStatus(page, 'Three parcels').waitFor()
      await page.getByText('Wallet, 160 g').waitFor()
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
      expect(await axeFindings(page), `${width} px`).toEqual([])
      for (const other of others) {
        await page.setViewportSize({ width: other, height: 800 })
        await expectNoOverflow(page)
      }
    }
  })
})
