import type { Page } from 'playwright-core'
import type { Visit } from '#support/visit.ts'

/** The parts of the login form. */
export const email = (page: Page) => page.getByLabel('Email', { exact: true })
export const password = (page: Page) => page.getByLabel('Password', { exact: true })
export const button = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
export const alert = (page: Page) => page.getByRole('main').getByRole('alert')

/** Has no account. */
export const someone = { email: 'unknown@chopmark.example', password: 'not this one' }

export async function logIn({ page }: Visit, who: { email: string; password: string }): Promise<void> {
  await email(page).fill(who.email)
  await password(page).fill(who.password)
  await button(page).click()
}

/** The same where something else has led to the login page. */
export async function logInHere(visit: Visit, who: { email: string; password: string }): Promise<void> {
  await visit.page.waitForURL('**/login')
  await visit.hydrated()
  await logIn(visit, who)
}
