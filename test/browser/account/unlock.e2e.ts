import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { allow, open, testLooks } from '../support/account-page.ts'
import { test } from '../support/accounts.ts'
import { abortCall, fulfillCall } from '../support/calls.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Unlock this browser', exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const invalid = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'This link is not valid.', exact: true })
const aLink = '/unlock?token=some-secret'

describe('the unlock page', () => {
  test('sends the token once when its button is pressed, and opens the login page', async ({
    site,
    asVisitor,
  }) => {
    const visit = await asVisitor({ origin: site.origin })
    const { page } = visit
    await open(visit, aLink)
    await page.waitForURL(`${site.origin}/unlock`)
    await page.reload()
    await visit.hydrated()
    await expect
      .poll(() => page.getByRole('main').getByRole('button').allTextContents())
      .toEqual(['Unlock this browser'])
    expect(visit.apiCalls.filter((call) => call.startsWith('POST'))).toEqual([])
    const message = 'You can log in on this browser again.'
    await fulfillCall(page, '/auth/unlock', 200, { success: true, data: null, message })
    const sent = page.waitForRequest('**/auth/unlock')
    await button(page).click()
    expect((await sent).postDataJSON()).toEqual({ token: 'some-secret' })
    await page.waitForURL(`${site.origin}/login`)
    await visit.toast(message).waitFor()
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).not.toContain('unlock-token')
  })

  test('reports an invalid link, with or without a token', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    const { page } = visit
    await open(visit, '/unlock')
    await invalid(page).waitFor()
    await expect.poll(() => page.title()).toBe('Error: Unlock this browser · Chopmark')
    await open(visit, aLink)
    await button(page).click()
    await invalid(page).waitFor()
    await expect.poll(() => button(page).count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
  })

  testLooks({
    path: aLink,
    heading: 'Unlock this browser',
    states: {
      refused: async ({ page }) => {
        await abortCall(page, '/auth/unlock')
        await button(page).click()
        await alert(page).waitFor()
      },
    },
  })
})
