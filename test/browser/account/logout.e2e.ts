import { describe, expect } from 'vitest'
import { launchBrowser } from '#support/browser.ts'
import { putAccount } from '#support/users.ts'
import { openVisit } from '#support/visit.ts'
import { logIn, signIn, test } from '../support/accounts.ts'
import { logOut } from '../support/header-menu.ts'
import { allow, header, open } from './session-page.ts'

describe('a logout', () => {
  test('ends the session on the server, keeps other stored values, and logs out other tabs', async ({
    asMember,
  }) => {
    const rest = { theme: 'dark', url: 'https://item.taobao.com/item.htm?id=1' }
    const visit = await asMember({ allow, stored: rest })
    const open2 = await visit.context.newPage()
    await open2.goto('/tools')
    await open2.getByRole('banner').getByRole('link', { name: 'My Collection' }).waitFor()
    await open(visit, '/popular')
    const stored = await visit.page.evaluate(() => ({ ...localStorage }))
    const notified = visit.page.waitForResponse('**/auth/logout')
    await logOut(visit.page)
    expect((await notified).status()).toBe(200)
    await header(visit).getByRole('link', { name: 'Login / Signup' }).waitFor()
    await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/popular')
    const { token: _token, user: _user, ...others } = stored
    await expect.poll(() => visit.page.evaluate(() => ({ ...localStorage }))).toEqual(others)
    expect(others).toMatchObject({ ...rest, platform: 'KakoBuy' })

    await open2.getByRole('banner').getByRole('link', { name: 'Login / Signup' }).waitFor()
    const me = await visit.context.request.get('/api/v1/users/me', {
      headers: { authorization: visit.login.approvalToken },
    })
    expect(me.status()).toBe(401)
    expect((await visit.context.cookies()).map(({ name }) => name)).not.toContain('refresh')
  })

  test('redirects another tab’s guarded page to the login, and a login returns to it', async ({
    asMember,
  }) => {
    const visit = await asMember({ allow })
    const guarded = await visit.context.newPage()
    await guarded.goto('/change-password')
    await guarded.getByRole('heading', { name: 'Change Password' }).waitFor()
    await open(visit, '/tools')
    await logOut(visit.page)
    await guarded.waitForURL('**/login')
    await logIn(visit, visit.account)
    await guarded.waitForURL('**/change-password')
  })

  test('shows nothing of the user after Back', async ({ asMember }) => {
    const visit = await asMember({ role: 'admin', name: 'Bo Bench', allow })
    const { page } = visit
    await open(visit, '/tools')
    await page.goto('/dashboard/admin-home')
    await page.getByRole('heading', { name: 'Welcome, Bo Bench' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: 'Change password' })
      .click()
    await page.getByRole('heading', { name: 'Change Password' }).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('remembered-location'))).toBeNull()
    for (let step = 0; step < 2; step += 1) {
      await page.goBack()
      await page.waitForURL(({ pathname }) => pathname === '/login' || pathname === '/tools')
      await visit.hydrated()
      const text = await page.locator('html').innerHTML()
      expect(text).not.toContain('Bo Bench')
      expect(text).not.toContain(visit.account.email)
    }
  })

  test('logs out a page in the back/forward cache', async ({ site }) => {
    const browser = await launchBrowser({ keepsPages: true })
    try {
      const account = await putAccount(site, { role: 'admin', name: 'Bo Bench' })
      const visit = await openVisit(browser, site.origin)
      const { page, complaints } = visit
      await signIn(visit, site, account)
      await page.goto('/dashboard/admin-home')
      await page.getByRole('heading', { name: 'Welcome, Bo Bench' }).waitFor()
      await page.evaluate(() => {
        // Heard after the page's own listener, and so after what that has drawn.
        window.addEventListener('pageshow', ({ persisted }) => {
          const isSeen = document.body.innerText.includes('Bo Bench')
          sessionStorage.setItem('came-back', JSON.stringify({ persisted, isSeen }))
        })
      })
      await page.goto('/tools')
      await visit.hydrated()
      await logOut(visit.page)
      await header(visit).getByRole('link', { name: 'Login / Signup' }).waitFor()
      await page.evaluate(() => history.back())
      await page.waitForURL('**/login')
      const seen = await page.evaluate(() => sessionStorage.getItem('came-back'))
      expect(JSON.parse(seen ?? '{}')).toEqual({ persisted: true, isSeen: false })
      expect(complaints).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
