import { describe, expect } from 'vitest'
import { putAccount, withOwner } from '#support/users.ts'
import { logIn, readStoredSession, test } from '../support/accounts.ts'
import { logOut, openMenu } from '../support/header-menu.ts'
import { allow, dropCookies, header, open, refreshCall, refreshesOf, spoilToken } from './session-page.ts'

describe('an expired token', () => {
  test('is refreshed silently, and the request is repeated', async ({ asMember }) => {
    const visit = await asMember({ allow })
    await spoilToken(visit)
    await open(visit, '/change-password')
    expect(visit.apiCalls.filter((call) => /users\/me|auth/.test(call))).toEqual([
      'GET /api/v1/users/me',
      refreshCall,
      'GET /api/v1/users/me',
    ])
    const { token } = await readStoredSession(visit)
    expect(token).not.toBe('dead')
    expect(token).not.toBe(visit.login.approvalToken)
    await visit.page.getByRole('heading', { name: 'Change Password' }).waitFor()
  })

  test('in five tabs at once is refreshed by one request', async ({ asMember }) => {
    const visit = await asMember({ allow })
    await spoilToken(visit)
    const pages = await Promise.all(Array.from({ length: 5 }, () => visit.context.newPage()))
    const responses = pages.map((page) =>
      page.waitForResponse((reply) => reply.url().endsWith('/users/me') && reply.ok()),
    )
    await Promise.all(pages.map((page) => page.goto('/change-password')))
    await Promise.all(responses)
    for (const page of pages) await page.getByRole('heading', { name: 'Change Password' }).waitFor()
    expect(refreshesOf(visit)).toHaveLength(1)
  })

  test('in one browser does not affect another with the same account', async ({ site, asMember }) => {
    const account = await putAccount(site)
    const first = await asMember({ account, allow })
    const second = await asMember({ account, allow })
    await spoilToken(first)
    await open(first, '/tools')
    await open(second, '/tools')
    expect([refreshesOf(first).length, refreshesOf(second).length]).toEqual([1, 0])
    await logOut(first.page)
    await header(first).getByRole('link', { name: 'Login / Signup' }).waitFor()
    await open(second, '/change-password')
    expect(refreshesOf(second)).toEqual([])
  })
})

describe('an ended session', () => {
  test('redirects to the login page, which returns', async ({ site, asMember }) => {
    const visit = await asMember({ allow })
    await spoilToken(visit)
    await dropCookies(visit)
    await visit.page.goto('/change-password')
    await visit.page.waitForURL('**/login')
    await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
    await expect.poll(() => visit.page.url()).toBe(`${site.origin}/login`)
    await visit.toast('Failed to refresh token').waitFor()
    await expect.poll(() => visit.page.evaluate(() => sessionStorage.getItem('handed-over'))).toBeNull() // said once
    await logIn(visit, visit.account)
    await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/change-password')
  })

  test('without a token in the response redirects to Home', async ({ asMember }) => {
    const visit = await asMember({ allow })
    await spoilToken(visit)
    await visit.page.route('**/auth/refresh-token', (route) =>
      route.fulfill({ json: { success: true, statusCode: 200, message: 'OK', data: {} } }),
    )
    await visit.page.goto('/change-password')
    await visit.page.waitForURL(({ pathname }) => pathname === '/')
    await header(visit).getByRole('link', { name: 'Login / Signup' }).waitFor()
    await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
  })

  test('keeps a visitor on a public page', async ({ asMember }) => {
    const visit = await asMember({ allow })
    await spoilToken(visit)
    await dropCookies(visit)
    await visit.page.goto('/tools')
    await header(visit).getByRole('link', { name: 'Login / Signup' }).waitFor()
    await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
    await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/tools')
  })

  test('ends for both holders of a stolen cookie within a second of its use', async ({
    site,
    asVisitor,
    asMember,
  }) => {
    const visit = await asMember({ allow })
    const thief = await asVisitor({ origin: site.origin, allow })
    await thief.context.addCookies((await visit.context.cookies()).filter(({ name }) => name === 'refresh'))
    const renew = () => thief.context.request.post('/api/v1/auth/refresh-token', { data: {}, headers: own })
    const own = { origin: site.origin, 'sec-fetch-site': 'same-origin' }

    // The owner renews twice, so that the stolen cookie's successor has been used.
    for (let time = 0; time < 2; time += 1) {
      await spoilToken(visit)
      await open(visit, '/tools')
    }
    expect((await renew()).status()).toBe(401)
    await visit.page.goto('/change-password')
    await visit.page.waitForURL('**/login')
    await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
    expect((await renew()).status()).toBe(401)
  })

  test('ends for the thief too when the owner uses the token second', async ({
    site,
    asVisitor,
    asMember,
  }) => {
    const visit = await asMember({ allow })
    const thief = await asVisitor({ origin: site.origin, allow })
    await thief.context.addCookies((await visit.context.cookies()).filter(({ name }) => name === 'refresh'))
    const own = { origin: site.origin, 'sec-fetch-site': 'same-origin' }
    const renew = () => thief.context.request.post('/api/v1/auth/refresh-token', { data: {}, headers: own })
    await renew()
    const { approvalToken } = await (await renew()).json()
    await spoilToken(visit)
    await visit.page.goto('/change-password')
    await visit.page.waitForURL('**/login')
    const stolen = await thief.context.request.get('/api/v1/users/me', {
      headers: { authorization: approvalToken },
    })
    expect([stolen.status(), (await renew()).status()]).toEqual([401, 401])
  })
})

describe('an outage', () => {
  test('in the middle of a refresh does not log users out: killed, and started again', {
    timeout: 90_000,
  }, async ({ aSite, asMember }) => {
    const site = await aSite({ ...withOwner, SEED: 'none' })
    const visit = await asMember({
      at: site,
      allow: [...allow, /ERR_CONNECTION|ERR_EMPTY/],
    })
    await spoilToken(visit)
    await visit.page.route('**/auth/refresh-token', async (route) => {
      await site.kill() // the request goes on to a server that is gone
      await route.continue()
    })
    await visit.page.goto('/change-password')
    await expect.poll(() => refreshesOf(visit).length, { timeout: 15_000 }).toBe(3)
    await visit.page.getByRole('heading', { name: 'Change Password' }).waitFor()
    await expect
      .poll(() => readStoredSession(visit))
      .toMatchObject({ token: 'dead', user: expect.any(String) })

    await site.restart()
    await visit.page.unroute('**/auth/refresh-token')
    await open(visit, '/change-password')
    await expect.poll(async () => (await readStoredSession(visit)).token).not.toBe('dead')
    await visit.page.getByRole('heading', { name: 'Change Password' }).waitFor()
  })

  test('that loses the response to a refresh is corrected by the next try', async ({ asMember }) => {
    const visit = await asMember({ allow: [...allow, /ERR_FAILED/] })
    await spoilToken(visit)
    let isFirst = true
    await visit.page.route('**/auth/refresh-token', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      // The server has responded, so the cookie has been used; its successor gets lost.
      const headers = await route.request().allHeaders()
      const response = await fetch(route.request().url(), { method: 'POST', headers, body: '{}' })
      expect(response.headers.getSetCookie().join()).toContain('refresh=')
      await route.abort()
    })
    await open(visit, '/change-password')
    expect(refreshesOf(visit)).toHaveLength(2)
    await visit.page.unroute('**/auth/refresh-token')
    await spoilToken(visit)
    await open(visit, '/change-password')
    expect(refreshesOf(visit)).toHaveLength(3)
    await visit.page.getByRole('heading', { name: 'Change Password' }).waitFor()
  })

  test('that outlasts all retries keeps the login for the next page load', async ({ asMember }) => {
    const visit = await asMember({ allow })
    await spoilToken(visit)
    await visit.page.route('**/auth/refresh-token', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'The site is busy.', code: 'BUSY' } }),
    )
    await visit.page.goto('/change-password')
    await expect.poll(() => refreshesOf(visit).length, { timeout: 10_000 }).toBe(3)
    await visit.page.getByRole('heading', { name: 'Change Password' }).waitFor()
    await expect.poll(async () => (await readStoredSession(visit)).token).toBe('dead')
    await visit.page.unroute('**/auth/refresh-token')
    await open(visit, '/change-password')
    await expect.poll(async () => (await readStoredSession(visit)).token).not.toBe('dead')
  })

  test('of the network still logs out this browser', async ({ asMember }) => {
    const visit = await asMember({
      allow: [...allow, /ERR_INTERNET_DISCONNECTED/],
    })
    await open(visit, '/tools')
    await openMenu(visit.page) // its code comes with the first press
    await visit.context.setOffline(true)
    await header(visit).getByRole('button', { name: 'Logout' }).click()
    await header(visit).getByRole('link', { name: 'Login / Signup' }).waitFor()
    await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
    await visit.context.setOffline(false)
  })
})

describe('the message of another source', () => {
  test('neither refreshes nor ends the session', async ({ asMember }) => {
    const visit = await asMember({ allow: [...allow, /status of (400|403|500)/] })
    for (const [status, message] of [
      [403, 'Unauthorized'],
      [400, 'The shop says: unauthorized'],
      [500, 'UNAUTHORIZED'],
    ] as const) {
      await visit.page.route('**/users/me', (route) =>
        route.fulfill({ status, json: { success: false, statusCode: status, message, code: 'X' } }),
      )
      const response = visit.page.waitForResponse('**/users/me')
      await visit.page.goto('/change-password')
      await (await response).finished()
      await visit.page.getByRole('heading', { name: 'Change Password' }).waitFor()
      expect(refreshesOf(visit), message).toEqual([])
      await expect
        .poll(async () => (await readStoredSession(visit)).token, { message })
        .toBe(visit.login.approvalToken)
      await visit.page.unroute('**/users/me')
    }
  })
})
