import { describe, expect } from 'vitest'
import { test } from '../support/accounts.ts'
import { axeFindings } from '../support/axe.ts'
import { saveItems } from '../support/collection-page.ts'
import { main, row } from './haul-page.ts'

const sneaker = { productCode: '9900661650', storeName: 'weidian' }
const bag = { productCode: '990000586007', storeName: '1688' }

describe('the haul planner of a member', () => {
  test('lets the member choose items of the collection', async ({ asMember }) => {
    const member = await asMember({ width: 360 })
    await saveItems(member, sneaker, bag)
    const { page } = member
    await page.goto('/haul')
    await page.getByRole('button', { name: 'From your collection' }).click()
    const dialog = member.dialog('From your collection')
    await dialog.getByRole('button', { name: 'Choose what to add' }).waitFor()
    await dialog.getByRole('checkbox', { name: /^Small flap crossbody bag/ }).check()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add 1' }).click()
    await member.toast('1 item from your collection').waitFor()
    await row(page, 'Small flap crossbody bag').waitFor()
    await page.getByRole('button', { name: 'From your collection' }).click()
    await dialog.getByText('Already in the haul').waitFor()
  })
})

test('a visitor who opens the collection logs in first, and returns to the planner', async ({
  asVisitor,
  site,
}) => {
  const { page } = await asVisitor({ origin: site.origin })
  await page.goto('/haul')
  await main(page).getByText('to add items from your collection.').waitFor()
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL(/\/login$/)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('remembered-location'))).toBe('/haul')
})
