import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { putAccount } from '#support/users.ts'
import { hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { getBox } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { widths } from '../support/test.ts'
import { aLink, card, field, submit, test } from './add-product-page.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Add to product list', exact: true })
const pathOf = (code: string) => `/product/weidian/${code}`

describe("the button 'Add to product list'", () => {
  test('stays where the item is in the list, with a word that says so', async ({ theOwner }) => {
    const { page, dialog } = await theOwner('/product/weidian/9900661650', { allow: [/409/] })
    await page.getByText(/^In the product list, place \d+$/).waitFor()
    await page.getByText('Source: catalog', { exact: true }).waitFor()
    await button(page).click()
    await expect.poll(() => field(page, 'Name').inputValue()).not.toBe('')
    await submit(page).click()
    const alert = dialog('Add a Product').getByRole('alert')
    await alert.getByText('Product already exists.', { exact: true }).waitFor()
  })

  test('is for admins only', async ({ site, asVisitor, asMember }) => {
    const { code } = aLink()
    const visitor = await asVisitor({ origin: site.origin })
    await visitor.page.goto(pathOf(code))
    await visitor.hydrated()
    await expect.poll(() => button(visitor.page).isVisible()).toBe(false)
    const member = await asMember({ account: await putAccount(site) })
    await member.page.goto(pathOf(code))
    await member.hydrated()
    await expect.poll(() => button(member.page).isVisible()).toBe(false)
  })

  test('says when there is no link to the item', async ({ theOwner }) => {
    const { page, dialog } = await theOwner('/product/taobao/error-abc', { allow: [/404/] })
    await button(page).click()
    const alert = dialog('Oops...')
    await alert.getByText('URL Not found. Try from Dashboard', { exact: true }).waitFor()
    await alert.getByRole('button', { name: 'Dashboard' }).click()
    await page.waitForURL('**/dashboard/add-a-product')
  })
})

describe('its dialog', () => {
  test('adds the item on the screen, whatever was pasted last', async ({ theOwner }) => {
    const { code } = aLink()
    const visit = await theOwner(pathOf(code))
    const { page, dialog, toast } = visit
    await page.evaluate((url) => localStorage.setItem('url', url), aLink().link)
    await button(page).click()
    await hasFocus(field(page, 'Name'))
    const link = field(page, 'Product URL')
    await expect.poll(() => link.inputValue()).toBe(`https://weidian.com/item.html?itemID=${code}`)
    await expect.poll(() => link.getAttribute('readonly')).toBe('')
    await expect.poll(() => field(page, 'Name').inputValue()).toBe(`Simulated T-shirt ${code}`)
    await card(page).getByText(`Simulated T-shirt ${code}`, { exact: true }).waitFor()
    const sent = page.waitForRequest('**/api/v1/products/addProduct')
    await submit(page).click()
    expect((await sent).postDataJSON()).toMatchObject({ storeName: 'weidian', productCode: code })
    await toast('Product added successfully!').waitFor()
    await dialog('Add a Product').waitFor({ state: 'detached' })
    await page.getByText(/^In the product list, place \d+$/).waitFor()
    const toastNode = toast('Product added successfully!').locator('.toast')
    await expect.poll(async () => (await getBox(toastNode)).middle).toBeCloseTo(640, -1)
  })

  test('closes beside it, brings back what was typed, for this item alone, and uses the pasted link that means it', async ({
    theOwner,
  }) => {
    const [one, other] = [aLink(), aLink()]
    const { page, dialog } = await theOwner(pathOf(one.code))
    await button(page).click()
    await field(page, 'Name').fill('Half a name')
    await page.mouse.click(5, 5)
    await dialog('Add a Product').waitFor({ state: 'detached' })
    await hasFocus(button(page))
    await button(page).click()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Half a name')
    await page.goto(pathOf(other.code))
    const pasted = `https://cnfans.com/product/?shop_type=weidian&id=${other.code}`
    await page.evaluate((url) => localStorage.setItem('url', url), pasted)
    await button(page).click()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe(`Simulated T-shirt ${other.code}`)
    await expect.poll(() => field(page, 'Product URL').inputValue()).toBe(pasted)
  })

  test.for(widths)('is clean for axe at %s px, and its button moves nothing', async (width, { theOwner }) => {
    const { page } = await theOwner(pathOf(aLink().code), {
      width,
      touch: width === 360,
      reducedMotion: true,
    })
    await button(page).waitFor()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    await button(page).click()
    await expect.poll(() => field(page, 'Name').inputValue()).not.toBe('')
    expect(await axeFindings(page)).toEqual([])
  })
})
