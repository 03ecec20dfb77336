import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { putAccount } from '#support/users.ts'
import { logInHere } from '../account/login-page.ts'
import { test } from '../support/accounts.ts'
import { answered, lost, refused } from '../support/calls.ts'
import { add, open, remove, sent, titles, view } from '../support/collection-page.ts'
import { items, title } from '../support/product-page.ts'
import { readToast } from '../support/toast.ts'

const button = (page: Page) =>
  page.getByRole('button', { name: 'Add to Collection' }).filter({ visible: true })

describe('Add to Collection', () => {
  test('keeps the item, shows it pressed, and takes it back', async ({ asMember }) => {
    const visit = await asMember()
    const page = await open(visit, items.sneaker)
    await expect.poll(() => button(page).getAttribute('aria-disabled')).toBe(null)
    await expect.poll(() => page.getByText('Please login to add this product to collection').count()).toBe(0)
    await button(page).click()
    await visit.toast('Added to your collection.').waitFor()
    await expect.poll(() => button(page).getAttribute('aria-pressed')).toBe('true')

    await page.reload()
    await visit.hydrated()
    await expect.poll(() => button(page).getAttribute('aria-pressed')).toBe('true')
    await button(page).press('Enter')
    const said = visit.toast('Deleted! Varient has been deleted.')
    await said.waitFor()
    await expect.poll(() => button(page).getAttribute('aria-pressed')).toBe('false')
    const kept = page.waitForResponse((response) => response.url().includes('/users/addToCollection'))
    await said.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => button(page).getAttribute('aria-pressed')).toBe('true')
    await kept // pressed is shown before
    await open(visit, '/collection')
    await expect.poll(() => titles(page).allInnerTexts()).toEqual([title])
  })

  test('stands beside Buy on a phone', async ({ asMember }) => {
    const visit = await asMember({ width: 360, touch: true })
    const page = await open(visit, items.sneaker)
    const bar = page.locator('.buy-bar')
    const mark = bar.getByRole('button', { name: 'Add to Collection' })
    await expect.poll(() => mark.boundingBox()).toMatchObject({ width: 52, height: 52 })
    await mark.tap()
    await visit.toast('Added to your collection.').waitFor()
    for (const one of await page.getByRole('button', { name: 'Add to Collection' }).all())
      await expect.poll(() => one.getAttribute('aria-pressed')).toBe('true')
  })

  test('asks what is kept for members alone, once the page stands', async ({ asVisitor, asMember, site }) => {
    const visitor = await asVisitor({ origin: site.origin })
    await open(visitor, items.sneaker)
    await visitor.page.waitForLoadState('networkidle')
    expect(sent(visitor, view)).toEqual([])
    const member = await asMember()
    await open(member, items.sneaker)
    await expect.poll(() => sent(member, view).length).toBe(1)
  })

  test('says the sentence of the server when it refuses, and has one for an answer without one and for none', async ({
    asMember,
  }) => {
    const visit = await asMember({ allow: [/409/, /500/, /net::ERR_FAILED/] })
    const page = await open(visit, items.sneaker)
    const tells = async (sentence: string) => {
      await button(page).click()
      await expect.poll(() => visit.toast(sentence).getAttribute('role')).toBe('alert')
      await expect.poll(() => button(page).getAttribute('aria-pressed')).toBe('false')
      await readToast(page, sentence)
      await page.unroute(`**/api/v1${add}*`)
    }
    await refused(page, add, 'Your collection is full (1,000 items). Remove one to add another.')
    await tells('Your collection is full (1,000 items). Remove one to add another.')
    await answered(page, add, 202, {})
    await tells('Failed to add product to collection.')
    await answered(page, add, 500, {})
    await tells('Something went wrong!')
    await lost(page, add)
    await tells('An error occurred while adding to collection.')
  })
})

describe('Add to Collection without a login', () => {
  test('says why it does nothing, in sight, is carried out after the login, and can be undone', async ({
    asVisitor,
    site,
  }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit, items.sneaker)
    await page.getByText('Please login to add this product to collection', { exact: true }).waitFor()
    await expect.poll(() => button(page).getAttribute('aria-disabled')).toBe('true')
    await expect
      .poll(() => button(page).getAttribute('title'))
      .toBe('Please login to add this product to collection')
    await button(page).press('Enter')
    expect(sent(visit, add)).toEqual([])
    await logInHere(visit, account)
    await page.waitForURL(`**${items.sneaker}`)
    const said = visit.toast('Added to your collection. We saved it after you logged in.')
    await said.waitFor()
    await expect.poll(() => button(page).getAttribute('aria-pressed')).toBe('true')
    await said.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => sent(visit, remove).length).toBe(1)
    await expect.poll(() => button(page).getAttribute('aria-pressed')).toBe('false')
    await page.reload()
    await visit.hydrated()
    await expect.poll(() => sent(visit, view).length).toBeGreaterThan(1)
    expect(sent(visit, add)).toHaveLength(1)
  })

  test('is forgotten by whoever goes elsewhere instead', async ({ asVisitor, site }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit, items.sneaker)
    await button(page).press('Enter')
    await page.waitForURL('**/login')
    await open(visit, items.jacket)
    await page.goto('/login')
    await logInHere(visit, account)
    await page.waitForURL((url) => url.pathname === '/')
    await open(visit, items.sneaker)
    await expect.poll(() => sent(visit, view).length).toBe(1)
    expect(sent(visit, add)).toEqual([])
  })

  test('is not there without script', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    await page.goto(items.sneaker)
    await expect.poll(() => button(page).count()).toBe(0)
  })
})
