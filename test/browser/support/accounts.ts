import { inject } from 'vitest'
import { assertData, createTestClient } from '#support/http-client.ts'
import { type SharedSite, type Site, startSite, useSite } from '#support/site.ts'
import { owner, putAccount, putSession, type Role, type TestAccount, withOwner } from '#support/users.ts'
import { blankPath, type Visit, type VisitOptions } from '#support/visit.ts'
import { test as base } from './test.ts'

type Login = { approvalToken: string; user: Record<string, unknown> }
export type Member = Visit & { account: TestAccount; login: Login }
type MemberOptions = VisitOptions & {
  role?: Role
  name?: string
  account?: TestAccount
  /** Replaces the file's site. */
  at?: SharedSite
}

/**
 * `test` with
 * - `site`: a site with an owner that all files share; a test must not change what other tests see
 * - `asMember(options)`: a visit to it as a signed-in member, with a new account unless `account` is set
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }): Promise<SharedSite> => {
    const { leave, ...site } = useSite(inject('members'))
    onCleanup(leave)
    return site
  })
  .extend('asMember', ({ site, asVisitor }) => {
    return async ({ role, name, account, at = site, ...options }: MemberOptions = {}): Promise<Member> => {
      const who = account ?? (await putAccount(at, { role, name }))
      const { login, stored, cookie } = await createStoredSession(at, who)
      const visit = await asVisitor({
        origin: at.origin,
        ...options,
        stored: { ...options.stored, ...stored },
      })
      await visit.context.addCookies([cookie])
      return { ...visit, account: who, login }
    }
  })

/** The same with a new `site` for the file, for tests that change shared data or inspect the process. */
export const testOnOwnSite = test
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }): Promise<Site> => {
    const site = await startSite({ env: withOwner, ...inject('start') })
    onCleanup(site.stop)
    return site
  })

/** Changes the role of an account, as the site's own admin. */
export async function changeRole(site: SharedSite, { email }: TestAccount, role: Role): Promise<void> {
  const client = createTestClient(site.origin)
  const { token } = await putSession(site, owner)
  const headers = { authorization: token }
  assertData(await client.call('POST /users/changeUserRoleOrStatus', { email, role }, { headers }))
  client.close()
}

/** Logs in by the form. Waits for the next page. */
export async function logIn(
  { page, hydrated }: Visit,
  { email, password }: Pick<TestAccount, 'email' | 'password'>,
): Promise<void> {
  await page.goto('/login')
  await hydrated()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}

/**
 * Signs in without the form and a password hash: puts a session into the database and stores it in the
 * browser.
 */
export async function signIn(
  { page, context }: Visit,
  site: SharedSite,
  account: TestAccount,
): Promise<Login> {
  const { login, stored, cookie } = await createStoredSession(site, account)
  await context.addCookies([cookie])
  await page.goto(blankPath)
  await page.evaluate((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value)
  }, Object.entries(stored))
  return login
}

/** Puts a session into the database. Returns what its login would store in a browser. */
async function createStoredSession(site: SharedSite, account: TestAccount) {
  const { token, refreshToken } = await putSession(site, account)
  const client = createTestClient(site.origin)
  const user = assertData<Login['user']>(
    await client.call('GET /users/me', undefined, { headers: { authorization: token } }),
  )
  client.close()
  return {
    login: { approvalToken: token, user },
    stored: { token, user: JSON.stringify(user) },
    cookie: {
      name: 'refresh',
      value: refreshToken,
      url: site.origin,
      httpOnly: true,
      sameSite: 'Strict' as const,
    },
  }
}

/** The stored token and user of the browser. */
export function readStoredSession({ page }: Visit): Promise<{ token: string | null; user: string | null }> {
  return page.evaluate(() => ({ token: localStorage.getItem('token'), user: localStorage.getItem('user') }))
}
