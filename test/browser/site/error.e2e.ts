import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test, widths } from '../support/test.ts'

describe('the error page', () => {
  test('has the text of the specification and the true status', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    const response = await page.goto('/no-such-page')
    expect(response?.status()).toBe(404)
    await expect.poll(() => page.title()).toBe('Oops! Something went wrong · Chopmark')
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('Oops! Something went wrong')
    await page.getByText('Error 404', { exact: true }).waitFor()
    const text = await page.getByRole('main').innerText()
    expect(text).toContain('The link may be invalid or expired')
    expect(text).toContain('you may not have permission')
    expect(text).toContain('the server has a temporary problem')
    await expect
      .poll(() => page.getByRole('main').getByRole('listitem').allTextContents())
      .toEqual(['check internet connection', 'verify the URL', "make sure you're logged in"])
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await expect
      .poll(() => page.getByRole('main').getByRole('link', { name: 'Home' }).getAttribute('href'))
      .toBe('/')
    await page.getByRole('main').getByRole('link', { name: 'Popular products' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Try Again' }).isVisible()).toBe(false)
  })

  test('is shown for a URL that is too long, as the server rendered it', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    const response = await page.goto(`/popular?text=${'a'.repeat(2100)}`)
    expect(response?.status()).toBe(404)
    await hydrated()
    await page.getByText('Error 404', { exact: true }).waitFor()
  })

  test('has working buttons for Go Back, Home and Try Again', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/tools')
    await page.goto('/no-such-page')
    await hydrated()
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await loaded
    await hydrated()
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goBack()
    await page.getByRole('button', { name: 'Go Back' }).click()
    await page.waitForURL('**/tools')
  })

  test('is the same after a client navigation', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/tools')
    await hydrated()
    await page
      .getByRole('link', { name: 'Open calculator' })
      .evaluate((link) => link.setAttribute('href', '/nowhere'))
    await page.getByRole('link', { name: 'Open calculator' }).click()
    await page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong' }).waitFor()
    await page.getByRole('banner').waitFor()
  })

  for (const width of widths) {
    test(`is clean for axe at ${width} px`, async ({ asVisitor }) => {
      const { page, hydrated } = await asVisitor({ width })
      await page.goto('/no-such-page')
      await hydrated()
      expect(await axeFindings(page)).toEqual([])
    })

    test(`does not move at ${width} px`, async ({ asVisitor }) => {
      const { page } = await asVisitor({ width })
      await page.goto('/no-such-page', { waitUntil: 'networkidle' })
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    })
  }
})
