import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createPassword, putAccount, waitForLink } from '#support/users.ts'
import { allow, focusedName, open, readFieldError, testLooks } from '../support/account-page.ts'
import { logIn, test } from '../support/accounts.ts'
import { abortCall, fulfillCall, holdCall } from '../support/calls.ts'

type Person = { name: string; email: string; password: string; confirm: string }

const labels = {
  name: 'Full Name',
  email: 'Email address',
  password: 'Password',
  confirm: 'Confirm Password',
} as const
const button = (page: Page) => page.getByRole('button', { name: 'Create Account', exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

function aPerson(): Person {
  const password = createPassword()
  const email = `${randomBytes(6).toString('hex')}@chopmark.example`
  return { name: 'Ann Lee', email, password, confirm: password }
}

async function register(page: Page, person: Partial<Person>): Promise<void> {
  for (const name of ['name', 'email', 'password', 'confirm'] as const)
    await page.getByLabel(labels[name], { exact: true }).fill(person[name] ?? '')
  await button(page).click()
}

describe('the register page', () => {
  test('shows the whole form and its requirements without JavaScript', async ({ site, asVisitor }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false })
    await page.goto('/register')
    await expect.poll(() => page.title()).toBe('Create an account · Chopmark')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Create an account')
    const kinds = await Promise.all(
      Object.values(labels).map((label) =>
        page
          .getByLabel(label, { exact: true })
          .evaluate((input) => [input.getAttribute('type'), input.getAttribute('autocomplete')]),
      ),
    )
    expect(kinds).toEqual([
      [null, 'name'],
      ['email', 'email'],
      ['password', 'new-password'],
      ['password', 'new-password'],
    ])
    await page.getByText('6 characters or more', { exact: true }).waitFor()
    await button(page).waitFor()
    const link = page.getByRole('main').getByRole('link', { name: 'Sign in' })
    await expect.poll(() => link.getAttribute('href')).toBe('/login')
    await expect.poll(() => page.locator('noscript b').innerText()).toBe('This page needs JavaScript.')
    await page.getByLabel('Password', { exact: true }).fill('a secret')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect.poll(() => page.url()).toBe(`${site.origin}/register`)
  })

  test('creates an account that is verified by email and logs in', async ({ site, asVisitor }) => {
    const person = aPerson()
    const visit = await asVisitor({ origin: site.origin })
    const { page, toast } = visit
    await page.goto('/tools')
    await open(visit, '/register')
    await register(page, { ...person, name: '  Ann Lee ' })
    await page.waitForURL(`${site.origin}/login`)
    await toast('Account Created Successfullt!').waitFor()
    const note = page
      .getByRole('main')
      .getByText('Account created. Check your inbox to verify your email.', { exact: true })
    await note.waitFor()
    await page.getByText('Open the link we sent, then sign in here.', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(person.email)
    await page.goBack() // the form that was sent is gone
    await page.waitForURL('**/tools')
    await open(visit, '/login')
    await expect.poll(() => note.count()).toBe(0)

    await page.goto((await waitForLink(site, person.email, '/verify-email')).href)
    await page.getByRole('button', { name: 'Click here to Verify Email', exact: true }).click()
    await page.waitForURL(`${site.origin}/login`)
    await toast('Email has been verified!').waitFor()
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(person.email)
    await logIn(visit, person)
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '').name))
      .toBe('Ann Lee')
  })

  test('reports each missing field in the summary and beside it', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    await open(visit, '/register')
    await button(page).click()
    await alert(page).getByText('Check these four fields', { exact: true }).waitFor()
    await expect.poll(() => alert(page).evaluate((box) => box === document.activeElement)).toBe(true)
    const sentences = [
      'Full name is required',
      'Email address is required',
      'Password is required',
      'Confirm password is required',
    ]
    await expect.poll(() => alert(page).getByRole('link').allTextContents()).toEqual(sentences)
    for (const [index, label] of Object.values(labels).entries())
      await expect.poll(() => readFieldError(page, label)).toBe(sentences[index])
    await expect.poll(() => page.title()).toBe('Error: Create an account · Chopmark')
    await alert(page).getByRole('link', { name: 'Confirm password is required' }).press('Enter')
    await expect.poll(() => focusedName(page)).toBe('confirm')
    expect(visit.apiCalls.filter((call) => call.includes('/users/'))).toEqual([])
  })

  test('reports a mismatch of the passwords until they match', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    await open(visit, '/register')
    await register(page, { ...aPerson(), password: 'quiet river', confirm: 'quiet rive' })
    await expect.poll(() => readFieldError(page, 'Confirm Password')).toBe('Passwords do not match')
    await expect.poll(() => focusedName(page)).toBe('confirm')
    await expect.poll(() => alert(page).count()).toBe(0)
    await page.keyboard.press('End')
    await page.keyboard.type('r')
    await expect.poll(() => readFieldError(page, 'Confirm Password')).toBe('')
    await page.getByLabel('Password', { exact: true }).press('!')
    await expect.poll(() => readFieldError(page, 'Confirm Password')).toBe('Passwords do not match')
  })

  test('reports an invalid password or address', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    await open(visit, '/register')
    await register(page, { ...aPerson(), email: 'ann', password: '12345', confirm: '12345' })
    await alert(page).getByText('Check these two fields', { exact: true }).waitFor()
    await expect.poll(() => readFieldError(page, 'Email address')).toBe('Please enter a valid email address.')
    await expect
      .poll(() => readFieldError(page, 'Password'))
      .toBe('Password must be at least 6 characters long')
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('ann')
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('12345')
  })

  test('uses the site’s minimum password length', async ({ aSite, asVisitor }) => {
    const { origin } = await aSite({ PASSWORD_MIN: '10' })
    const visit = await asVisitor({ origin })
    await open(visit, '/register')
    await visit.page.getByText('10 characters or more', { exact: true }).waitFor()
    await register(visit.page, { ...aPerson(), password: '123456789', confirm: '123456789' })
    await expect
      .poll(() => readFieldError(visit.page, 'Password'))
      .toBe('Password must be at least 10 characters long')
  })

  test('shows the server’s message beside its field', async ({ site, asVisitor }) => {
    const { email } = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin, allow })
    const { page } = visit
    await open(visit, '/register')
    await register(page, { ...aPerson(), password: 'password1', confirm: 'password1' })
    await expect.poll(() => readFieldError(page, 'Password')).toBe('This password is too common.')
    await expect.poll(() => focusedName(page)).toBe('password')
    await register(page, { ...aPerson(), email })
    await expect
      .poll(() => readFieldError(page, 'Email address'))
      .toBe('An account with this email already exists.')
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(email)
    await register(page, { ...aPerson(), email: 'ann@chopmark..example' })
    await expect.poll(() => readFieldError(page, 'Email address')).toBe('Please enter a valid email address.')
    await register(page, aPerson())
    await page.waitForURL(`${site.origin}/login`)
  })

  test('reports a limit, an error, an unexpected response or none, and keeps the typed values', async ({
    site,
    asVisitor,
  }) => {
    const person = aPerson()
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/register')
    const tells = async (sentence: string) => {
      await register(visit.page, person)
      await alert(visit.page).getByText(sentence, { exact: true }).waitFor()
      for (const name of ['name', 'email', 'password', 'confirm'] as const)
        await expect
          .poll(() => visit.page.getByLabel(labels[name], { exact: true }).inputValue())
          .toBe(person[name])
      await visit.page.unroute('**/api/v1/users/createUser*')
    }
    await fulfillCall(visit.page, '/users/createUser', 500, {})
    await tells('Something went wrong!')
    const message = 'Too many attempts. Please try again later.'
    await fulfillCall(visit.page, '/users/createUser', 429, { message, code: 'TOO_MANY' })
    await tells(message)
    await fulfillCall(visit.page, '/users/createUser', 201, { message: 'Created', data: null })
    await tells('Something went wrong!')
    await abortCall(visit.page, '/users/createUser')
    await tells('Failed to Register. Please try again.')
    await alert(visit.page).getByText('Check your connection.').waitFor()
  })

  test('shows progress and sends once', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/register')
    const { go } = await holdCall(visit.page, '/users/createUser')
    await register(visit.page, aPerson())
    const busy = visit.page.getByRole('button', { name: 'Creating account…', exact: true })
    await busy.click()
    await visit.page.getByLabel('Full Name').press('Enter')
    go()
    await visit.page.waitForURL(`${site.origin}/login`)
    expect(visit.apiCalls.filter((call) => call.endsWith('/users/createUser'))).toHaveLength(1)
  })

  test('has a named button to show each of its two passwords', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    await open(visit, '/register')
    const types = () =>
      Promise.all(
        ['Password', 'Confirm Password'].map((label) =>
          page.getByLabel(label, { exact: true }).getAttribute('type'),
        ),
      )
    await page.getByRole('button', { name: 'Show confirm password', exact: true }).click()
    await expect.poll(() => types()).toEqual(['password', 'text'])
    await page.getByRole('button', { name: 'Show password', exact: true }).click()
    await expect.poll(() => types()).toEqual(['text', 'text'])
    await page.getByRole('button', { name: 'Hide confirm password', exact: true }).click()
    await expect.poll(() => types()).toEqual(['text', 'password'])
  })

  testLooks({
    path: '/register',
    heading: 'Create an account',
    states: {
      'with errors': async ({ page }) => {
        await button(page).click()
        await alert(page).waitFor()
      },
    },
  })
})
