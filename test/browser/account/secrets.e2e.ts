import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { createTestClient } from '#support/http-client.ts'
import { createPassword, createUser, createVerifiedPeople, waitForLink, withOwner } from '#support/users.ts'
import type { Visit } from '#support/visit.ts'
import { logIn, readStoredSession, test } from '../support/accounts.ts'
import { allow, open, spoilToken } from './session-page.ts'

describe('secrets', () => {
  test('of an account’s lifetime are in no log, page, URL or bundle', {
    timeout: 90_000,
  }, async ({ aSite, asVisitor }) => {
    const site = await aSite({ ...withOwner, SEED: 'none', LOG_LEVEL: 'trace' })
    const client = createTestClient(site.origin)
    const [account = createUser()] = await createVerifiedPeople(site, client, 1)
    client.close()
    const visit = await asVisitor({ origin: site.origin, allow })
    const addresses: string[] = []
    visit.page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await logIn(visit, account)
    const first = await secretsOf(visit)
    await spoilToken(visit)
    await open(visit, '/change-password')
    const second = await secretsOf(visit)

    await visit.context.request.post('/api/v1/auth/forgetPassword', { data: { email: account.email } })
    const link = await waitForLink(site, account.email, '/reset-password')
    const changedTo = createPassword()
    await visit.page.goto(link.href)
    await visit.page.getByLabel('New Password', { exact: true }).fill(changedTo)
    await visit.page.getByLabel('Confirm Password', { exact: true }).fill(changedTo)
    const settled = addresses.length
    await visit.page.getByRole('button', { name: 'Reset Password' }).click()
    await visit.page.waitForURL('**/login')
    await expect
      .poll(() => visit.page.evaluate(() => Object.values(sessionStorage).join()))
      .not.toContain('token')

    const verify = await waitForLink(site, account.email, '/verify-email')
    const mailed = [link, verify].map(({ searchParams }) => searchParams.get('token') ?? '')
    const canaries = [account.password, changedTo, ...first, ...second, ...mailed]
    expect(new Set(canaries.filter((canary) => canary.length >= 16)).size).toBe(8)
    const html = await visit.page.content()
    const bundle = builtTexts()
    for (const canary of canaries) {
      expect(site.printed()).not.toContain(canary)
      expect(html).not.toContain(canary)
      expect(bundle).not.toContain(canary)
      expect(addresses.slice(settled).join()).not.toContain(canary)
    }
    expect(site.printed()).toContain('An email was saved to the outbox folder.') // where something is written about secrets
  })

  test('and local paths are not in files that browsers load', () => {
    expect(builtTexts()).not.toMatch(/localhost|127\.0\.0\.1/)
  })
})

/** The tokens that a browser holds at the moment. */
async function secretsOf(visit: Visit): Promise<string[]> {
  const { token } = await readStoredSession(visit)
  const cookie = (await visit.context.cookies()).find(({ name }) => name === 'refresh')
  return [token ?? '', cookie?.value ?? '']
}

/** All code that the built site gives to browsers. */
function builtTexts(): string {
  const folder = new URL('../../../dist/current/web/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|html|json)$/.test(name),
  )
  expect(files.length).toBeGreaterThan(20)
  return files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n')
}
