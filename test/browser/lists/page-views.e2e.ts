import { readFileSync, statSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SharedSite } from '#support/site.ts'
import type { VisitOptions } from '#support/visit.ts'
import { testOnOwnSite as test } from '../support/accounts.ts'
import { adminApi } from '../support/admin-api.ts'

const person =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const report = (path: string) => JSON.stringify({ path })

const sent = 'POST /api/v1/page-views'

/** Keeps what the next documents of a tab report. */
const listening = `
  const said = (globalThis.said = [])
  const { sendBeacon } = Navigator.prototype
  Navigator.prototype.sendBeacon = function (url, body) {
    said.push(body.text())
    return sendBeacon.call(this, url, body)
  }`
const saidIn = (page: Page) => page.evaluate<string[]>('Promise.all(said)')

const manifest = JSON.parse(readFileSync('dist/current/web/.vite/manifest.json', 'utf8'))
const { file: beacon, isDynamicEntry } = manifest['src/main/after-show.ts']

/** Over when a report of the page would have been sent: they are left for when the browser has nothing else to do. */
async function settled(page: Page): Promise<void> {
  // As text: Vitest rewrites an import for itself.
  const idle = 'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2500 }))'
  await page.evaluate(`${idle}.then(() => import('/${beacon}')).then(() => undefined)`)
}

/** The views of today that the admin's home tells of. */
async function viewsOf(site: SharedSite): Promise<number> {
  const api = await adminApi(site)
  const { views } = await api<{ views: { views: number }[] }>('GET /overview')
  return views.at(-1)?.views ?? Number.NaN
}

describe('a visible page', () => {
  test('is reported once, with its path only, and so is each next page', async ({ asVisitor }) => {
    const { page, context, reports, hydrated } = await asVisitor()
    await context.addInitScript(listening)
    await page.goto('/popular?MinPrice=100#list')
    await expect.poll(() => saidIn(page)).toEqual([report('/popular')])
    await hydrated()
    await page.getByRole('link', { name: 'Tools', exact: true }).first().click()
    await page.waitForURL('**/tools')
    await expect.poll(() => saidIn(page)).toEqual([report('/popular'), report('/tools')])
    await page.goBack()
    await page.waitForURL('**/popular?**')
    await expect.poll(() => saidIn(page)).toEqual(['/popular', '/tools', '/popular'].map(report))
    await expect.poll(() => reports).toEqual(Array.from({ length: 3 }, () => sent))
  })

  test('is not reported again when its filters change, and stores nothing in the browser', async ({
    asVisitor,
  }) => {
    const { page, context, reports, hydrated } = await asVisitor({ userAgent: person })
    await page.goto('/popular')
    await hydrated()
    await page.getByLabel('Min Price').fill('300')
    await page.waitForURL('**/popular?MinPrice=300')
    await settled(page)
    expect(reports).toEqual([sent])
    expect(await context.cookies()).toEqual([])
    const storedKeys = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
    expect(
      storedKeys.filter((key) => !['theme', 'platform', 'platform_img', 'scroll-positions'].includes(key)),
    ).toEqual([])
    await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])
  })

  test('is counted when a person opens it, but not when a program does', async ({ asVisitor, site }) => {
    const before = await viewsOf(site)
    const program = await asVisitor({ origin: site.origin })
    await program.page.goto('/tools')
    await expect.poll(() => program.reports).toEqual([sent])
    const visit = await asVisitor({ origin: site.origin, userAgent: person })
    await visit.page.goto('/tools')
    await expect.poll(() => viewsOf(site), { timeout: 20_000, interval: 500 }).toBe(before + 1)
  })
})

describe('nothing is reported', () => {
  test('for forms, pages with secrets in the URL, and missing pages', async ({ asVisitor }) => {
    const { page, reports, hydrated } = await asVisitor()
    for (const path of [
      '/login',
      '/register',
      '/reset-password?id=0198a000-0000-7000-8000-000000000001&token=canary',
      '/verify-email?token=canary',
      '/unlock?token=canary',
      '/setup?token=canary',
      '/auth/google#id_token=canary',
      '/nowhere',
    ]) {
      await page.goto(path)
      await hydrated()
      await settled(page)
      expect(reports, path).toEqual([])
    }
  })

  test('for the dashboard', async ({ asMember }) => {
    const { page, reports } = await asMember({ role: 'admin' })
    await page.goto('/dashboard/admin-home')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    expect(reports).toEqual([])
  })

  const ineligiblePages: [string, string][] = [
    ['Do Not Track', "Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })"],
    [
      'Global Privacy Control',
      "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
    ],
  ]
  test.for(ineligiblePages)('under %s', async ([_name, script], { asVisitor }) => {
    const { page, context, reports, hydrated } = await asVisitor()
    await context.addInitScript(script)
    await page.goto('/')
    await hydrated()
    await settled(page)
    expect(reports).toEqual([])
  })

  test('without JavaScript', async ({ asVisitor }) => {
    const options: VisitOptions = { javaScript: false }
    const { page, reports } = await asVisitor(options)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(reports).toEqual([])
  })
})

test('the report needs at most 1 KB of script, which loads only after the page is rendered', () => {
  expect(isDynamicEntry).toBe(true)
  expect(statSync(`dist/current/web/${beacon}`).size).toBeLessThanOrEqual(1024)
})
