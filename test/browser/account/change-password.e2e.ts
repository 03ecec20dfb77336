import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createPassword, putAccount } from '#support/users.ts'
import type { Visit } from '#support/visit.ts'
import { allow, focusedName, readFieldError } from '../support/account-page.ts'
import { logIn, readStoredSession, signIn, test } from '../support/accounts.ts'
import { cleanAtBothWidths, setWidth } from '../support/both-widths.ts'
import { expectNoOverflow } from '../support/box.ts'
import { abortCall, fulfillCall, holdCall } from '../support/calls.ts'
import { widths } from '../support/test.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Change Password', exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

/** Its form is there once it is known who is there. */
async function openForm({ page }: Visit, path = '/change-password'): Promise<void> {
  await page.goto(path)
  await button(page).waitFor()
}

async function change(page: Page, current: string, next: string, confirm = next): Promise<void> {
  await page.getByLabel('Current Password', { exact: true }).fill(current)
  await page.getByLabel('New Password', { exact: true }).fill(next)
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirm)
  await button(page).click()
}

describe.each([
  { path: '/change-password', role: 'user' as const },
  { path: '/dashboard/change-password', role: 'admin' as const },
])('the form at $path', ({ path, role }) => {
  test('sets a password, confirms it, then opens the login page', async ({ site, asVisitor }) => {
    const account = await putAccount(site, { role })
    const visit = await asVisitor({ origin: site.origin, allow })
    const { page, toast } = visit
    await signIn(visit, site, account)
    await openForm(visit, path)
    const password = createPassword()
    await change(page, account.password, password)
    await toast('Password updated successfully!').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    await page.waitForURL(`${site.origin}/login`)
    await toast('Try login with new password').waitFor()
    await page.getByText('Your password was changed.', { exact: true }).waitFor()
    await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
    await logIn(visit, { ...account, password })
    await expect
      .poll(() => new URL(page.url()).pathname)
      .toBe(role === 'admin' ? '/dashboard/admin-home' : '/')
  })

  test('requires all three, and reports a short password and a mismatch', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    await signIn(visit, site, await putAccount(site, { role }))
    await openForm(visit, path)
    await button(page).click()
    await alert(page).getByText('Check these three fields', { exact: true }).waitFor()
    const sentences = [
      'Current password is required',
      'New password is required',
      'Confirm password is required',
    ]
    await expect.poll(() => alert(page).getByRole('link').allTextContents()).toEqual(sentences)
    await expect.poll(() => readFieldError(page, 'Current Password')).toBe(sentences[0])
    await expect.poll(() => readFieldError(page, 'New Password')).toBe(sentences[1])
    await expect.poll(() => readFieldError(page, 'Confirm Password')).toBe(sentences[2])
    await expect.poll(() => page.title()).toBe('Error: Change Password · Chopmark')
    await change(page, 'x', '12345')
    await expect
      .poll(() => readFieldError(page, 'New Password'))
      .toBe('Password must be at least 6 characters long')
    await change(page, 'x', 'quiet river', 'quiet lake')
    await visit.toast('Password did not Match!').waitFor()
    await expect.poll(() => readFieldError(page, 'Confirm Password')).toBe('Passwords do not match')
    expect(visit.apiCalls.filter((call) => call.includes('changePassword'))).toEqual([])
  })
})

describe('a password that is not changed', () => {
  test('because the current one is wrong, shows an error beside it', async ({ site, asVisitor }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin, allow })
    const { page } = visit
    await signIn(visit, site, account)
    await openForm(visit)
    await change(page, createPassword(), createPassword())
    await expect.poll(() => readFieldError(page, 'Current Password')).toBe('Current password is incorrect')
    await expect.poll(() => focusedName(page)).toBe('oldPassword')
    await change(page, account.password, 'password1')
    await expect.poll(() => readFieldError(page, 'New Password')).toBe('This password is too common.')
    await expect.poll(async () => (await readStoredSession(visit)).token).not.toBeNull()
  })

  test('because of a limit, an error or no response, shows an error and keeps the typed values', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    await signIn(visit, site, await putAccount(site))
    await openForm(visit)
    const tells = async (sentence: string) => {
      await change(visit.page, 'quiet lake', 'quiet river')
      await alert(visit.page).getByText(sentence, { exact: true }).waitFor()
      await expect
        .poll(() => visit.page.getByLabel('New Password', { exact: true }).inputValue())
        .toBe('quiet river')
      await expect.poll(async () => (await readStoredSession(visit)).token).not.toBeNull()
      await visit.page.unroute('**/api/v1/auth/changePassword*')
    }
    await fulfillCall(visit.page, '/auth/changePassword', 500, {})
    await tells('Failed to change password')
    const message = 'Too many attempts. Please try again later.'
    await fulfillCall(visit.page, '/auth/changePassword', 429, { message, code: 'TOO_MANY' })
    await tells(message)
    await abortCall(visit.page, '/auth/changePassword')
    await tells('Failed to change password')
  })
})

test('shows progress while changing, and sends once', async ({ site, asVisitor }) => {
  const account = await putAccount(site)
  const visit = await asVisitor({ origin: site.origin })
  const { page } = visit
  await signIn(visit, site, account)
  await openForm(visit)
  const { go } = await holdCall(page, '/auth/changePassword')
  await change(page, account.password, createPassword())
  const busy = page.getByRole('button', { name: 'Saving…', exact: true })
  await busy.click()
  go()
  await visit.toast('Password updated successfully!').waitFor()
  await busy.click() // still busy, because the page is about to go
  await page.waitForURL(`${site.origin}/login`)
  expect(visit.apiCalls.filter((call) => call.endsWith('/auth/changePassword'))).toHaveLength(1)
})

test('each of the three passwords has a named button to show it', async ({ site, asVisitor }) => {
  const visit = await asVisitor({ origin: site.origin })
  await signIn(visit, site, await putAccount(site))
  await openForm(visit)
  for (const name of ['current', 'new', 'confirm']) {
    await visit.page.getByRole('button', { name: `Show ${name} password`, exact: true }).click()
    const field = visit.page.getByLabel(new RegExp(`^${name} password$`, 'i'))
    await expect.poll(() => field.getAttribute('type')).toBe('text')
  }
  const kinds = await visit.page
    .getByRole('main')
    .locator('input')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  expect(kinds).toEqual(['current-password', 'new-password', 'new-password'])
})

test('the form is clean for axe at both widths, and fits, with errors too', async ({ site, asVisitor }) => {
  const visit = await asVisitor({ origin: site.origin, width: 360, reducedMotion: true })
  await signIn(visit, site, await putAccount(site))
  await openForm(visit)
  await cleanAtBothWidths(visit.page)
  await button(visit.page).click()
  await alert(visit.page).waitFor()
  await cleanAtBothWidths(visit.page)
  for (const width of widths) {
    await setWidth(visit.page, width)
    await expectNoOverflow(visit.page)
  }
})
