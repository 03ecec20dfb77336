import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { putAccount } from '#support/users.ts'
import { logInHere } from '../account/login-page.ts'
import { test } from '../support/accounts.ts'
import { abortCall, fulfillCall, rejectCall } from '../support/calls.ts'
import { add, listSentCalls, open, remove, titles, view } from '../support/collection-page.ts'
import { items, title } from '../support/product-page.ts'
import { readToast } from '../support/toast.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Add to Collection' })
const saved = (page: Page) => page.getByRole('button', { name: 'In your collection' })

describe('Add to Collection', () => {
  test('saves the item with a message, and removes it only after confirmation', async ({ asMember }) => {
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
    expect(listSentCalls(visit, remove)).toEqual([])
    await page.keyboard.press('Escape')
    await visit.dialog().waitFor({ state: 'detached' })
    await expect.poll(() => saved(page).evaluate((node) => node === document.activeElement)).toBe(true)
    await saved(page).press('Enter')
    await visit.dialog('In your collection').getByRole('button', { name: 'Remove' }).click()
    const question = visit.dialog('Are you sure?')
    await question.getByText("You won't be able to revert this!").waitFor()
    expect(listSentCalls(visit, remove)).toEqual([])
    await question.getByRole('button', { name: 'Yes, delete it!' }).click()
    const toast = visit.toast('Deleted! Varient has been deleted.')
    await toast.waitFor()
    await button(page).waitFor()
    const savedResponse = page.waitForResponse((response) =>
      response.url().includes('/users/addToCollection'),
    )
    await toast.getByRole('button', { name: 'Undo' }).click()
    await saved(page).waitFor()
    await savedResponse // the button changes before the response
    await open(visit, '/collection')
    await expect.poll(() => titles(page).allInnerTexts()).toEqual([title])
  })

  test('requests the collection only for users, once after the page is loaded', async ({
    asVisitor,
    asMember,
    site,
  }) => {
    const visitor = await asVisitor({ origin: site.origin })
    await open(visitor, items.sneaker)
    await visitor.page.waitForLoadState('networkidle')
    expect(listSentCalls(visitor, view)).toEqual([])
    const member = await asMember()
    await open(member, items.sneaker)
    await expect.poll(() => listSentCalls(member, view).length).toBe(1)
  })

  test("shows the server's message, or our own when the response has none or is missing", async ({
    asMember,
  }) => {
    const visit = await asMember({ allow: [/409/, /500/, /net::ERR_FAILED/] })
    const page = await open(visit, items.sneaker)
    const expectMessage = async (message: string) => {
      await button(page).click()
      await expect.poll(() => visit.toast(message).getAttribute('role')).toBe('alert')
      await button(page).waitFor()
      await readToast(page, message)
      await page.unroute(`**/api/v1${add}*`)
    }
    await rejectCall(page, add, 'Your collection is full (1,000 items). Remove one to add another.')
    await expectMessage('Your collection is full (1,000 items). Remove one to add another.')
    await fulfillCall(page, add, 202, {})
    await expectMessage('Failed to add product to collection.')
    await fulfillCall(page, add, 500, {})
    await expectMessage('Something went wrong!')
    await abortCall(page, add)
    await expectMessage('An error occurred while adding to collection.')
  })
})

describe('Add to Collection without a login', () => {
  test('sends a visitor to the login with the reason, is executed after it, and can be undone', async ({
    asVisitor,
    site,
  }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    const page = await open(visit, items.sneaker)
    // "Add to Collection is disabled when not logged in": it sends no request, but opens the login.
    await expect.poll(() => button(page).getAttribute('aria-disabled')).toBe(null)
    await expect
      .poll(() => button(page).getAttribute('title'))
      .toBe('Please login to add this product to collection')
    await button(page).press('Enter')
    expect(listSentCalls(visit, add)).toEqual([])
    await logInHere(visit, account)
    await page.waitForURL(`**${items.sneaker}`)
    const toast = visit.toast('Added to your collection. We saved it after you logged in.')
    await toast.waitFor()
    await saved(page).waitFor()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => listSentCalls(visit, remove).length).toBe(1)
    await button(page).waitFor()
    await page.reload()
    await visit.hydrated()
    await expect.poll(() => listSentCalls(visit, view).length).toBeGreaterThan(1)
    expect(listSentCalls(visit, add)).toHaveLength(1)
  })

  test('is discarded when the visitor opens another page instead', async ({ asVisitor, site }) => {
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
    await expect.poll(() => listSentCalls(visit, view).length).toBe(1)
    expect(listSentCalls(visit, add)).toEqual([])
  })

  test('is absent without JavaScript', async ({ asVisitor, site }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    await page.goto(items.sneaker)
    await expect.poll(() => button(page).count()).toBe(0)
  })
})
