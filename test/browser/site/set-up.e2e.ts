import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Site } from '#support/site.ts'
import { createPassword } from '#support/users.ts'
import { allow, open, readFieldError, testLooks } from '../support/account-page.ts'
import { logIn, test } from '../support/accounts.ts'
import { abortCall, fulfillCall } from '../support/calls.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Create the first admin', exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const aLink = '/setup?token=some-secret'

/** The link that a start without any admin prints. */
function printedLink(site: Site): string {
  const link = site.printed().match(/https?:\/\/\S+\/setup\?token=\S+/)?.[0]
  if (!link) throw new Error('The server printed no link.')
  return link
}

async function create(page: Page, password: string, confirm = password): Promise<void> {
  await page.getByLabel('Full Name').fill('Ann Lee')
  await page.getByLabel('Email address').fill('ann@chopmark.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(confirm)
  await button(page).click()
}

describe('the set-up page', () => {
  test('creates the first admin by the printed link, once', async ({ aSite, asVisitor }) => {
    const site = await aSite()
    const visit = await asVisitor({ origin: site.origin, allow })
    const { page } = visit
    const password = createPassword()
    await page.goto(printedLink(site))
    await page.waitForURL(`${site.origin}/setup`)
    await visit.hydrated()
    await create(page, password)
    await page.waitForURL(`${site.origin}/login`)
    await visit.toast('Admin account created. Log in to continue.').waitFor()
    await visit.page.getByText('You can log in to the dashboard now.', { exact: true }).waitFor()
    await expect
      .poll(() => page.getByLabel('Email', { exact: true }).inputValue())
      .toBe('ann@chopmark.example')
    await logIn(visit, { email: 'ann@chopmark.example', password })
    await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard/admin-home')

    const second = await asVisitor({ origin: site.origin, allow })
    await open(second, printedLink(site))
    await create(second.page, createPassword())
    await second.page.getByRole('heading', { level: 1, name: 'Invalid set-up link.' }).waitFor()
  })

  test('reports a missing token', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, '/setup')
    await visit.page.getByRole('heading', { level: 1, name: 'Invalid set-up link.' }).waitFor()
    await expect.poll(() => button(visit.page).count()).toBe(0)
    await visit.page
      .getByText('This site may already have an admin. Ask its operator.', { exact: true })
      .waitFor()
    await visit.page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
    await visit.page.waitForURL('**/login')
  })

  test('shows no dashboard but says who the link is for', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin })
    await open(visit, aLink)
    await visit.page.getByText("This account becomes the site's first admin.", { exact: true }).waitFor()
    await expect.poll(() => visit.page.getByRole('main').innerText()).not.toMatch(/dashboard|All Users/i)
  })

  test('validates its fields, and requires a long password', async ({ site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    const { page } = visit
    await open(visit, aLink)
    await button(page).click()
    await alert(page).getByText('Check these four fields', { exact: true }).waitFor()
    await create(page, 'quiet river', 'quiet lake')
    await expect
      .poll(() => readFieldError(page, 'Password'))
      .toBe('Password must be at least 12 characters long')
    await expect.poll(() => readFieldError(page, 'Confirm Password')).toBe('Passwords do not match')
  })

  test.for([
    [500, {}, 'Something went wrong!'],
    ['no answer', {}, 'Failed to Register. Please try again.'],
  ] as const)('with %s and %j says %s', async ([status, body, sentence], { site, asVisitor }) => {
    const visit = await asVisitor({ origin: site.origin, allow })
    await open(visit, aLink)
    if (status === 'no answer') await abortCall(visit.page, '/auth/setup')
    else await fulfillCall(visit.page, '/auth/setup', status, body)
    await create(visit.page, 'a very quiet river')
    await alert(visit.page).getByText(sentence, { exact: true }).waitFor()
  })

  testLooks({
    path: aLink,
    heading: 'Create the first admin',
    states: {
      'with errors': async ({ page }) => {
        await button(page).click()
        await alert(page).waitFor()
      },
    },
  })
})
