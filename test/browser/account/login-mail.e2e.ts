import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SharedSite } from '#support/site.ts'
import { type Credentials, createUser, putAccount, waitForLink } from '#support/users.ts'
import type { Visit } from '#support/visit.ts'
import { allow, open, testAccess } from '../support/account-page.ts'
import { test } from '../support/accounts.ts'
import { apiOf } from '../support/admin-api.ts'
import { abortCall, fulfillCall } from '../support/calls.ts'
import { readToast } from '../support/toast.ts'

const email = (page: Page) => page.getByLabel('Email', { exact: true })

/** Registered, and nothing more. */
async function anUnverified(site: SharedSite): Promise<Credentials> {
  const account = createUser()
  await apiOf(site)('POST /users/createUser', { body: { name: 'Ann Lee', ...account } })
  return account
}

async function logIn({ page }: Visit, who: { email: string; password: string }): Promise<void> {
  await email(page).fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('a login with an address that is not verified', () => {
  test('offers to send the email again, and sends it', async ({ site, asVisitor }) => {
    const account = await anUnverified(site)
    const first = await waitForLink(site, account.email, '/verify-email')
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/login')
    await logIn(visit, account)
    const prompt = visit.dialog('Email not verified')
    await prompt.getByText('Would you like us to resend the verification email?', { exact: true }).waitFor()
    await prompt.getByText(`We'll send it to ${account.email}. The link works for 24 hours.`).waitFor()
    await prompt.getByRole('button', { name: 'Resend', exact: true }).click()
    await visit.toast('Verification email resent. Check your inbox.').waitFor()
    await expect
      .poll(async () => (await waitForLink(site, account.email, '/verify-email')).href)
      .not.toBe(first.href)
    await expect.poll(() => email(visit.page).inputValue()).toBe(account.email)
  })

  test('counts down before the email can be requested again', async ({ site, asVisitor }) => {
    const account = await anUnverified(site)
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/login')
    await logIn(visit, account)
    const prompt = visit.dialog('Email not verified')
    await prompt.getByRole('button', { name: 'Resend', exact: true }).click()
    await prompt.waitFor({ state: 'detached' })
    await visit.toast('Verification email resent. Check your inbox.').waitFor()

    await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const counting = prompt.getByRole('button', { name: /^Resend in \d+ s$/ })
    await counting.waitFor()
    await expect.poll(() => counting.getAttribute('aria-disabled')).toBe('true')
    const countdown = await counting.textContent()
    await expect.poll(() => counting.textContent()).not.toBe(countdown)
    await counting.dispatchEvent('click')
    await prompt.getByRole('button', { name: 'Cancel' }).click()
    await visit.toast('Email verification required to continue.').waitFor()
    expect(visit.apiCalls.filter((call) => call.endsWith('/users/requestVerificationEmail'))).toHaveLength(1)
  })

  test('closes by Cancel and Escape, and shows why the email could not be sent', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/login')
    const account = await anUnverified(site)
    const prompt = visit.dialog('Email not verified')
    for (const key of ['Enter', 'Escape']) {
      await logIn(visit, account)
      await expect.poll(() => visit.page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
      await visit.page.keyboard.press(key)
      await prompt.waitFor({ state: 'detached' })
      await expect.poll(() => visit.page.evaluate(() => document.activeElement?.textContent)).toBe('Sign in')
      await readToast(visit.page, 'Email verification required to continue.')
    }
    await fulfillCall(visit.page, '/users/requestVerificationEmail', 429, {
      message: 'Too many attempts. Please try again later.',
      code: 'TOO_MANY',
    })
    await logIn(visit, account)
    await prompt.getByRole('button', { name: 'Resend' }).click()
    await visit.toast('Too many attempts. Please try again later.').waitFor()
  })
})

describe('Forgot Password', () => {
  const popup = ({ dialog }: Visit) => dialog('Forgot Password')
  const sendMail = (visit: Visit) => popup(visit).getByRole('button', { name: 'Send Mail', exact: true })
  const ask = async (visit: Visit) => {
    await visit.page.getByRole('link', { name: 'Forgot Password' }).click()
    await popup(visit).waitFor()
  }

  test('opens with the typed email address, and sends a link', async ({ site, asVisitor }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/login')
    await email(visit.page).fill(account.email)
    await ask(visit)
    await expect.poll(() => popup(visit).getByLabel('Email').inputValue()).toBe(account.email)
    await popup(visit).getByLabel('Email').press('Enter')
    await visit.toast('Please check your mail!').waitFor()
    await popup(visit).waitFor({ state: 'detached' })
    const link = await waitForLink(site, account.email, '/reset-password')
    expect([...link.searchParams.keys()].toSorted()).toEqual(['id', 'token'])
  })

  test.for(['', 'unknown@chopmark.example'])(
    'says the same for an address without an account, and leaves the form behind it alone, with "%s" typed there',
    async (typed, { site, asVisitor }) => {
      const visit = await asVisitor({ origin: site.origin })
      await open(visit, '/login')
      const title = await visit.page.title()
      await email(visit.page).fill(typed)
      await visit.page.getByLabel('Password', { exact: true }).fill('typed already')
      await ask(visit)
      await popup(visit).getByLabel('Email').fill('unknown@chopmark.example')
      await sendMail(visit).click()
      await visit.toast('Please check your mail!').waitFor()
      await popup(visit).waitFor({ state: 'detached' })
      expect(visit.apiCalls.filter((call) => /\/(auth|users)\//.test(call))).toEqual([
        'POST /api/v1/auth/forgetPassword',
      ])
      await expect
        .poll(() => visit.page.locator('.err, [role=alert]').filter({ visible: true }).allTextContents())
        .toEqual([])
      await expect.poll(() => email(visit.page).getAttribute('aria-invalid')).not.toBe('true')
      await expect.poll(() => visit.page.title()).toBe(title)
    },
  )

  test('closes by its icon, Esc and a click outside, and restores the focus', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/login')
    const ways = [
      () => popup(visit).getByRole('button', { name: 'Close' }).click(),
      () => visit.page.keyboard.press('Escape'),
      () => visit.page.mouse.click(20, 400),
    ]
    for (const leave of ways) {
      await ask(visit)
      await expect
        .poll(() => visit.page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
        .toBe(true)
      await leave()
      await popup(visit).waitFor({ state: 'detached' })
      await expect
        .poll(() => visit.page.evaluate(() => document.activeElement?.textContent))
        .toBe('Forgot Password')
    }
    await expect.poll(() => visit.page.url()).toBe(`${site.origin}/login`)
  })

  test('traps the focus, and validates the address', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/login')
    await ask(visit)
    for (let presses = 0; presses < 6; presses++) {
      await visit.page.keyboard.press('Tab')
      const isInside = () =>
        visit.page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)
      await expect.poll(isInside).toBe(true)
    }
    await sendMail(visit).click()
    await popup(visit).getByText('Email address is required', { exact: true }).waitFor()
    await popup(visit).getByLabel('Email').fill('unknown')
    await popup(visit).getByText('Please enter a valid email address.', { exact: true }).waitFor()
    await popup(visit).getByLabel('Email').fill('unknown@chopmark.example')
    await popup(visit).getByText('Please enter a valid email address.').waitFor({ state: 'detached' })
    expect(visit.apiCalls.filter((call) => call.includes('/auth/'))).toEqual([])
  })

  test('reports a limit, an error or no response, and keeps the address', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/login')
    await ask(visit)
    await popup(visit).getByLabel('Email').fill('unknown@chopmark.example')
    const tells = async (sentence: string) => {
      await sendMail(visit).click()
      await popup(visit).getByRole('alert').getByText(sentence, { exact: true }).waitFor()
      await expect.poll(() => popup(visit).getByLabel('Email').inputValue()).toBe('unknown@chopmark.example')
      await visit.page.unroute('**/api/v1/auth/forgetPassword*')
    }
    await fulfillCall(visit.page, '/auth/forgetPassword', 500, {})
    await tells('Failed to send email.')
    const message = 'Too many attempts. Please try again later.'
    await fulfillCall(visit.page, '/auth/forgetPassword', 429, { message, code: 'TOO_MANY' })
    await tells(message)
    await abortCall(visit.page, '/auth/forgetPassword')
    await tells('Failed to send email.')
  })

  test('is open at once when the URL requests it', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await visit.page.goto('/login#forgot-password')
    await popup(visit).waitFor()
    await expect.poll(() => visit.page.url()).toBe(`${site.origin}/login`)
    await popup(visit).getByRole('button', { name: 'Close' }).click()
    await popup(visit).waitFor({ state: 'detached' })
    await visit.page.reload()
    await visit.hydrated()
    await expect.poll(() => popup(visit).count()).toBe(0)
  })
})

describe('the dialogs of the login page', () => {
  testAccess({
    path: '/login',
    heading: 'Welcome back',
    states: {
      'Forgot Password': async ({ page, dialog }) => {
        await page.getByRole('link', { name: 'Forgot Password' }).click()
        await dialog('Forgot Password').getByRole('button', { name: 'Send Mail' }).click()
        await dialog('Forgot Password').getByText('Email address is required').waitFor()
      },
      'Email not verified': async (visit) => {
        await fulfillCall(visit.page, '/auth/login', 403, {
          message: 'User is not verified.',
          code: 'EMAIL_NOT_VERIFIED',
        })
        await logIn(visit, { email: 'size-eu-43@example.org', password: 'not this one' })
        await visit.dialog('Email not verified').waitFor()
      },
    },
  })
})
