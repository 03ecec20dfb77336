import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { allow, focusedName, open, testLooks } from '../support/account-page.ts'
import { test } from '../support/accounts.ts'
import { abortCall, fulfillCall, holdCall } from '../support/calls.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Click here to Verify Email', exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const invalid = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Invalid reset link.', exact: true })
const aLink = '/verify-email?token=some-secret'

describe('the verify page', () => {
  test('does nothing before its button is pressed', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, aLink)
    await visit.page.waitForURL(`${site.origin}/verify-email`)
    await visit.page.getByRole('heading', { level: 1, name: 'Verify Email', exact: true }).waitFor()
    await expect
      .poll(() => visit.page.getByRole('main').getByRole('button').allTextContents())
      .toEqual(['Click here to Verify Email'])
    expect(visit.apiCalls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  test('sends the token once, and opens the login page', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    await open(visit, '/verify-email?token=a%2Bb%26c')
    await page.reload()
    await visit.hydrated()
    await fulfillCall(page, '/users/verifyEmail', 200, {
      success: true,
      data: { email: 'ann@chopmark.example' },
      message: 'Email has been verified!',
    })
    const sent = page.waitForRequest('**/users/verifyEmail*')
    await button(page).focus()
    await page.keyboard.press('Enter')
    expect(new URL((await sent).url()).searchParams.get('token')).toBe('a+b&c')
    expect((await sent).method()).toBe('POST')
    await page.waitForURL(`${site.origin}/login`)
    await visit.toast('Email has been verified!').waitFor()
    await expect
      .poll(() => page.getByLabel('Email', { exact: true }).inputValue())
      .toBe('ann@chopmark.example')
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).not.toContain('verify-token')
  })

  test('reports a URL without a token as an invalid link', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    for (const query of ['', '?token=', '?token']) {
      await open(visit, `/verify-email${query}`)
      await invalid(page).waitFor()
      await expect.poll(() => page.title()).toBe('Error: Verify Email · Chopmark')
      await expect.poll(() => button(page).count()).toBe(0)
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await page.waitForURL('**/login')
    }
  })

  test('says so of an error, an odd answer or none, that it is on its way, is sent once, and that the link is not known', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    const { page } = visit
    await open(visit, aLink)
    const tells = async (sentence: string) => {
      await button(page).click()
      await alert(page).getByText(sentence, { exact: true }).waitFor()
      await button(page).waitFor()
      await page.unroute('**/api/v1/users/verifyEmail*')
    }
    await fulfillCall(page, '/users/verifyEmail', 500, {})
    await tells('Failed to verify mail.')
    await fulfillCall(page, '/users/verifyEmail', 201, { message: 'Created' })
    await tells('Unexpected response from server.')
    await abortCall(page, '/users/verifyEmail')
    await tells('Something went wrong. Please try again.')

    const before = visit.apiCalls.length
    const { go } = await holdCall(page, '/users/verifyEmail')
    await button(page).click()
    await page.getByRole('button', { name: 'Verifying…', exact: true }).click()
    go()
    await invalid(page).waitFor()
    expect(visit.apiCalls.slice(before).filter((call) => call.includes('/users/verifyEmail'))).toHaveLength(1)
    await expect.poll(() => focusedName(page)).toBe('Invalid reset link.')
  })

  testLooks({
    path: aLink,
    heading: 'Verify Email',
    states: {
      refused: async ({ page }) => {
        await abortCall(page, '/users/verifyEmail')
        await button(page).click()
        await alert(page).waitFor()
      },
    },
  })
})
