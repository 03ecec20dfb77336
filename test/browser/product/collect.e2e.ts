import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { putAccount } from '#support/users.ts'
import { logInHere } from '../account/login-page.ts'
import { test } from '../support/accounts.ts'
import { lost, refused, respond } from '../support/calls.ts'
import { add, open, remove, sent, titles, view } from '../support/collection-page.ts'
import { items, title } from '../support/product-page.ts'
import { readToast } from '../support/toast.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Add to Collection' })
const saved = (page: Page) => page.getByRole('button', { name: 'In your collection' })

describe('Add to Collection', () => {
  test('keeps the item and says so, and removes it only when that is asked for and confirmed', async ({
    asMember,
  }) => {
    const visit = await asMember()
    const page = await open(visit, items.sneaker)
    await expect.poll(() => button(page).getAttribute('title')).toBe(null)
    await button(page).click()
    await visit.toast('Added to your collection.').waitFor()
    await saved(page).waitFor()

    await page.reload()
    await visit.hydrated()
    await saved(page).press('Enter')
    await visit.dialog('In your collection').waitFor()
    expect(sent(visit, remove)).toEqual([])
    await page.keyboard.press('Escape')
    await visit.dialog().waitFor({ state: 'detached' })
    await expect.poll(() => saved(page).evaluate((node) => node === document.activeElement)).toBe(true)
    await saved(page).press('Enter')
    await visit.dialog('In your collection').getByRole('button', { name: 'Remove' }).click()
    const question = visit.dialog('Are you sure?')
    await question.getByText("You won't be able to revert this!").waitFor()
    expect(sent(visit, remove)).toEqual([])
    await question.getByRole('button', { name: 'Yes, delete it!' }).click()
    const said = visit.toast('Deleted! Varient has been deleted.')
    await said.waitFor()
    await button(page).waitFor()
    const kept = page.waitForResponse((response) => response.url().includes('/users/addToCollection'))
    await said.getByRole('button', { name: 'Undo' }).click()
    await saved(page).waitFor()
    await kept // shown before
    await open(visit, '/collection')
    await expect.poll(() => titles(page).allInnerTexts()).toEqual([title])
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
      await button(page).waitFor()
      await readToast(page, sentence)
      await page.unroute(`**/api/v1${add}*`)
    }
    await refused(page, add, 'Your collection is full (1,000 items). Remove one to add another.')
    await tells('Your collection is full (1,000 items). Remove one to add another.')
    await respond(page, add, 202, {})
    await tells('Failed to add product to collection.')
    await respond(page, add, 500, {})
    await tells('Something went wrong!')
    await lost(page, add)
    await tells('An error occurred while adding to collection.')
  })
})

describe('Add to Collection without a login', () => {
  test('leads to the login and says why, is carried out after it, and can be undone', async ({
    asVisitor,
    site,
  }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit, items.sneaker)
    // "Add to Collection is disabled when not logged in": it sends nothing, yet leads on.
    await expect.poll(() => button(page).getAttribute('aria-disabled')).toBe(null)
    await expect
      .poll(() => button(page).getAttribute('title'))
      .toBe('Please login to add this product to collection')
    await button(page).press('Enter')
    expect(sent(visit, add)).toEqual([])
    await logInHere(visit, account)
    await page.waitForURL(`**${items.sneaker}`)
    const said = visit.toast('Added to your collection. We saved it after you logged in.')
    await said.waitFor()
    await saved(page).waitFor()
    await said.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => sent(visit, remove).length).toBe(1)
    await button(page).waitFor()
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
