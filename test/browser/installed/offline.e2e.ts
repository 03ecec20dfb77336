import { describe, expect, inject, onTestFinished } from 'vitest'
import { startSite } from '#support/site.ts'
import { putAccount, withOwner } from '#support/users.ts'
import { logInHere } from '../account/login-page.ts'
import { type Member, test } from '../support/accounts.ts'
import { axeFindings } from '../support/axe.ts'
import { cleanAtBothWidths } from '../support/both-widths.ts'
import { saveItems } from '../support/collection-page.ts'
import { logOut } from '../support/header-menu.ts'
import { items } from '../support/product-page.ts'
import { openSiteFront } from './site-front.ts'
import { aFront, allow, isTaken, listKept, savedCopy, workerOptions } from './worker-page.ts'

describe('without a connection', () => {
  test('a page that was seen is shown with its time, any other one says so', async ({
    origin,
    asVisitor,
  }) => {
    const front = await aFront(origin)
    const visit = await asVisitor(workerOptions(front.origin))
    const { page, hydrated } = visit
    await page.goto('/popular')
    await isTaken(visit)
    await page.goto(items.sneaker)
    await isTaken(visit)
    await page.waitForLoadState('networkidle') // what is loaded on demand is there too
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    front.disappear()
    await page.goto(items.sneaker)
    await page.getByText(savedCopy).waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
    await hydrated()
    await expect.poll(() => page.getByText(savedCopy).count()).toBe(1)
    expect(await axeFindings(page)).toEqual([])
    await expect
      .poll(() =>
        page
          .locator('main img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0)

    await page.goto('/tools')
    await page.getByRole('heading', { name: "You're offline" }).waitFor()
    const copies = page.locator('#kept-pages')
    await expect.poll(() => copies.getByRole('listitem').count()).toBe(2)
    await cleanAtBothWidths(page)
    await copies.getByText(savedCopy).first().waitFor()
    await copies.getByRole('link').first().click()
    await page.waitForURL(`**${items.sneaker}`)

    await page.goto('/tools')
    front.leadTo(origin)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    await page.goto('/popular')
    await hydrated()
    await expect.poll(() => page.getByText(savedCopy).count()).toBe(0)
  })

  test('no copy replaces what the server answers, not even a failure', async ({ origin, asVisitor }) => {
    const front = await aFront(origin)
    const visit = await asVisitor(workerOptions(front.origin))
    const { page } = visit
    await page.goto('/popular')
    await isTaken(visit)
    front.replyWith(503, 'The site is busy.')
    const response = await page.goto('/popular')
    expect(response?.status()).toBe(503)
    await page.getByText('The site is busy.').waitFor()
    front.disappear()
    await page.goto('/popular')
    await page.getByText(savedCopy).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor() // the failure has not replaced the copy
  })

  test('a page is kept that was opened without loading its document', async ({ origin, asVisitor }) => {
    const front = await aFront(origin)
    const visit = await asVisitor(workerOptions(front.origin))
    const { page } = visit
    await page.goto('/popular')
    await isTaken(visit)
    await page.getByRole('link', { name: 'Tools', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    await expect.poll(() => listKept(page)).toContain('/tools')
    front.disappear()
    await page.goto('/tools')
    await page.getByText(savedCopy).waitFor()
  })

  test('nothing private was kept', async ({ asMember }) => {
    const visit = await asMember({ hasWorker: true, allow })
    const { page, hydrated } = visit
    await page.goto('/popular')
    await isTaken(visit)
    for (const path of [
      '/collection',
      '/change-password',
      '/reset-password?token=secret',
      '/convert?text=hello',
      '/no/such/page',
    ]) {
      await page.goto(path)
      await hydrated()
    }
    await page.goto('/tools')
    await isTaken(visit)
    expect(await listKept(page)).toEqual(['/popular', '/tools'])
    const all = await page.evaluate(async () => {
      const names = await caches.keys()
      const lists = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      )
      return lists.flat()
    })
    expect(
      all.filter(
        (url) => /\/api\/|secret|collection$|password/.test(url) && !url.endsWith('/kept-collection'),
      ),
    ).toEqual([])
  })
})

describe('the collection without a connection', () => {
  const sneaker = { productCode: '9900661650', storeName: 'weidian' }

  async function openCollection(visit: Member): Promise<void> {
    await visit.page.goto('/popular')
    await isTaken(visit)
    await visit.page.goto('/collection')
    await visit.hydrated()
    await expect.poll(() => visit.page.evaluate(() => caches.has('account-1'))).toBe(true)
  }

  test('is what it showed last, and is gone with the session', { timeout: 120_000 }, async ({ asMember }) => {
    const front = await openSiteFront()
    onTestFinished(front.close)
    const site = await startSite({ env: { ...withOwner, PUBLIC_URL: front.origin }, ...inject('start') })
    onTestFinished(site.stop)
    front.leadTo(site.origin)
    const visit = await asMember({ at: { ...site, origin: front.origin }, hasWorker: true, allow })
    const { page } = visit
    await saveItems(visit, sneaker)
    await openCollection(visit)
    front.disappear()
    await page.goto('/collection')
    await page.getByText('This item is kept on this device. Prices are as last seen.').waitFor()
    const saved = page.locator('#saved-items')
    await saved.getByText(/^Saved items\. Saved copy of/).waitFor()
    await saved.getByText('Weidian', { exact: true }).waitFor()
    await saved.getByText('¥189.00').waitFor()

    front.leadTo(site.origin)
    await page.goto('/popular')
    await visit.hydrated()
    await logOut(page)
    await expect.poll(() => page.evaluate(() => caches.has('account-1'))).toBe(false)
    const other = await putAccount(site)
    await page.goto('/login')
    await logInHere(visit, other)
    await page.waitForURL((url) => url.pathname !== '/login')
    front.disappear()
    await page.goto('/collection')
    await page.getByRole('heading', { name: "You're offline" }).waitFor()
    await expect.poll(() => page.locator('#kept-pages li').count()).toBeGreaterThan(0)
    await expect.poll(() => saved.isVisible()).toBe(false)
  })

  test('ends with a session that the server has ended', async ({ asMember }) => {
    const visit = await asMember({ hasWorker: true, allow: [...allow, /401/] })
    const { page } = visit
    await saveItems(visit, sneaker)
    await openCollection(visit)
    const headers = { authorization: visit.login.approvalToken, origin: new URL(page.url()).origin }
    const reply = await visit.context.request.post('/api/v1/auth/logout', { headers, data: {} })
    expect(reply.status()).toBe(200)
    await page.goto('/popular')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await expect.poll(() => page.evaluate(() => caches.has('account-1'))).toBe(false)
  })

  test('of another account is erased, not shown', async ({ asMember }) => {
    const visit = await asMember({ hasWorker: true, allow })
    const { page } = visit
    await saveItems(visit, sneaker)
    await openCollection(visit)
    await page.goto('/icon.svg')
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}')
      localStorage.setItem('user', JSON.stringify({ ...user, id: 'another', _id: 'another' }))
    })
    await page.goto('/offline')
    await expect.poll(() => page.evaluate(() => caches.has('account-1'))).toBe(false)
    await expect.poll(() => page.locator('#saved-items').isVisible()).toBe(false)
  })
})
