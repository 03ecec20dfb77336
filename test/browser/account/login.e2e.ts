import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { owner, putAccount } from '#support/users.ts'
import { allow, open, testLooks } from '../support/account-page.ts'
import { readStoredSession, signIn, test } from '../support/accounts.ts'
import { setWidth } from '../support/both-widths.ts'
import { getHeight } from '../support/box.ts'
import { abortCall, holdCall } from '../support/calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { widths } from '../support/test.ts'
import { alert, button, email, logIn, password, someone } from './login-page.ts'

describe('the login page without JavaScript', () => {
  test('shows the whole form and its requirements, and never puts a password into the URL', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin, javaScript: false })
    const { page } = visit
    await page.goto('/login')
    await expect.poll(() => page.title()).toBe('Sign in · Chopmark')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Welcome back')
    await email(page).waitFor()
    await password(page).waitFor()
    await button(page).waitFor()
    await page.getByRole('link', { name: 'Forgot Password' }).waitFor()
    const link = page.getByRole('link', { name: 'Create an account' })
    await expect.poll(() => link.getAttribute('href')).toBe('/register')
    const note = page.locator('noscript b') // Playwright looks for no text in there
    await expect.poll(() => note.isVisible()).toBe(true)
    await expect.poll(() => note.innerText()).toBe('Turn on JavaScript to log in.')
    await logIn(visit, someone)
    await password(page).press('Enter')
    await expect.poll(() => page.url()).toBe(`${site.origin}/login`)
    await expect.poll(() => password(page).inputValue()).toBe(someone.password)
  })
})

test('the link to the registration is above the login form, and the link to the login above the registration form', async ({
  site,
  asVisitor,
}) => {
  const { page } = await asVisitor({ origin: site.origin, javaScript: false })
  await page.goto('/login')
  const tabs = page.getByRole('navigation', { name: 'Account' })
  await tabs.waitFor()
  await expect.poll(() => tabs.evaluate((nav) => nav.matches(':has(~ * form)'))).toBe(true)
  await expect.poll(() => tabs.locator('[aria-current=page]').textContent()).toBe('Sign in')
  await tabs.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/register')
  await expect.poll(() => tabs.locator('[aria-current=page]').textContent()).toBe('Create an account')
  await tabs.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login')
})

describe('the login form', () => {
  test('opens a session for a user and goes to /', async ({ site, asVisitor }) => {
    const account = await putAccount(site, { name: 'Ann Lee' })
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/login')
    await email(visit.page).fill(` ${account.email} `)
    await password(visit.page).fill(account.password)
    await password(visit.page).press('Enter')
    await visit.page.waitForURL(`${site.origin}/`)
    const { token, user } = await readStoredSession(visit)
    expect(token).toMatch(/^[\w-]{40,}$/)
    expect(JSON.parse(user ?? '')).toMatchObject({ name: 'Ann Lee', email: account.email, role: 'user' })
    await visit.page.goBack()
    await expect.poll(() => visit.page.url()).not.toContain('/login')
  })

  test('goes to /dashboard/admin-home for an admin', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/login')
    await logIn(visit, await putAccount(site, { role: 'admin' }))
    await visit.page.waitForURL('**/dashboard/admin-home')
  })

  test('keeps values that were typed before the script loaded', async ({ site, asVisitor }) => {
    const account = await putAccount(site)
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await promise
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await email(page).fill(account.email)
    await password(page).fill(account.password)
    await button(page).click()
    await expect.poll(() => page.url()).toBe(`${site.origin}/login`)
    resolve()
    await hydrated()
    await button(page).click()
    await page.waitForURL(`${site.origin}/`)
  })

  test('redirects a user who is already logged in', async ({ site, asVisitor }) => {
    for (const [account, home] of [
      [await putAccount(site), '/'],
      [owner, '/dashboard/admin-home'],
    ] as const) {
      const visit = await asVisitor({ origin: site.origin })
      await signIn(visit, site, account)
      for (const path of ['/login', '/register']) {
        await visit.page.goto(path)
        await visit.page.waitForURL(({ pathname }) => pathname === home)
      }
    }
  })

  test('has attributes for password managers and phone keyboards, and targets large enough for fingers', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin, width: 360 })
    await open(visit, '/login')
    const traits = (page: Page, label: string) =>
      page.getByLabel(label, { exact: true }).evaluate((input) => ({
        type: input.getAttribute('type'),
        inputMode: input.getAttribute('inputmode'),
        autoComplete: input.getAttribute('autocomplete'),
        isLarge: Number.parseFloat(getComputedStyle(input).fontSize) >= 16,
      }))
    await expect
      .poll(() => traits(visit.page, 'Email'))
      .toEqual({
        type: 'email',
        inputMode: 'email',
        autoComplete: 'email',
        isLarge: true,
      })
    await expect
      .poll(() => traits(visit.page, 'Password'))
      .toMatchObject({
        type: 'password',
        autoComplete: 'current-password',
        isLarge: true,
      })
    const targets = visit.page.getByRole('main').locator('a, button')
    for (const target of await targets.all())
      await expect.poll(() => getHeight(target)).toBeGreaterThanOrEqual(44)
  })

  test('shows the password on request, and hides it while sending', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, '/login')
    const { page } = visit
    const { go } = await holdCall(page, '/auth/login')
    const type = () => password(page).getAttribute('type')
    await page.getByRole('button', { name: 'Show password', exact: true }).click()
    await expect.poll(() => type()).toBe('text')
    await page.getByRole('button', { name: 'Hide password', exact: true }).click()
    await expect.poll(() => type()).toBe('password')
    await page.getByRole('button', { name: 'Show password', exact: true }).click()
    await logIn(visit, someone)
    await page.getByRole('button', { name: 'Signing in…' }).waitFor()
    await expect.poll(() => type()).toBe('password')
    go()
    await alert(page).waitFor()
  })

  test('can be filled by pasting', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/login')
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit.page.evaluate(() => navigator.clipboard.writeText('from a manager'))
    await password(visit.page).focus()
    await visit.page.keyboard.press('Control+V')
    await expect.poll(() => password(visit.page).inputValue()).toBe('from a manager')
  })
})

test('shows progress while logging in, and sends once', async ({ site, asVisitor }) => {
  const account = await putAccount(site)
  const visit = await asVisitor({ origin: site.origin })
  await open(visit, '/login')
  const { go } = await holdCall(visit.page, '/auth/login')
  await email(visit.page).fill(account.email)
  await password(visit.page).fill(account.password)
  await button(visit.page).evaluate((node: HTMLButtonElement) => {
    node.click()
    node.click() // before anything could be drawn
  })
  const busy = visit.page.getByRole('button', { name: 'Signing in…', exact: true })
  await busy.waitFor()
  await expect.poll(() => busy.getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => busy.isEnabled()).toBe(true)
  await expect.poll(() => email(visit.page).getAttribute('readonly')).not.toBeNull()
  await busy.click()
  await password(visit.page).press('Enter')
  go()
  await visit.page.waitForURL(`${site.origin}/`)
  expect(visit.apiCalls.filter((call) => call.endsWith('/auth/login'))).toHaveLength(1)
})

test('ignores forged login notices in the storage', async ({ site, asVisitor }) => {
  const visit = await asVisitor({ origin: site.origin })
  for (const stored of ['<b>Hello</b>', 'constructor', '{"toast":"Hello"}']) {
    await open(visit, '/login')
    await visit.page.evaluate((text) => sessionStorage.setItem('handed-over', text), stored)
    await open(visit, '/login')
    await expect.poll(() => visit.page.evaluate(() => sessionStorage.getItem('handed-over'))).toBeNull()
    await expect.poll(() => visit.page.getByRole('main').getByText('Hello').count()).toBe(0)
    await expect.poll(() => visit.toast(/./).count()).toBe(0)
  }
})

test('shows a notice from the first paint, without moving the form at 360 and 1280 px', async ({
  site,
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor({ origin: site.origin })
  const note = page.getByRole('main').getByText('Your password was changed.', { exact: true })
  await page.route('**/assets/*.js', async (route) => {
    await note.waitFor()
    await route.continue()
  })
  for (const width of widths) {
    await setWidth(page, width)
    await page.goto('/icon.svg')
    await page.evaluate(() => sessionStorage.setItem('handed-over', 'changed'))
    await page.goto('/login')
    await hydrated()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('handed-over'))).toBeNull()
    await expect.poll(() => page.locator('main .note').count()).toBe(1)
    await expect.poll(() => note.isVisible()).toBe(true)
    expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
  }
  await page.unrouteAll({ behavior: 'wait' }) // scripts that are asked for after the page is hydrated
})

describe('the login page', () => {
  testLooks({
    path: '/login',
    heading: 'Welcome back',
    states: {
      'with errors': async ({ page }) => {
        await button(page).click()
        await alert(page).waitFor()
      },
      refused: async (visit) => {
        await abortCall(visit.page, '/auth/login')
        await logIn(visit, someone)
        await alert(visit.page).waitFor()
      },
    },
  })
})
