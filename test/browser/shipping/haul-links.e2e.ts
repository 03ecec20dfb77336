import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { HaulItem } from '#features/haul/haul.ts'
import { axeFindings } from '../support/axe.ts'
import { expectNoOverflow } from '../support/box.ts'
import { test } from '../support/test.ts'
import { addField, createStoredHaul, editFold, goods, main, openHaul, row } from './haul-page.ts'

const numbers = ['9900661650', '9900280375', '990000605666']
const links = [
  'https://weidian.com/item.html?itemID=9900661650',
  'https://weidian.com/item.html?itemID=9900280375',
  'https://detail.1688.com/offer/990000605666.html',
]
const stored = { ...createStoredHaul('DE', listItems()), country: 'DE', platform: 'KakoBuy' }
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

function listItems(): HaulItem[] {
  const [first] = goods
  if (!first) throw new Error('There are no goods.')
  return numbers.map((productCode, id) => ({
    ...first,
    id,
    name: `Item ${productCode}`,
    offer: { shopType: id < 2 ? 'weidian' : 'ali_1688', productCode },
  }))
}

/** What the API answers for the agent, link by link. */
function convertLinks(page: Page): Promise<string[]> {
  return Promise.all(
    links.map(async (text) => {
      const reply = await page.request.get('/api/v1/links/convert', { params: { text } })
      const { data } = await reply.json()
      return data.links.find(({ agent }: { agent: string }) => agent === 'KakoBuy').url
    }),
  )
}

/** As browsers do: a press opens one tab. */
async function holdBackTabs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let isUsed = false
    addEventListener('click', () => (isUsed = false), { capture: true })
    const open = window.open.bind(window)
    window.open = (...args) => {
      if (isUsed) return null
      isUsed = true
      return open(...args)
    }
  })
}

describe('the links to buy a haul', () => {
  test('are first when the list is complete; an incomplete list stays open', async ({ asVisitor }) => {
    const { page } = await asVisitor({ stored })
    await page.goto('/haul')
    await page.getByRole('heading', { name: 'Buy the three' }).waitFor()
    await expect.poll(() => editFold(page).getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => addField(page).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await editFold(page).click()
    await page.getByRole('button', { name: 'Change: Item 9900661650' }).click()
    await row(page, 'Item 9900661650').getByLabel('Weight(g)').fill('')
    await main(page).getByText('1 without a weight').waitFor()
    await expect.poll(() => editFold(page).count()).toBe(0)
    await page.reload()
    await row(page, 'Item 9900661650').getByText('Add a weight to include this item.').waitFor()
    await page.getByRole('button', { name: 'Change: Item 9900661650' }).click()
    await row(page, 'Item 9900661650').getByLabel('Weight(g)').fill('900')
    await expect.poll(() => editFold(page).getAttribute('aria-expanded')).toBe('true')
    await editFold(page).click()
    await expect.poll(() => addField(page).count()).toBe(0)
  })

  test('show the whole variant and price on a phone, and once opened', async ({ asVisitor }) => {
    const items = listItems().map((item) => ({ ...item, variant: 'White / navy, 42', priceFen: 28_900 }))
    const visit = await asVisitor({ width: 360, stored: { ...stored, ...createStoredHaul('DE', items) } })
    const { page } = visit
    await page.goto('/haul')
    const facts = page.locator('.buy-haul__what small')
    const countCut = () =>
      facts.evaluateAll((lines) => lines.filter((line) => line.scrollWidth > line.clientWidth).length)
    await expect.poll(() => facts.first().textContent()).toBe('Weidian · White / navy, 42 · ¥289.00')
    expect(await countCut()).toBe(0)
    const [tab] = await Promise.all([
      visit.context.waitForEvent('page'),
      page
        .getByRole('link', { name: /^Open ?: Item/ })
        .first()
        .click(),
    ])
    await tab.close()
    await page.getByRole('link', { name: /^Open again/ }).waitFor()
    expect(await countCut()).toBe(0)
  })

  test('are copied as the API returns them for the agent', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored })
    const page = await openHaul(visit)
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('heading', { name: 'Buy the three' }).waitFor()
    await page.getByRole('button', { name: 'Copy three links' }).click()
    await page.getByText('3 links copied').waitFor()
    const convertedLinks = await convertLinks(page)
    await expect.poll(async () => (await clipboard(page)).split('\n')).toEqual(convertedLinks)
  })

  test('are opened all at once; those that the browser blocks are opened one by one', async ({
    asVisitor,
  }) => {
    const visit = await asVisitor({ stored })
    const { page, context } = visit
    await context.route(/kakobuy/, (route) => route.fulfill({ body: 'the agent' }))
    await holdBackTabs(page)
    await openHaul(visit)
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open three on KakoBuy' }).click(),
    ])
    expect(tab.url()).toBe((await convertLinks(page))[0])
    await expect.poll(() => tab.evaluate(() => window.opener)).toBe(null)
    await page.getByText('Your browser opened one and held back two.').waitFor()
    await page.getByRole('button', { name: 'Open the other two' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 800 })
    await expectNoOverflow(page)

    await page.getByRole('link', { name: /^Open ?: Item 9900280375/ }).click()
    await page.getByRole('link', { name: /^Open again ?: Item 9900280375/ }).waitFor()
    await page.reload() // they stay ticked
    await page.getByRole('button', { name: 'Open the other one' }).click()
    await page.getByRole('button', { name: 'Open three on KakoBuy' }).waitFor()
  })

  test('name another agent for items that the agent does not buy', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored: { ...stored, platform: 'CNFans' } })
    const page = await openHaul(visit)
    await page.getByRole('button', { name: 'Open it on CNFans' }).waitFor()
    await page.getByText("CNFans doesn't buy from Weidian").first().waitFor()
    await page.getByRole('button', { name: /^Choose another agent ?: Item 9900661650/ }).click()
    await visit.dialog('Select an agent').waitFor()
  })

  test('lead to the converter and back with the same items, each once', async ({ asVisitor }) => {
    const visit = await asVisitor({ stored })
    const page = await openHaul(visit)
    await page.getByRole('link', { name: /^Convert links/ }).click()
    await page.waitForURL('**/convert?text=*')
    await expect.poll(() => page.getByLabel('One link per line').inputValue()).toBe(links.join('\n'))
    const addAll = page.getByRole('button', { name: 'Add all to haul' })
    await addAll.click()
    await visit.toast('All of this is in your haul already.').waitFor()

    await page.evaluate(() => localStorage.removeItem('haul'))
    await page.reload()
    await addAll.click()
    const done = visit.toast('3 items added to your haul')
    await done.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('haul')?.includes('\n') ?? false))
      .toBe(false)
    await addAll.click()
    await page.getByRole('button', { name: /^3 items, / }).waitFor()
    await page.goto('/haul')
    await page.getByRole('button', { name: 'Edit 3 items' }).waitFor()
    await page.getByRole('heading', { name: 'Buy the three' }).waitFor()
  })
})
