import type { Page, Request } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SharedSite } from '#support/site.ts'
import { createPassword, putAccount, type TestAccount, waitForLink } from '#support/users.ts'
import { allow, focusedName, open, readFieldError, testLooks } from '../support/account-page.ts'
import { logIn, readStoredSession, signIn, test } from '../support/accounts.ts'
import { apiOf } from '../support/admin-api.ts'
import { abortCall, fulfillCall } from '../support/calls.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Reset Password', exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const aLink = '/reset-password?id=user-1&token=some-secret'
const readToken = (page: Page) => page.evaluate(() => sessionStorage.getItem('reset-token'))

async function mailedLink(site: SharedSite, { email }: TestAccount): Promise<URL> {
  await apiOf(site)('POST /auth/forgetPassword', { body: { email } })
  return waitForLink(site, email, '/reset-password')
}

async function setPassword(page: Page, password: string, confirm = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirm)
  await button(page).click()
}

describe('the reset page', () => {
  test('sets a password by an emailed link and does not leak its token', async ({ site, asVisitor }) => {
    const account = await putAccount(site)
    const link = await mailedLink(site, account)
    const token = link.searchParams.get('token') ?? ''
    const visit = await asVisitor({ origin: site.origin })
    const { page, hydrated } = visit
    const seen: Request[] = []
    visit.context.on('request', (request) => seen.push(request))

    await page.goto(link.href)
    await page.waitForURL(`${site.origin}/reset-password`)
    await hydrated()
    await page.reload() // it is still there
    await hydrated()
    await expect
      .poll(() => page.evaluate(() => document.body.innerText + document.title))
      .not.toContain(token)
    await expect.poll(() => readToken(page)).toContain(token)
    const password = createPassword()
    await setPassword(page, password)
    await page.waitForURL(`${site.origin}/login`)
    await visit.toast('Password changed successfully!').waitFor()
    await expect.poll(() => readToken(page)).toBeNull()

    const carriers = seen.filter((request) => request.headers().authorization === token)
    expect(carriers.map((request) => new URL(request.url()).pathname)).toEqual(['/api/v1/auth/resetPassword'])
    const others = seen.filter((request) => request.url() !== link.href)
    const texts = others.map(
      (request) => `${request.url()} ${request.headers().referer} ${request.postData()}`,
    )
    expect(texts.filter((text) => text.includes(token))).toEqual([])

    await logIn(visit, { ...account, password })
  })

  test('does not change the session of another logged-in user', async ({ site, asVisitor }) => {
    const [forgetful, other] = [await putAccount(site), await putAccount(site)]
    const link = await mailedLink(site, forgetful)
    const visit = await asVisitor({ origin: site.origin })
    await signIn(visit, site, other)
    const before = await readStoredSession(visit)
    const sent = visit.page.waitForRequest('**/auth/resetPassword')
    await visit.page.goto(link.href)
    await visit.hydrated()
    await setPassword(visit.page, createPassword())
    expect((await sent).headers().authorization).toBe(link.searchParams.get('token'))
    // By way of /login, which sends members on; the toast is gone soon.
    await visit.page.waitForURL(`${site.origin}/`, { waitUntil: 'commit' })
    await visit.toast('Password changed successfully!').waitFor()
    await expect.poll(() => readStoredSession(visit)).toEqual(before)
  })

  test('reports a URL without id or token, and how to get a link', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    for (const query of ['', '?id=user-1', '?token=some-secret', '?id=&token=']) {
      await open(visit, `/reset-password${query}`)
      await page.getByRole('heading', { level: 1, name: 'Invalid reset link.', exact: true }).waitFor()
      await expect.poll(() => page.title()).toBe('Error: Reset password · Chopmark')
      await expect.poll(() => page.url()).toBe(`${site.origin}/reset-password`)
      await expect.poll(() => readToken(page)).toBeNull()
      await page.getByRole('link', { name: 'Request a new link', exact: true }).click()
      await page.waitForURL('**/login')
      await visit.dialog('Forgot Password').waitFor()
    }
  })

  test('reports a used link', async ({ site, asVisitor }) => {
    const account = await putAccount(site)
    const link = await mailedLink(site, account)
    const visit = await asVisitor({ origin: site.origin, allow })
    for (const outcome of ['new', 'used']) {
      await visit.page.goto(link.href)
      await visit.hydrated()
      await setPassword(visit.page, createPassword())
      if (outcome === 'new') await visit.page.waitForURL(`${site.origin}/login`)
    }
    await visit.page.getByRole('heading', { level: 1, name: 'Invalid reset link.', exact: true }).waitFor()
    await visit.page.getByRole('link', { name: 'Request a new link' }).waitFor()
    await expect.poll(() => focusedName(visit.page)).toBe('Invalid reset link.')
    await expect.poll(() => readToken(visit.page)).toBeNull()
  })

  test('validates both passwords', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    const { page } = visit
    await open(visit, aLink)
    await button(page).click()
    await alert(page).getByText('Check these two fields', { exact: true }).waitFor()
    await expect.poll(() => readFieldError(page, 'New Password')).toBe('New password is required')
    await expect.poll(() => readFieldError(page, 'Confirm Password')).toBe('Confirm password is required')
    await setPassword(page, '12345')
    await expect
      .poll(() => readFieldError(page, 'New Password'))
      .toBe('Password must be at least 6 characters long')
    await setPassword(page, 'quiet river', 'quiet lake')
    await expect.poll(() => readFieldError(page, 'Confirm Password')).toBe('Passwords do not match')
    await visit.toast('Password did not Match!').waitFor()
    await setPassword(page, 'password1')
    await expect.poll(() => readFieldError(page, 'New Password')).toBe('This password is too common.')
    await expect.poll(() => page.getByLabel('New Password', { exact: true }).inputValue()).toBe('password1')
  })

  test('reports a limit, an error or no response, and allows another try', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, aLink)
    const tells = async (sentence: string) => {
      await setPassword(visit.page, 'quiet river')
      await alert(visit.page).getByText(sentence, { exact: true }).waitFor()
      await expect.poll(() => readToken(visit.page)).toContain('some-secret')
      await visit.page.unroute('**/api/v1/auth/resetPassword*')
    }
    const message = 'Too many attempts. Please try again later.'
    await fulfillCall(visit.page, '/auth/resetPassword', 429, { message, code: 'TOO_MANY' })
    await tells(message)
    await fulfillCall(visit.page, '/auth/resetPassword', 500, {})
    await tells('Failed to reset password.')
    await abortCall(visit.page, '/auth/resetPassword')
    await tells('Something went wrong. Please try again.')
  })

  testLooks({
    path: aLink,
    heading: 'Reset password',
    states: {
      'with errors': async ({ page }) => {
        await button(page).click()
        await alert(page).waitFor()
      },
    },
  })
})

describe('the page for an invalid link', () => {
  testLooks({ path: '/reset-password', heading: 'Invalid reset link.' })
})
