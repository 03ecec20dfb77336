import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createPassword, putAccount } from '#support/users.ts'
import type { Visit } from '#support/visit.ts'
import { readStoredSession } from '../support/accounts.ts'
import { axeFindings } from '../support/axe.ts'
import { button, goToGoogle, sayWho, test, waiting, withStart } from './google-page.ts'

async function setPassword({ page, dialog }: Visit, name: string): Promise<void> {
  const prompt = dialog(`Hello, ${name}`)
  await prompt.getByText('set a password', { exact: true }).waitFor()
  await prompt.getByLabel('Password', { exact: true }).fill('a quiet river 9')
  await prompt.getByLabel('Confirm Password').fill('a quiet river 9')
  await prompt.getByRole('button', { name: 'Set Password' }).click()
  await page.waitForURL('/')
}

/** Everything that the tab keeps, in one text. */
const readStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))

describe('sign-in with Google', () => {
  test('creates an account with a password at the first login', withStart, async ({ visitor, site }) => {
    const first = await visitor()
    const addresses: string[] = []
    const tokens: string[] = []
    first.context.on('request', (request) => {
      addresses.push(request.url())
      const sent = request.postData() ?? ''
      if (request.url().endsWith('/auth/login')) tokens.push(String(JSON.parse(sent).credential))
    })
    await sayWho(await goToGoogle(first, '/register'), { email: 'new@example.org', name: 'size-eu-43' })
    await setPassword(first, 'size-eu-43')
    await first.toast('Account Created Successfullt!').waitFor()
    expect(first.apiCalls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/v1/auth/google-nonce',
      'POST /api/v1/auth/login',
      'POST /api/v1/users/createUser',
      'POST /api/v1/auth/login',
    ])
    const [, payload = ''] = String(tokens[0]).split('.')
    expect([tokens.length, payload.length > 100]).toEqual([2, true])
    const texts = [addresses.join(), first.page.url(), await readStorage(first.page), site.printed()]
    expect(texts.filter((text) => text.includes(payload))).toEqual([])
    await expect
      .poll(() => first.page.evaluate(() => Object.keys(localStorage).toSorted()))
      .toEqual(expect.arrayContaining(['token', 'user']))
  })

  test('logs in directly when there is an account', async ({ visitor, site }) => {
    const email = 'waits@example.org'
    const visit = await visitor()
    const data = { name: 'New User', email, password: createPassword() }
    expect((await visit.context.request.post('/api/v1/users/createUser', { data })).status()).toBe(200)
    await sayWho(await goToGoogle(visit, '/login'), { email, name: 'size-eu-43' })
    await visit.page.waitForURL(`${site.origin}/`)
    await expect.poll(async () => (await readStoredSession(visit)).user).toContain('"size-eu-43"')
  })

  test('asks users without an account to register, on the login page', async ({ visitor }) => {
    const visit = await visitor()
    await sayWho(await goToGoogle(visit, '/login'), { email: 'unknown@example.org' })
    await visit.toast('Please complete your registration first.').waitFor()
    await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
    await button(visit.page).waitFor()
  })

  test('asks once for the password of an existing account', async ({ visitor, site }) => {
    const { email, password } = await putAccount(site)
    const visit = await visitor()
    await sayWho(await goToGoogle(visit, '/login'), { email })
    const prompt = visit.dialog('One more step')
    await prompt.getByText('Enter your password once to connect your Google account.').waitFor()
    const connect = prompt.getByRole('button', { name: 'Connect' })
    await connect.click()
    await prompt.getByText('Please fill in all fields', { exact: true }).waitFor()
    await prompt.getByLabel(`Password of ${email}`).fill('not this one')
    await connect.click()
    await prompt.getByText('Invalid username or password', { exact: true }).waitFor()
    await prompt.getByLabel(`Password of ${email}`).fill(password)
    await connect.click()
    await visit.page.waitForURL(`${site.origin}/`)

    const later = await visitor()
    await sayWho(await goToGoogle(later, '/login'), { email })
    await later.page.waitForURL(`${site.origin}/`)
  })

  test('can be cancelled while its window is open', async ({ visitor }) => {
    const visit = await visitor()
    const popup = await goToGoogle(visit, '/login')
    await waiting(visit.page).waitFor()
    await visit.page.getByRole('button', { name: 'Cancel' }).click()
    await button(visit.page).waitFor()
    await sayWho(popup, { email: 'late@example.org' })
    await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
    expect(visit.apiCalls.filter((call) => call.endsWith('/auth/login'))).toEqual([])
    await expect.poll(() => visit.toast(/./).count()).toBe(0)
  })

  test('shows an error when the user denies access at Google', async ({ visitor }) => {
    const visit = await visitor()
    const popup = await goToGoogle(visit, '/login')
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Deny' }).click()
    await closed
    await visit.toast('Failed to Login. Please try again.').waitFor()
    await button(visit.page).waitFor()
    expect(visit.apiCalls.filter((call) => call.endsWith('/auth/login'))).toEqual([])
  })

  test(
    'shows the server’s message when Google is unavailable',
    withStart,
    async ({ visitor, sources, aSite }) => {
      const down = `${sources.url}/faulty/down/google`
      const { origin } = await aSite({ GOOGLE_ISSUER: down, GOOGLE_CLIENT_ID: 'chopmark-tests' })
      const visit = await visitor({ origin })
      await visit.page.goto('/login')
      await visit.hydrated()
      const opened = visit.context.waitForEvent('page')
      await button(visit.page).click()
      const popup = await opened
      await visit.toast('Google sign-in is not available.').waitFor()
      await button(visit.page).waitFor()
      expect(popup.isClosed()).toBe(true)
    },
  )

  test('shows an error when the browser blocks the window', async ({ visitor }) => {
    const visit = await visitor()
    await visit.page.addInitScript(() => {
      window.open = () => null
    })
    await visit.page.goto('/login')
    await visit.hydrated()
    await button(visit.page).click()
    await visit.toast('Your browser blocked the Google window.').waitFor()
    expect(visit.apiCalls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  test('is not offered when it is not configured, or without JavaScript', async ({ asVisitor, visitor }) => {
    const { page, hydrated } = await asVisitor()
    for (const path of ['/login', '/register']) {
      await page.goto(path)
      await hydrated()
      await expect.poll(() => page.getByText('with Google').count()).toBe(0)
      await expect.poll(() => page.getByText('or', { exact: true }).count()).toBe(0)
    }
    const plain = await visitor({ javaScript: false })
    await plain.page.goto('/login')
    await expect.poll(() => button(plain.page).isVisible()).toBe(false)
  })

  test('has no axe violations', async ({ visitor, site }) => {
    const { email } = await putAccount(site)
    const visit = await visitor()
    const popup = await goToGoogle(visit, '/login')
    await waiting(visit.page).waitFor()
    expect(await axeFindings(visit.page)).toEqual([])
    await sayWho(popup, { email })
    await visit.dialog('One more step').waitFor()
    expect(await axeFindings(visit.page)).toEqual([])
  })
})

describe('the return page of Google', () => {
  test('clears its URL, stores nothing, and sends no-store and no referrer', async ({ visitor }) => {
    const { page, hydrated } = await visitor()
    const response = await page.goto('/auth/google#id_token=aaa.bbb.ccc&state=ddd')
    await hydrated()
    await page.getByText('You can close this window.', { exact: true }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/auth\/google$/)
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('')
    await expect.poll(() => readStorage(page)).not.toContain('bbb')
    expect(response?.headers()).toMatchObject({
      'cache-control': expect.stringContaining('no-store'),
      'referrer-policy': 'no-referrer',
    })
  })

  test('passes nothing to a page that waits for another login', async ({ visitor }) => {
    const visit = await visitor()
    const popup = await goToGoogle(visit, '/login')
    const state = new URL(popup.url()).searchParams.get('state')
    // A link that an attacker sends, with a token of his own.
    const planted = await visit.context.newPage()
    await planted.goto('/auth/google#id_token=aaa.bbb.ccc&state=of-another-login')
    await planted.getByText('You can close this window.').waitFor()
    await expect.poll(() => planted.url()).toMatch(/\/auth\/google$/)
    expect(state).toMatch(/^[\w-]{43}$/)
    await waiting(visit.page).waitFor()
    expect(visit.apiCalls.filter((call) => call.endsWith('/auth/login'))).toEqual([])
  })
})
