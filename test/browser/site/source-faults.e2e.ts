import { describe, expect } from 'vitest'
import { goToGoogle, sayWho } from '../account/google-page.ts'
import { test } from './all-sources.ts'

// What visitors see of product information and QC photos with a fault: product-states.e2e.ts.

test.afterEach(({ sources }) => {
  sources.setFault('all', 'none')
})

describe('with a failing source', () => {
  test('a page whose images cannot be loaded shows their names and works', async ({
    asVisitor,
    site,
    sources,
  }) => {
    sources.setFault('pictures', 'html')
    const missing = /^Failed to load resource: .* 404 .*\/img\//
    const { page, hydrated } = await asVisitor({ origin: site.origin, allow: [missing] })
    await page.goto('/product/taobao/652874751499', { waitUntil: 'networkidle' })
    await hydrated()
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('Simulated T-shirt 652874751499')
    const pictures = page.locator('img[src^="/img/"]')
    await expect.poll(() => pictures.count()).toBeGreaterThan(0)
    for (const picture of await pictures.all())
      await expect.poll(() => picture.getAttribute('alt')).not.toBeNull()
    await page.getByRole('link', { name: /^Buy/ }).first().waitFor()
  })

  test('a Google sign-in that cannot be verified is rejected with a message, and succeeds afterwards', async ({
    asVisitor,
    site,
    sources,
  }) => {
    sources.setFault('google-keys', 'empty')
    const refusedCall = /^Failed to load resource: .* 40[14] .*\/api\/v1\/auth\//
    const visit = await asVisitor({ origin: site.origin, allow: [refusedCall] })
    const who = { email: 'keys@example.org', name: 'Mat Ruler' }
    await sayWho(await goToGoogle(visit, '/register'), who)
    await visit.page.getByText('Google sign-in could not be verified.', { exact: true }).first().waitFor()
    sources.setFault('google-keys', 'none')
    await sayWho(await goToGoogle(visit, '/register'), who)
    await visit.dialog('Hello, Mat Ruler').waitFor()
  })

  test('a registration while the mail server is down gets the usual message, and its email later', async ({
    asVisitor,
    site,
    sources,
  }) => {
    sources.setFault('smtp', 'refused')
    const { page, hydrated, toast } = await asVisitor({ origin: site.origin })
    await page.goto('/register', { waitUntil: 'networkidle' })
    await hydrated()
    await page.getByLabel('Full Name', { exact: true }).fill('Mat Ruler')
    await page.getByLabel('Email address', { exact: true }).fill('later@example.org')
    await page.getByLabel('Password', { exact: true }).fill('a quiet river 9')
    await page.getByLabel('Confirm Password', { exact: true }).fill('a quiet river 9')
    await page.getByRole('button', { name: 'Create Account', exact: true }).click()
    await page.waitForURL(`${site.origin}/login`)
    await toast('Account Created Successfullt!').waitFor()
    const timesCome = () => sources.mails().filter(({ to }) => to.includes('later@example.org')).length
    expect(timesCome()).toBe(0)
    sources.setFault('smtp', 'none')
    await expect.poll(timesCome, { timeout: 30_000 }).toBe(1)
  })
})
