import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { focusedName } from '../support/account-page.ts'
import { readStoredSession } from '../support/accounts.ts'
import { cleanAtBothWidths } from '../support/both-widths.ts'
import { abortCall, fulfillCall } from '../support/calls.ts'
import { goToGoogle, sayWho, test, withStart } from './google-page.ts'

const popup = ({ dialog }: Visit) => dialog('Hello, size-eu-43')
const button = (visit: Visit) => popup(visit).getByRole('button', { name: 'Set Password', exact: true })
const alert = (visit: Visit) => popup(visit).getByRole('alert')

/** Comes from Google to the register page, without an account so far. */
async function comeFromGoogle(visit: Visit): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.org`
  await sayWho(await goToGoogle(visit, '/register'), { email, name: 'size-eu-43' })
  await popup(visit).getByText('set a password', { exact: true }).waitFor()
  return email
}

async function setPassword(visit: Visit, password: string, confirm = password): Promise<void> {
  await popup(visit).getByLabel('Password', { exact: true }).fill(password)
  await popup(visit).getByLabel('Confirm Password', { exact: true }).fill(confirm)
  await button(visit).click()
}

const errorsIn = (page: Page) => page.getByRole('dialog').locator('.err').allTextContents()

describe('the popup to set a password', () => {
  test(
    'greets by name, says who has confirmed what, asks for two fields that match, and can be closed',
    withStart,
    async ({ visitor }) => {
      const visit = await visitor()
      const email = await comeFromGoogle(visit)
      await popup(visit).getByText(`Google has confirmed ${email}`, { exact: true }).waitFor()
      await button(visit).click()
      await alert(visit).getByText('Please fill in all fields', { exact: true }).waitFor()
      await expect
        .poll(() => errorsIn(visit.page))
        .toEqual(['Password is required', 'Confirm password is required'])
      await alert(visit).getByRole('link', { name: 'Confirm password is required' }).click()
      await expect.poll(() => focusedName(visit.page)).toBe('confirm')

      await setPassword(visit, 'quiet river', '')
      await alert(visit).getByText('Please fill in all fields', { exact: true }).waitFor()
      await expect.poll(() => errorsIn(visit.page)).toEqual(['Confirm password is required'])
      await setPassword(visit, '12345', '12345')
      await expect.poll(() => errorsIn(visit.page)).toEqual(['Password must be at least 6 characters long'])
      await setPassword(visit, 'quiet river', 'quiet lake')
      await expect.poll(() => errorsIn(visit.page)).toEqual(['Passwords do not match'])
      await popup(visit).getByRole('button', { name: 'Close' }).click()
      await popup(visit).waitFor({ state: 'detached' })
      expect(visit.apiCalls.filter((call) => call.endsWith('/users/createUser'))).toEqual([])
      await expect.poll(() => readStoredSession(visit)).toEqual({ token: null, user: null })
    },
  )

  test('reports a rejection or no response, and keeps the typed values', async ({ visitor }) => {
    const visit = await visitor({ allow: [/^Failed to load resource: net::ERR_FAILED/] })
    await comeFromGoogle(visit)
    const tells = async (sentence: string) => {
      await setPassword(visit, 'quiet river')
      await alert(visit).getByText(sentence, { exact: true }).waitFor()
      await expect
        .poll(() => popup(visit).getByLabel('Password', { exact: true }).inputValue())
        .toBe('quiet river')
      await visit.page.unroute('**/api/v1/users/createUser*')
    }
    await fulfillCall(visit.page, '/users/createUser', 500, {})
    await tells('Failed to create user.')
    const message = 'An account with this email already exists.'
    await fulfillCall(visit.page, '/users/createUser', 409, { message, code: 'EMAIL_EXISTS' })
    await tells(message)
    await abortCall(visit.page, '/users/createUser')
    await tells('Failed to create user.')
  })

  test('leads to the login page when the account stands but Google’s word counts no more', async ({
    visitor,
  }) => {
    const visit = await visitor()
    await comeFromGoogle(visit)
    await fulfillCall(visit.page, '/auth/login', 401, {
      message: 'Google sign-in could not be verified.',
      code: 'GOOGLE_REFUSED',
    })
    await setPassword(visit, 'quiet river')
    await visit.page.waitForURL('**/login')
    await visit.toast('Account Created Successfullt!').waitFor()
  })

  test('is clean for axe at both widths, with errors too', async ({ visitor }) => {
    const visit = await visitor({ width: 360, reducedMotion: true })
    await comeFromGoogle(visit)
    await cleanAtBothWidths(visit.page)
    await button(visit).click()
    await alert(visit).waitFor()
    await cleanAtBothWidths(visit.page)
  })
})
