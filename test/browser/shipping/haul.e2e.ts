import { describe, expect } from 'vitest'
import { setStorage } from '#support/visit.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { fits } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from '../support/test.ts'
import { addField, addItem, goods, kept, main, openHaul, planned, row, totalOf, way } from './haul-page.ts'

const sneaker = 'https://weidian.com/item.html?itemID=9900661650'
const clipboard = () => navigator.clipboard.readText()
const focused = () => document.activeElement?.textContent

describe('the haul planner', () => {
  test('takes an item by its link, with what is known of it', async ({ asVisitor }) => {
    const visit = await asVisitor()
    const page = await openHaul(visit)
    await expect.poll(() => page.title()).toBe('Haul planner · Chopmark')
    await main(page).getByText('Nothing in the haul yet').waitFor()
    await addItem(page, sneaker)
    const item = row(page, 'Low court sneaker with suede toe')
    await item.getByText('Weidian · ¥189.00', { exact: true }).waitFor()
    await expect.poll(() => item.getByLabel('Weight(g)').inputValue()).toBe('860')
    await expect.poll(() => item.getByLabel('Size, cm').inputValue()).toBe('33 x 21 x 12')
    await expect.poll(() => item.locator('img').getAttribute('src')).toMatch(/^\/img\//)
    await main(page).getByText('1 piece, 860 g bare, 929 g packed').waitFor()
    await main(page).getByText('Where does it go?').waitFor()
    await addItem(page, `look at this ${sneaker}`)
    await main(page).getByText('2 pieces, 1,720 g bare, 1,858 g packed').waitFor()
    await addItem(page, 'https://m.tb.cn/h.5xYzQ1a')
    await main(page)
      .getByText('This is a short link. Open it in your browser and paste the full address.')
      .waitFor()
  })

  test('takes an item by its name, asks for its weight, and plans it', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor())
    await addItem(page, 'Knitted scarf')
    const item = row(page, 'Knitted scarf')
    await item.getByText('Without a weight it is not in the plan.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('weight-0')
    await page.keyboard.type('180')
    await item.getByText('Without a weight it is not in the plan.').waitFor({ state: 'detached' })
    await item.getByLabel('Size, cm').fill('25x20')
    await item.getByText('Three sides, as 34 x 22 x 12.').waitFor()
    await item.getByLabel('Size, cm').fill('25 × 20 × 4,5')
    await item.getByText('Three sides, as 34 x 22 x 12.').waitFor()
    await item.getByLabel('Size, cm').fill('25 × 20 × 4.5')
    await item.getByText('Three sides, as 34 x 22 x 12.').waitFor({ state: 'detached' })
    await item.getByLabel('Category').selectOption({ label: 'Hats, scarves & gloves' })
    await page.getByRole('combobox', { name: 'Destination' }).fill('Germany')
    await page.getByRole('heading', { name: 'One parcel is the cheapest way' }).waitFor()
    const plan = await planned(page, 'DE', [
      { ...scarf, grams: 180, sidesMm: [250, 200, 45], category: '107' },
    ])
    await way(page, 'One parcel')
      .getByText(`¥${totalOf(plan)}`, { exact: true })
      .first()
      .waitFor()
    await main(page).getByText('No split is cheaper than one parcel.').waitFor()
  })

  test('splits the haul as the engine does, and says what it saves', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor({ stored: kept('BR') }))
    await page.getByRole('heading', { name: 'One parcel or three' }).waitFor()
    const plan = await planned(page, 'BR')
    expect(plan.split).toHaveLength(3)
    const total = totalOf(plan)
    const single = plan.single?.option?.feeDetail.total ?? 0
    const three = way(page, 'Three parcels')
    await three.getByText(`¥${total}`, { exact: true }).waitFor()
    await way(page, 'One parcel')
      .getByText(`¥${single.toFixed(2)}`, { exact: true })
      .first()
      .waitFor()
    const saving = `¥${((single * 100 - Number(total) * 100) / 100).toFixed(2)}`
    await three.getByText(`Cheapest split, saves ${saving}`).waitFor()
    const lines = await three.getByRole('listitem').allInnerTexts()
    for (const [place, { option }] of plan.split.entries()) {
      expect(lines[place]).toContain(option.name)
      expect(lines[place]).toContain(`¥${option.feeDetail.total?.toFixed(2)}`)
    }
    await expect
      .poll(() => three.getByText(/^\d+ g$/).allInnerTexts())
      .toEqual(plan.split.map(({ option }) => `${option.feeDetail.chargeableWeight}\ng`))
    const receipt = page.getByRole('region', { name: 'This haul, in three parcels' })
    await receipt.getByText('Operation fee, 3 x ¥15.00').waitFor()
    const amounts = (await receipt.locator('dd').allInnerTexts()).map((text) => Number(text.slice(1)) * 100)
    const sum = amounts.slice(0, -1).reduce((all, one) => all + one, 0)
    expect(Math.round(sum)).toBe(Math.round(amounts.at(-1) ?? 0))
    await receipt.getByText('Goods, 7 pieces, 4 without a price').waitFor()
    await receipt.getByText(`${saving} less than one parcel.`).waitFor()
    await receipt.getByText('Each parcel is declared by itself and can arrive on another day.').waitFor()
    await receipt.getByText('Exact: every way to divide the pieces was compared.').waitFor()
    const more = page.getByRole('region', { name: 'One more item adds' })
    await more.getByRole('row', { name: /^Wallet, 160 g/ }).waitFor()
    await more.getByText(/^One parcel has \d+ g free until its next step at [\d,]+ g\.$/).waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: `Cheapest: three parcels, ${total} yuan.` })
      .waitFor()
  })

  test('follows every change, and keeps the list', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor({ stored: kept('BR') }))
    await page.getByRole('heading', { name: 'One parcel or three' }).waitFor()
    await page.getByRole('button', { name: 'One more: Plush bear' }).click()
    await main(page).getByText('8 pieces, 3,485 g bare, 3,764 g packed').waitFor()
    const more = goods.map((item) => (item.id === 4 ? { ...item, quantity: 2 } : item))
    const total = `¥${totalOf(await planned(page, 'BR', more))}`
    await main(page).getByText(total, { exact: true }).first().waitFor()
    await page.getByLabel('Packing').fill('51')
    await main(page).getByText('A whole number from 0 to 50.').waitFor()
    await page.getByLabel('Packing').fill('0')
    await main(page).getByText('8 pieces, 3,485 g bare, 3,485 g packed').waitFor()
    await page.getByLabel('Arrives within').selectOption('10 days')
    await way(page, 'One parcel').getByText('5–9 days', { exact: true }).waitFor()
    await page.reload()
    await main(page).getByText('8 pieces, 3,485 g bare, 3,485 g packed').waitFor()
    await expect.poll(() => page.getByLabel('Arrives within').inputValue()).toBe('10')
  })

  test('takes an item out, puts it back, and the focus stays in the list', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: kept('BR') })
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
    await main(page).getByText('Nothing in the haul yet').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('haul-add')
  })

  test('names what cannot be sent, with every line’s reasons, says so when no line is fast enough, and when it searched instead of comparing everything', async ({
    asVisitor,
  }) => {
    const spray = { ...scarf, id: 9, name: 'Hair spray', grams: 300, category: '606' }
    const visit = await asVisitor({ stored: kept('DE', [...goods, spray]) })
    const page = await openHaul(visit)
    await main(page).getByText('One item cannot be sent').waitFor()
    await main(page).getByText('Hair spray: no line to Germany takes it.').waitFor()
    await main(page).getByText('What each line says').click()
    await main(page).getByText('Beauty & Personal care/Sprays & aerosols is blocked.').first().waitFor()

    await setStorage(page, { stored: kept('BR', goods, 3) })
    await openHaul(visit)
    await main(page).getByText('No line to Brazil arrives within 3 days').waitFor()

    const thing = (id: number) => ({ ...scarf, id, name: `Thing ${id}`, grams: 200 + 37 * id })
    const many = Array.from({ length: 16 }, (_none, id) => thing(id))
    await setStorage(page, { stored: kept('DE', many) })
    await openHaul(visit)
    await main(page)
      .getByText(/^Heuristic: more than 12 pieces\./)
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
  price: null,
  offer: null,
  picture: '',
  grams: null,
}

describe('a shared haul', () => {
  test('opens as a copy for somebody else', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: kept('BR') })
    const page = await openHaul(visit)
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('heading', { name: 'One parcel or three' }).waitFor()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await visit.toast('Copied').waitFor()
    const address = await page.evaluate(clipboard)
    expect(address).toMatch(/\/haul\?h=1[\w-]+$/)
    expect(address.length).toBeLessThanOrEqual(2000)

    const other = await openHaul(await asVisitor({ stored: kept('US', goods.slice(0, 1)) }), address)
    await main(other).getByText('This is a copy of a haul that was shared.').waitFor()
    await main(other).getByText('7 pieces, 3,225 g bare, 3,483 g packed').waitFor()
    await expect.poll(() => other.getByRole('combobox', { name: 'Destination' }).inputValue()).toBe('Brazil')
    const total = `¥${totalOf(await planned(other, 'BR'))}`
    await way(other, 'Three parcels').getByText(total, { exact: true }).waitFor()
    await other.getByRole('button', { name: 'Back to my own haul' }).click()
    await main(other).getByText('1 piece, 860 g bare, 929 g packed').waitFor()
    await expect.poll(() => new URL(other.url()).search).toBe('')
  })

  test('becomes one’s own with the first change, which can be undone', async ({ asVisitor }) => {
    const first = await openHaul(await asVisitor({ stored: kept('BR') }))
    const address = `/haul?h=${new URL(`https://${await first.getByLabel('Link', { exact: true }).inputValue()}`).searchParams.get('h')}`
    const visit = await asVisitor({ stored: kept('US', goods.slice(0, 1)) })
    const page = await openHaul(visit, address)
    await page.getByRole('button', { name: 'One less: Plain T-shirt' }).click()
    await main(page).getByText('6 pieces, 2,980 g bare, 3,219 g packed').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await visit
      .toast('Your own haul was replaced by this copy.')
      .getByRole('button', { name: 'Undo' })
      .click()
    await main(page).getByText('1 piece, 860 g bare, 929 g packed').waitFor()
  })

  test('is refused gracefully when its address holds none', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: kept('BR') })
    const codes = ['2abc', '1', '1%3Cscript%3E', `1${'A'.repeat(1900)}`, '1REUJOTkJ', 'javascript:alert(1)']
    const words = ['This link holds no haul that can be read.', '7 pieces, 3,225 g bare, 3,483 g packed']
    for (const code of codes) {
      const page = await openHaul(visit, `/haul?h=${code}`)
      for (const text of words)
        await expect.poll(() => main(page).getByText(text).isVisible(), { message: code }).toBe(true)
    }
  })

  test('says so when it does not fit into a link', async ({ asVisitor }) => {
    const many = Array.from({ length: 40 }, (_none, id) => ({
      ...scarf,
      id,
      grams: 200 + id,
      name: `${'毛衣'.repeat(10)} ${id}`,
    }))
    const page = await openHaul(await asVisitor({ stored: kept('DE', many) }))
    await main(page)
      .getByText(/^This haul is too long for a link: .* 2,000 characters\./)
      .waitFor()
  })
})

describe('how it is used', () => {
  test('by the keyboard alone', async ({ asVisitor }) => {
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
    await expect.poll(() => page.evaluate(focused)).toBe('One less: Wallet')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await main(page).getByText('2 pieces, 320 g bare, 346 g packed').waitFor()
    await page.getByRole('heading', { name: 'One parcel is the cheapest way' }).waitFor()
  })

  test('on a phone, with items folded to a line', async ({ asVisitor }) => {
    const page = await openHaul(await asVisitor({ width: 360, stored: kept('BR') }))
    const item = row(page, 'Plain T-shirt')
    await item.getByText('3 x 245 g · 35 x 28 x 3 cm', { exact: true }).waitFor()
    await expect.poll(() => item.getByLabel('Weight(g)').isVisible()).toBe(false)
    await item.getByRole('button', { name: 'Change: Plain T-shirt' }).click()
    await item.getByLabel('Weight(g)').fill('300')
    await item.getByRole('button', { name: 'Done: Plain T-shirt' }).click()
    await item.getByText('3 x 300 g · 35 x 28 x 3 cm', { exact: true }).waitFor()
  })

  test('without script it says what it does and leads to the calculator', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/haul')
    await page.getByText('It works in your browser and needs JavaScript.').waitFor()
    await main(page).getByRole('link', { name: 'Shipping Calculator' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shipping Calculator' }).waitFor()
  })

  test('is still and clean for axe at 360 and 1280 px, and fits every width', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: kept('BR') })
    for (const { width, others } of [
      { width: 360, others: [320, 600] },
      { width: 1280, others: [768, 1000, 1100, 1920] },
    ]) {
      await setWidth(visit.page, width)
      const page = await openHaul(visit)
      await page.getByRole('heading', { name: 'One parcel or three' }).waitFor()
      await page.getByRole('row', { name: /^Wallet, 160 g/ }).waitFor()
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
      expect(await axeFindings(page), `${width} px`).toEqual([])
      for (const other of others) {
        await page.setViewportSize({ width: other, height: 800 })
        await fits(page)
      }
    }
  })
})
