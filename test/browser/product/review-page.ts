import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SharedSite } from '#support/site.ts'
import { putAccount } from '#support/users.ts'
import type { Visit } from '#support/visit.ts'
import { logInHere } from '../account/login-page.ts'
import { items } from '../support/product-page.ts'

export const call = '/review/postReview'
export const posts = ({ apiCalls }: Visit) => apiCalls.filter((apiCall) => apiCall.includes(call))
export const form = (page: Page) => page.getByRole('region', { name: /^(Add a Review|Edit your review)$/ })
export const comment = (page: Page) => form(page).getByLabel('Comment', { exact: true })
export const star = (page: Page, name: string) => form(page).getByRole('radio', { name, exact: true })
export const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit' })
export const login = (page: Page) => form(page).getByRole('link', { name: 'Log in to add a review' })
export const photoInput = (page: Page) => form(page).getByLabel('Add photos')
export const ownReview = (page: Page) => page.getByRole('article', { name: 'Your review' })

export async function open(visit: Visit, path: string = items.sneaker): Promise<Page> {
  await visit.page.goto(path)
  await visit.hydrated()
  if (path.startsWith('/product/')) await form(visit.page).scrollIntoViewIfNeeded()
  return visit.page
}

export async function write(page: Page, { text, stars }: { text: string; stars: string }): Promise<void> {
  await comment(page).fill(text)
  await star(page, stars).check()
}

export async function isEmpty(page: Page): Promise<void> {
  await expect.poll(() => comment(page).inputValue()).toBe('')
  await expect.poll(() => form(page).getByRole('radio', { checked: true }).count()).toBe(0)
}

/** Logs in by the form's link. */
export async function logIn(visit: Visit, site: SharedSite): Promise<void> {
  await login(visit.page).click()
  await logInHere(visit, await putAccount(site))
  await visit.page.waitForURL('**#add-review')
}
