import { describe, expect } from 'vitest'
import { parseHaulUrl } from '#features/haul/haul-url.ts'
import { addItem, createStoredHaul, main, openHaul, row } from '../shipping/haul-page.ts'
import { test } from '../support/accounts.ts'
import { setWidth } from '../support/both-widths.ts'
import { getBox } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'

const address = 'https://item.taobao.com/item.htm?id=991234567890&price=168&skuId=5920950734635'
const shareText = `【淘宝】${address} 「加绒加厚连帽卫衣宽松纯色男女同款」\n点击链接直接打开`
const item = '/product/taobao/991234567890'

describe('what a pasted text says about an item without information', () => {
  test('is shown with its date in the first screenful at 390 px', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { country: 'DE' } })
    await setWidth(page, 390)
    await page.goto('/')
    await hydrated()
    await page.getByRole('textbox', { name: /link/i }).first().fill(shareText)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${item}`)
    const title = page.getByRole('heading', { level: 1, name: '加绒加厚连帽卫衣宽松纯色男女同款' })
    await title.waitFor()
    await expect.poll(() => title.getAttribute('lang')).toBe('zh')
    const paper = page.locator('.item-paper')
    await expect.poll(() => paper.innerText()).toMatch(/From the link you pasted, \d{1,2} \w{3} \d{4}/)
    await expect.poll(() => paper.innerText()).toMatch(/¥168\.00/)
    expect((await getBox(paper)).bottom).toBeLessThan(844)
    await paper.getByText('Hoodies weigh 550 to 900 g here.').waitFor()
    await expect.poll(() => page.getByText('We have no details of this item yet.').count()).toBe(0)
    await page.reload()
    await hydrated()
    await title.waitFor()
    await paper.getByText('Hoodies weigh 550 to 900 g here.').waitFor()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })

  test('makes the price with shipping, which is that of the cheapest line', async ({ asVisitor }) => {
    const { page, hydrated, apiCalls } = await asVisitor({ stored: { country: 'DE' } })
    await page.goto(`${item}#hints&title=${encodeURIComponent('加绒加厚连帽卫衣')}&price=168&currency=CNY`)
    await hydrated()
    const amount = page.locator('.item-paper dd b')
    await expect.poll(() => amount.textContent()).toMatch(/^¥\d+\.\d\d–\d+\.\d\d$/)
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    const first = page.locator('#shipping li b').first()
    const readFen = async (range: typeof amount) =>
      (await range.innerText()).match(/\d+\.\d\d/g)?.map((yuan) => Math.round(Number(yuan) * 100))
    await page.locator('.item-paper').getByRole('button', { name: 'Not a hoodie?' }).click()
    await page.getByRole('radio', { name: 'Hoodie' }).waitFor()
    const addPrice = async () => (await readFen(first))?.map((fen) => fen + 16_800)
    await expect.poll(addPrice).toEqual(await readFen(amount))
    expect(apiCalls.filter((call) => /kind|%E5%8A%A0/i.test(call))).toEqual([])
  })

  test('is shown to no one else, and stands in no address', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`/go?text=${encodeURIComponent(shareText)}`)
    await hydrated()
    await page.getByText('From the link you opened').waitFor()
    await expect.poll(() => page.url()).toMatch(new RegExp(`${item}$`))
    // The form's own address has the text that was typed; no later request has any of it.
    expect(requested.slice(1).filter((url) => /%E5%8A%A0|168|5920950734635/.test(url))).toEqual([])

    const stranger = await asVisitor()
    await stranger.page.goto(item)
    await stranger.hydrated()
    await stranger.page.getByRole('heading', { level: 1, name: 'Taobao item 991234567890' }).waitFor()
    await expect.poll(() => stranger.page.getByText('From the link').count()).toBe(0)
  })

  test('is in the haul of this visitor, and not in the link of the haul', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: createStoredHaul('DE', []) })
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await openHaul(visit)
    await addItem(page, shareText)
    const hinted = row(page, '加绒加厚连帽卫衣宽松纯色男女同款')
    await hinted.getByText('Taobao · ¥168.00 · From your link', { exact: true }).waitFor()
    await hinted.getByLabel('Weight(g)').fill('720')
    await openHaul(visit)
    await hinted
      .getByText('Taobao · ¥168.00 · From your link', { exact: true })
      .waitFor({ state: 'attached' }) // the row shows it while it is edited
    await page.getByRole('button', { name: 'Copy link' }).click()
    await visit.toast('Copied').waitFor()
    const address = await page.evaluate(() => navigator.clipboard.readText())
    expect(parseHaulUrl(new URL(address).searchParams.get('h') ?? '')?.items).toMatchObject([
      { name: 'Taobao item 991234567890', priceFen: null, category: null, grams: 720 },
    ])

    const stranger = await openHaul(await asVisitor(), address)
    await row(stranger, 'Taobao item 991234567890').waitFor()
    await expect.poll(() => main(stranger).innerText()).not.toMatch(/卫衣|168|From your link/)
  })

  test('is kept in the collection of this member alone', async ({ asMember }) => {
    const member = await asMember()
    const { page, hydrated } = member
    await page.goto('/')
    await hydrated()
    await page.getByRole('textbox', { name: /link/i }).first().fill(shareText)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${item}`)
    await page.getByRole('button', { name: 'Add to Collection' }).first().click()
    await member.toast('Added to your collection.').waitFor()
    await page.goto('/collection')
    const saved = page.getByRole('listitem').filter({ hasText: '加绒加厚连帽卫衣宽松纯色男女同款' })
    await saved.getByText('From your link').waitFor()
    await saved.getByText('¥168.00').waitFor()

    const other = await asMember()
    await other.page.goto(item)
    await other.hydrated()
    await other.page.getByRole('button', { name: 'Add to Collection' }).first().click()
    await other.toast('Added to your collection.').waitFor()
    await other.page.goto('/collection')
    await other.page.getByRole('listitem').filter({ hasText: 'Taobao item 991234567890' }).waitFor()
    await expect.poll(() => other.page.locator('main').innerText()).not.toMatch(/卫衣|168/)
  })

  test('is only named as opened when a stranger made the link, and replaces nothing that was pasted', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    const crafted = `#hints&title=${encodeURIComponent('Free hoodie <b>now</b>')}&price=1&currency=CNY`
    await page.goto(item + crafted)
    await hydrated()
    await page.getByText('From the link you opened').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Free hoodie <b>now</b>' }).waitFor()
    await page.getByRole('textbox', { name: /link/i }).first().fill(shareText)
    await page.keyboard.press('Enter')
    await page.getByText('From the link you pasted').waitFor()
    await page.goto('/tools')
    await page.goto(item + crafted)
    await hydrated()
    await page.getByRole('heading', { level: 1, name: '加绒加厚连帽卫衣宽松纯色男女同款' }).waitFor()
    await expect.poll(() => page.url()).toMatch(new RegExp(`${item}$`))
  })

  test.for([
    '#hints&price=abc&currency=CNY',
    '#hints&price=5&currency=XXX',
    '#hints&price=1e9&currency=CNY',
    `#hints&title=${'x'.repeat(500)}`,
    '#hints&skuId=%00&title=%E0%A4',
  ])('shows nothing of the invalid fragment %s', async (fragment, { asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(item + fragment)
    await hydrated()
    await expect.poll(() => page.url()).toMatch(new RegExp(`${item}$`))
    await expect.poll(() => page.getByText('From the link').count()).toBe(0)
  })
})
