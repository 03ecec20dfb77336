import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createPassword, putAccount } from '#support/users.ts'
import type { Visit } from '#support/visit.ts'
import { alert, email, logIn } from '../account/login-page.ts'
import {
  path as addPath,
  aLink,
  card,
  field,
  submit as submitProduct,
  test,
} from '../admin/add-product-page.ts'
import { aReview } from '../admin/review-table.ts'
import { count, drop, main, searchOf } from '../lists/popular-page.ts'
import { form, ownReview, submit as submitReview, write } from '../product/review-page.ts'
import { calculate, choose, lines, requestSummary, weight } from '../shipping/estimation-form.ts'
import {
  addItem,
  createStoredHaul,
  goods,
  openHaul,
  planned,
  planStatus,
  row,
  totalOf,
} from '../shipping/haul-page.ts'
import { allow } from '../support/account-page.ts'
import { adminApi } from '../support/admin-api.ts'
import { cards, saveItems } from '../support/collection-page.ts'
import { items, priceOf, value } from '../support/product-page.ts'
import { isWhole, translatePages } from '../support/translate.ts'

const link = 'https://weidian.com/item.html?itemID=9900661650'
const sneaker = { productCode: '9900661650', storeName: 'weidian' }
const jacket = { productCode: '990000605666', storeName: 'ali_1688' }

async function openTranslated(visit: Visit, path: string): Promise<Page> {
  await translatePages(visit)
  await visit.page.goto(path)
  await visit.hydrated()
  return visit.page
}

/** What stays of a text when its words are read aloud: no line breaks, no doubled blanks. */
const readText = async (page: Page, selector: string) =>
  (await page.locator(selector).first().innerText()).replaceAll(/\s+/g, ' ').trim()

describe('a page that the browser translates', () => {
  test('rejects a wrong password, keeps the email address, and logs in with the right password', async ({
    site,
    asVisitor,
  }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin, allow })
    const page = await openTranslated(visit, '/login')
    await logIn(visit, { ...account, password: 'not this one' })
    await alert(page).waitFor()
    await expect.poll(() => email(page).inputValue()).toBe(account.email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await isWhole(page)
    await logIn(visit, account)
    await page.waitForURL(`${site.origin}/`)
    await isWhole(page)
  })

  test('names the missing fields of a registration, keeps the others, and creates the account', async ({
    site,
    asVisitor,
  }) => {
    const page = await openTranslated(await asVisitor({ origin: site.origin, allow }), '/register')
    const button = page.getByRole('button', { name: 'Create Account', exact: true })
    const password = createPassword()
    const address = `${randomBytes(6).toString('hex')}@chopmark.example`
    await page.getByLabel('Full Name', { exact: true }).fill('Ann Lee')
    await page.getByLabel('Email address', { exact: true }).fill(address)
    await button.click()
    await alert(page).getByText('Check these two fields', { exact: true }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password', { exact: true }).fill(password)
    await expect.poll(() => page.getByLabel('Full Name', { exact: true }).inputValue()).toBe('Ann Lee')
    await button.click()
    await page.waitForURL(`${site.origin}/login`)
    await page.getByText('Account created. Check your inbox to verify your email.').waitFor()
    await isWhole(page)
  })

  test('opens the item of a pasted link, shows the prices of its variants, and adds it to the haul', async ({
    site,
    asVisitor,
  }) => {
    const page = await openTranslated(await asVisitor({ origin: site.origin }), '/')
    await page.getByRole('textbox', { name: 'Product link', exact: true }).fill('no link')
    await page.getByRole('textbox', { name: 'Product link', exact: true }).fill(link)
    await page.getByText('¥189.00 · White / navy · Weidian, item 9900661650').waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).first().click()
    await page.waitForURL('**/product/weidian/9900661650*')
    await isWhole(page)
    await page.goto(items.jacket)
    await value(page, 'Navy').check()
    const cheap = await priceOf(page).textContent()
    await value(page, 'Olive').check()
    await expect.poll(() => priceOf(page).textContent()).not.toBe(cheap)
    await expect.poll(() => readText(page, '.variants__name')).toMatch(/: Olive$/)
    await page.getByRole('button', { name: 'Add to haul' }).and(page.locator(':visible')).first().click()
    await page.getByText('1 item, ').first().waitFor({ state: 'attached' })
    await isWhole(page)
  })

  test('sends a review and shows it', async ({ site, asMember }) => {
    const page = await openTranslated(await asMember({ at: site }), items.sneaker)
    await form(page).scrollIntoViewIfNeeded()
    await write(page, { text: 'The sole is stiff.', stars: '4 stars' })
    await submitReview(page).click()
    await ownReview(page).getByText('The sole is stiff.').waitFor()
    await ownReview(page).getByText('Waiting for approval', { exact: true }).waitFor()
    await isWhole(page)
  })

  test('updates the plan of a haul after each added, changed and removed item', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin, stored: createStoredHaul('BR') })
    await translatePages(visit)
    const page = await openHaul(visit)
    await planStatus(page, `Three parcels, ¥${totalOf(await planned(page, 'BR'))}`).waitFor()
    await page.getByRole('button', { name: 'Change: Plain T-shirt' }).click()
    await page.getByRole('button', { name: 'Increase quantity: Plain T-shirt' }).click()
    await expect.poll(() => readText(page, '#haul-list')).toMatch(/^8 items, /)
    await page.getByRole('button', { name: 'Remove: Plush bear' }).click()
    await expect.poll(() => readText(page, '#haul-list')).toMatch(/^7 items, /)
    const left = goods
      .filter(({ name }) => name !== 'Plush bear')
      .map((one) => (one.name === 'Plain T-shirt' ? { ...one, quantity: 4 } : one))
    await planStatus(page, `¥${totalOf(await planned(page, 'BR', left))}`).waitFor()
    await addItem(page, link)
    await row(page, 'Low court sneaker with suede toe').getByText('860 g').first().waitFor()
    await expect.poll(() => readText(page, '#haul-list')).toMatch(/^8 items, /)
    await isWhole(page)
  })

  test('estimates, and estimates again with another weight', async ({ site, asVisitor }) => {
    const page = await openTranslated(await asVisitor({ origin: site.origin }), '/estimation')
    await calculate(page).click()
    await page.getByText('Your shipping options will appear here.').waitFor()
    await choose(page, 'ger', /^Germany/)
    await weight(page).fill('1240')
    await calculate(page).click()
    await lines(page).waitFor()
    await expect.poll(() => requestSummary(page).innerText()).toBe('1,240 g to Germany')
    await main(page).getByRole('link', { name: 'Edit', exact: true }).click()
    await expect.poll(() => weight(page).inputValue()).toBe('1240')
    await weight(page).fill('900')
    await calculate(page).click()
    await expect.poll(() => requestSummary(page).innerText()).toBe('900 g to Germany')
    await isWhole(page)
  })

  test('converts links, and converts other links again', async ({ site, asVisitor }) => {
    const page = await openTranslated(await asVisitor({ origin: site.origin }), '/convert')
    const text = page.getByLabel('One link per line')
    await text.fill(`${link}\nhttps://shop1442.taobao.com/`)
    await page.getByRole('button', { name: 'Convert', exact: true }).click()
    await page.getByRole('heading', { level: 2, name: '1 link for KakoBuy' }).waitFor()
    await page.getByRole('heading', { level: 2, name: '1 link not recognized' }).waitFor()
    await text.fill(`${link}\nhttps://item.taobao.com/item.htm?id=652874751412`)
    await page.getByRole('button', { name: /^Convert( again)?$/ }).click()
    await page.getByRole('heading', { level: 2, name: '2 links for KakoBuy' }).waitFor()
    await page.getByRole('button', { name: 'Copy all 2' }).first().waitFor()
    await isWhole(page)
  })

  test('shows the number of products after Popular’s filters', async ({ site, asVisitor }) => {
    const page = await openTranslated(await asVisitor({ origin: site.origin }), '/popular')
    const all = await count(page).textContent()
    await page.getByLabel('Max Price').fill('100')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=100')
    await drop(page, 'Max Price ¥100').waitFor()
    await expect.poll(() => count(page).textContent()).not.toBe(all)
    await page.getByLabel('Storefront').selectOption('Weidian')
    await drop(page, 'Storefront Weidian').click()
    await drop(page, 'Max Price ¥100').click()
    await expect.poll(() => count(page).textContent()).toBe(all)
    await isWhole(page)
  })

  test('moves and deletes items of the collection, and watches an item', async ({ site, asMember }) => {
    const member = await asMember({ at: site })
    await saveItems(member, sneaker, jacket)
    const page = await openTranslated(member, '/collection')
    const heading = page.locator('h1') // behind the dialog too
    await expect.poll(() => heading.innerText()).toBe('My Collection 2')
    await cards(page).first().getByRole('button', { name: /haul/ }).first().click()
    await page.getByText('1 item').first().waitFor()
    await cards(page)
      .filter({ hasText: 'Low court sneaker' })
      .getByRole('button', { name: /^Delete: / })
      .click()
    await member.dialog('Are you sure?').getByRole('button', { name: 'Yes, delete it!' }).click()
    await expect.poll(() => heading.innerText()).toBe('My Collection 1')
    await isWhole(page)

    await page.goto(items.sneaker)
    await page
      .getByRole('button', { name: /^Watch this item/ })
      .first()
      .click()
    const dialog = member.dialog('Watch this item')
    await dialog.getByLabel('Price below').fill('150')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /^Watching/ })
      .first()
      .waitFor()
    await isWhole(page)
  })

  test('lets an admin moderate reviews and add a product', async ({ site, theOwner }) => {
    await aReview(site, { name: 'Ida Long', item: '9900280375' })
    const admin = await theOwner('/dashboard/admin-home')
    const page = await openTranslated(admin, '/dashboard/admin-home')
    const api = await adminApi(site)
    const waiting = async () =>
      (await api<unknown[]>('GET /review/findReview', { query: { status: 'pending', limit: '1000' } })).length
    const before = await waiting()
    await page
      .getByRole('button', { name: /^Approve\b/ })
      .first()
      .click()
    await expect.poll(waiting).toBe(before - 1)
    await expect.poll(() => readText(page, '.waiting-count')).toBe(`, waiting: ${before - 1}`)
    await isWhole(page)

    await page.goto('/dashboard/manage-review')
    await page.getByLabel('Status of the review by Ida Long', { exact: true }).selectOption('Denied')
    await expect.poll(waiting).toBe(before - 2)
    await expect.poll(() => readText(page, '.waiting-count')).toBe(`, waiting: ${before - 2}`)
    await isWhole(page)

    await page.goto(addPath)
    await admin.hydrated()
    const { link: address, code } = aLink()
    await field(page, 'Product URL').fill(address)
    await expect.poll(() => field(page, 'Name').inputValue()).toBe(`Simulated T-shirt ${code}`)
    await field(page, 'Name').fill('Bench shirt')
    await card(page).getByText('Bench shirt', { exact: true }).first().waitFor()
    await submitProduct(page).click()
    await admin.toast('Product added successfully!').waitFor()
    await page.getByText(/^Bench shirt is number \d+ in the list\.$/).waitFor()
    await isWhole(page)
  })
})
