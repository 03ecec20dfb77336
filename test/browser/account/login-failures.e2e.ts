import { describe, expect } from 'vitest'
import { createPassword, putAccount } from '#support/users.ts'
import { allow, focusedName, open, readFieldError } from '../support/account-page.ts'
import { readStoredSession, test } from '../support/accounts.ts'
import { abortCall, fulfillCall } from '../support/calls.ts'
import { alert, button, email, logIn, password, someone } from './login-page.ts'

describe('a login that fails', () => {
  test('reports two missing fields once with links, and focuses a single missing field', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/login')
    const { page } = visit
    await button(page).click()
    await alert(page).getByText('Please fill in all fields', { exact: true }).waitFor()
    await expect.poll(() => alert(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await expect.poll(() => page.title()).toBe('Error: Sign in · Chopmark')
    await expect.poll(() => readFieldError(page, 'Email')).toBe('Enter your email address')
    await expect.poll(() => readFieldError(page, 'Password')).toBe('Enter your password')

    await alert(page).getByRole('link', { name: 'Enter your password' }).click()
    await expect.poll(() => focusedName(page)).toBe('password')
    await expect.poll(() => page.url()).toBe(`${site.origin}/login`)
    await page.keyboard.type('x')
    await expect.poll(() => readFieldError(page, 'Password')).toBe('')
    await email(page).fill('a')
    await expect.poll(() => page.title()).toBe('Sign in · Chopmark')

    await email(page).fill(someone.email)
    await password(page).fill('')
    await button(page).click()
    await alert(page).getByText('Please fill in all fields', { exact: true }).waitFor()
    await expect.poll(() => focusedName(page)).toBe('password')
    await expect.poll(() => email(page).inputValue()).toBe(someone.email)
    await expect.poll(() => readFieldError(page, 'Email')).toBe('')
    expect(visit.apiCalls.filter((call) => call.includes('/auth/'))).toEqual([])
  })

  test('reports a password that is too long, not missing fields', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/login')
    await logIn(visit, { ...someone, password: 'x'.repeat(1025) })
    await expect.poll(() => readFieldError(visit.page, 'Password')).toBe('This password is too long.')
    await expect.poll(() => focusedName(visit.page)).toBe('password')
    await expect.poll(() => visit.page.getByText('Please fill in all fields').count()).toBe(0)
  })

  test('clears only the password when it is wrong', async ({ site, asVisitor }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/login')
    await logIn(visit, { ...account, password: createPassword() })
    await alert(visit.page).getByText('Invalid username or password', { exact: true }).waitFor()
    await expect.poll(() => email(visit.page).inputValue()).toBe(account.email)
    await expect.poll(() => password(visit.page).inputValue()).toBe('')
    await expect.poll(() => focusedName(visit.page)).toBe('password')
    await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
    await password(visit.page).fill(account.password)
    await button(visit.page).click()
    await visit.page.waitForURL(`${site.origin}/`)
  })

  test('shows the server’s message, or its own', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/login')
    // No sentence comes twice in a row, so that each is seen to be the answer's.
    for (const [status, body, sentence] of [
      [
        429,
        { message: 'Too many attempts. Please try again later.', code: 'TOO_MANY' },
        'Too many attempts. Please try again later.',
      ],
      [401, {}, 'Invalid username or password'],
      [403, { message: 'This account is blocked.', code: 'ACCOUNT_BLOCKED' }, 'This account is blocked.'],
      [502, { error: 'Bad gateway' }, 'Invalid username or password'],
      [201, { data: { approvalToken: 'x', user: {} } }, 'Unexpected response from server.'],
      [401, {}, 'Invalid username or password'],
      [200, { data: {} }, 'Unexpected response from server.'],
    ] as const) {
      await fulfillCall(visit.page, '/auth/login', status, body)
      await logIn(visit, someone)
      await alert(visit.page).getByText(sentence, { exact: true }).waitFor()
      await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
      await button(visit.page).waitFor()
      await visit.page.unroute('**/api/v1/auth/login*')
    }
  })

  test('keeps all values without a response, and shows what to do', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/login')
    await abortCall(visit.page, '/auth/login')
    await logIn(visit, someone)
    await alert(visit.page).getByText('Failed to login. Please try again.', { exact: true }).waitFor()
    await alert(visit.page).getByText('Check your connection.', { exact: true }).waitFor()
    await expect.poll(() => email(visit.page).inputValue()).toBe(someone.email)
    await expect.poll(() => password(visit.page).inputValue()).toBe(someone.password)
    await expect.poll(() => visit.page.title()).toBe('Error: Sign in · Chopmark')
  })
})
