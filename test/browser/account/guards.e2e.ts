import { describe, expect } from 'vitest'
import { putAccount } from '#support/users.ts'
import { changeRole, logIn, readStoredSession, signIn, test } from '../support/accounts.ts'
import { axeFindings } from '../support/axe.ts'
import { widths } from '../support/test.ts'

// A user who is not an admin must name the item whose reviews are requested.
const allow = [/status of 401/, /status of 403/, /status of 400 .*findReview\?status=pending$/]
const remembered = () => sessionStorage.getItem('remembered-location')

describe('a page for members', () => {
  test('redirects a visitor to the login, and Back does not return to it', async ({ site, asVisitor }) => {
    const { page } = await asVisitor({ origin: site.origin })
    for (const path of [
      '/change-password',
      '/collection',
      '/dashboard/admin-home',
      '/dashboard/change-password',
    ]) {
      await page.goto('/tools')
      await page.goto(`${path}?from=mail#end`)
      await page.waitForURL('**/login')
      await expect.poll(() => page.url()).toBe(`${site.origin}/login`)
      await expect.poll(() => page.evaluate(remembered)).toBe(`${path}?from=mail#end`)
      await page.goBack()
      await page.waitForURL('**/tools')
    }
  })

  test('is opened once after the login: an empty collection', async ({ site, asVisitor }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    await page.goto('/collection')
    await page.waitForURL('**/login')
    await logIn(visit, account)
    await page.waitForURL(`${site.origin}/collection`)
    await expect.poll(() => page.evaluate(remembered)).toBeNull()
    await page.getByRole('heading', { level: 1, name: 'My Collection', exact: true }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'No collections found', exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe('My Collection · Chopmark')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Popular', exact: true }).click()
    await page.waitForURL('**/popular')
  })

  test('is forgotten when the visitor opens another page before logging in', async ({ site, asVisitor }) => {
    const account = await putAccount(site)
    const visit = await asVisitor({ origin: site.origin })
    await visit.page.goto('/change-password')
    await visit.page.waitForURL('**/login')
    await visit.hydrated()
    await visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click()
    await visit.page.waitForURL('**/tools')
    await logIn(visit, account)
    await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/')
  })

  test('is guarded when it is opened by a link', async ({ site, asVisitor }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    await page.goto('/tools')
    await hydrated()
    await page
      .getByRole('link', { name: 'Open calculator' })
      .evaluate((link) => link.setAttribute('href', '/change-password'))
    await page.getByRole('link', { name: 'Open calculator' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => page.evaluate(remembered)).toBe('/change-password')
    await page.goBack()
    await page.waitForURL('**/tools')
  })

  test('contains only the layout and a loader in the server’s HTML', async ({ site, asVisitor }) => {
    const account = await putAccount(site, { role: 'admin', name: 'Bo Bench' })
    const visit = await asVisitor({ origin: site.origin })
    await signIn(visit, site, account)
    for (const path of [
      '/change-password',
      '/collection',
      '/dashboard/admin-home',
      '/dashboard/change-password',
    ]) {
      const html = await (await visit.context.request.get(path)).text()
      expect(html).toContain('role="progressbar"')
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).not.toMatch(/Current Password|No collections|Welcome,|Bo Bench/)
    }
  })

  test('says without JavaScript that it needs JavaScript', async ({ site, asVisitor }) => {
    const { page } = await asVisitor({ origin: site.origin, javaScript: false, width: 360 })
    for (const path of ['/change-password', '/dashboard/admin-home']) {
      await page.goto(path)
      const notice = page.locator('noscript p') // Playwright's search by text passes over it
      await notice.waitFor()
      await expect.poll(() => notice.innerText()).toContain('This page needs JavaScript.')
    }
  })

  for (const width of widths) {
    test(`shows nothing for 300 ms at ${width} px, then a bar`, async ({ site, asVisitor }) => {
      const { page } = await asVisitor({ origin: site.origin, width })
      await page.route('**/assets/*.js', () => {}) // never answered: what the server sent stays
      await page.goto('/change-password', { waitUntil: 'commit' })
      const bar = page.getByRole('progressbar', { name: 'Loading page' })
      await bar.waitFor({ state: 'attached' })
      // The styles may come after the bar.
      const delays = () =>
        bar.evaluate((node) => node.getAnimations().map((animation) => animation.effect?.getTiming().delay))
      await expect.poll(delays).toEqual([300])
      await bar.waitFor({ state: 'visible' })
    })
  }
})

describe('the dashboard', () => {
  test('sends a signed-in user to Home', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await signIn(visit, site, await putAccount(site))
    for (const path of ['/dashboard', '/dashboard/admin-home', '/dashboard/change-password']) {
      await visit.page.goto(path)
      await visit.page.waitForURL(({ pathname }) => pathname === '/')
    }
    await expect.poll(async () => (await readStoredSession(visit)).token).not.toBeNull()
  })

  test('has no other pages: visitors are redirected, and an admin gets Not Found', async ({
    site,
    asVisitor,
  }) => {
    const address = '/dashboard/no-such-page'
    const visitor = await asVisitor({ origin: site.origin })
    await visitor.page.goto(address)
    await visitor.page.waitForURL('**/login')
    const user = await asVisitor({ origin: site.origin })
    await signIn(user, site, await putAccount(site))
    await user.page.goto(address)
    await user.page.waitForURL(({ pathname }) => pathname === '/')
    const admin = await asVisitor({ origin: site.origin })
    await signIn(admin, site, await putAccount(site, { role: 'admin' }))
    const reply = await admin.page.goto(address)
    expect(reply?.status()).toBe(404)
    await admin.page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong' }).waitFor()
    await expect.poll(() => admin.page.url()).toBe(`${site.origin}${address}`)
  })

  test('is opened after an admin’s login', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await logIn(visit, await putAccount(site, { role: 'admin', name: 'Bo Bench' }))
    await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/dashboard/admin-home')
    await visit.page.getByRole('heading', { name: 'Welcome, Bo Bench' }).waitFor()
  })

  test('is not opened after the login of a user', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await visit.page.goto('/dashboard/change-password')
    await visit.page.waitForURL('**/login')
    await logIn(visit, await putAccount(site))
    await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/')
  })

  test('shows nothing to a user who forged a role, and redirects after the server’s response', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    const { page } = visit
    await signIn(visit, site, await putAccount(site, { name: 'Cy Crook' }))
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '')
      localStorage.setItem('user', JSON.stringify({ ...user, role: 'admin' }))
    })
    let respond = () => {}
    const heldResponse = new Promise<void>((resolve) => {
      respond = resolve
    })
    await page.route('**/users/me', async (route) => {
      await heldResponse
      await route.continue()
    })
    await page.goto('/dashboard/admin-home')
    await page.getByRole('heading', { name: 'Welcome, Cy Crook' }).waitFor() // his own name, which he knows
    respond()
    await page.waitForURL(({ pathname }) => pathname === '/')
    expect(JSON.parse((await readStoredSession(visit)).user ?? '')).toMatchObject({ role: 'user' })
    await expect
      .poll(() => page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).isVisible())
      .toBe(false)
  })

  test('redirects an admin who was demoted, and admits a user who was promoted', async ({
    site,
    asVisitor,
  }) => {
    const account = await putAccount(site, { role: 'admin' })
    const visit = await asVisitor({ origin: site.origin, allow })
    await signIn(visit, site, account)
    await changeRole(site, account, 'user')
    await visit.page.goto('/dashboard/admin-home')
    await visit.page.waitForURL(({ pathname }) => pathname === '/' || pathname === '/login') // demotion ends sessions
    await signIn(visit, site, account)
    await changeRole(site, account, 'admin')
    await signIn(visit, site, account) // a raise ends sessions too
    await visit.page.goto('/tools')
    await visit.page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor()
    await visit.page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await visit.page.getByRole('heading', { name: /^Welcome, / }).waitFor()
  })
})

describe('pages with tokens in the URL', () => {
  test('keep tokens from caches, other sites and the URL', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    for (const path of [
      '/reset-password?id=1&token=canary-address',
      '/verify-email?token=canary-address',
      '/unlock?token=canary-address',
      '/setup?token=canary-address',
      '/auth/google#id_token=canary-address', // without a state it hands nothing over and stays open
    ]) {
      const reply = await visit.page.goto(path)
      expect(reply?.headers(), path).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      expect(await reply?.text(), path).not.toContain('canary-address')
      await visit.hydrated()
      await expect.poll(() => visit.page.url(), { message: path }).not.toContain('canary-address')
      const requested = visit.page.waitForRequest((request) => request.url().endsWith('/popular'))
      await visit.page.evaluate(() => location.assign('/popular'))
      // A page must not be left half-way: the browser would wait for it when it is closed.
      await visit.page.waitForURL('**/popular')
      expect((await requested).headers().referer, path).toBeUndefined()
    }
  })

  test('are full page loads, like login and register', async ({ site, asVisitor }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin })
    for (const path of [
      '/login',
      '/register',
      '/reset-password',
      '/verify-email',
      '/unlock',
      '/setup',
      '/auth/google',
    ]) {
      await page.goto('/tools')
      await hydrated()
      await page
        .getByRole('link', { name: 'Open calculator' })
        .evaluate((link, to) => link.setAttribute('href', to), path)
      const loaded = page.waitForRequest((request) => request.isNavigationRequest())
      await page.getByRole('link', { name: 'Open calculator' }).click()
      expect(new URL((await loaded).url()).pathname).toBe(path)
      await page.waitForURL(`**${path}`)
    }
  })
})
