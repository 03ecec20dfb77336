import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import type { Member } from './accounts.ts'

export const view = '/users/viewCollection'
export const add = '/users/addToCollection'
export const remove = '/users/removeFromCollection'

export const listSentCalls = ({ apiCalls }: Visit, path: string) =>
  apiCalls.filter((call) => call.includes(path))
export const cards = (page: Page) => page.locator('main').getByRole('listitem')
export const titles = (page: Page) => cards(page).getByRole('heading', { level: 3 })

export async function open(visit: Visit, path: string): Promise<Page> {
  await visit.page.goto(path)
  await visit.hydrated()
  return visit.page
}

/** Saves items by the API. The last one is the newest. */
export async function saveItems(
  { context, login }: Member,
  ...items: { productCode: string; storeName: string }[]
): Promise<void> {
  for (const params of items) {
    const headers = { authorization: login.approvalToken }
    const reply = await context.request.post(`/api/v1${add}`, { params, headers, data: {} })
    expect(reply.status()).toBe(200)
  }
}
