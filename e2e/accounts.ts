import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { inject, vi } from 'vitest'
import { type Site, startServer } from './server.ts'
import { test as base } from './test.ts'
import type { Visit, VisitOptions } from './visit.ts'

export type Role = 'user' | 'admin'
export type Account = { name: string; email: string; password: string; role: Role }
type Login = { approvalToken: string; user: Record<string, unknown> }

/** Never used twice, so that a test can look for it where it must not be. */
export function aSecret(): string {
  return `canary-${randomBytes(9).toString('base64url')}`
}

/** The admin that a site has from its start; for `aSite`, which otherwise has none. */
export const owner: Account = {
  name: 'Admin',
  email: 'owner@chopmark.example',
  password: aSecret(),
  role: 'admin',
}
/** Settings of a site with that admin, where logins are not counted: tests have one address for many people. */
export const withOwner = {
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
  RATE_MULTIPLIER: '1000',
}

export type Member = Visit & { account: Account; login: Login }
type MemberOptions = VisitOptions & {
  role?: Role
  name?: string
  account?: Account
  /** Another site than the file's. */
  at?: Site
}

/**
 * `test` with
 * - `site`: one that has an owner, for all tests of a file
 * - `asMember(options)`: a visit to it of somebody who is signed in, with an account of his own unless one is given
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }): Promise<Site> => {
    const site = await startServer({ env: withOwner, seeded: inject('seeded') })
    onCleanup(site.stop)
    return site
  })
  .extend('asMember', ({ site, asVisitor }) => {
    return async ({ role, name, account, at = site, ...options }: MemberOptions = {}): Promise<Member> => {
      const who = account ?? (await anAccount(at, { role, name }))
      const visit = await asVisitor({ origin: at.origin, ...options })
      return { ...visit, account: who, login: await signIn(visit, who) }
    }
  })

type Wanted = { role?: Role | undefined; name?: string | undefined }

/** An account made as people make theirs: registered, and verified with the link of the mail. Admins are promoted. */
export async function anAccount(
  site: Site,
  { role = 'user', name = 'Ann Lee' }: Wanted = {},
): Promise<Account> {
  const email = `${randomBytes(6).toString('hex')}@chopmark.example`
  const account = { name, email, password: aSecret(), role }
  await call(site, 'POST /users/createUser', { body: { name, email, password: account.password } })
  const link = await linkIn(site, email, '/verify-email')
  await call(site, 'POST /users/verifyEmail', { body: { token: link.searchParams.get('token') } })
  if (role === 'admin') await changeRole(site, account, 'admin')
  return account
}

/** The site's own admin gives somebody a role. */
export async function changeRole(site: Site, { email }: Account, role: Role): Promise<void> {
  const { approvalToken } = await call<Login>(site, 'POST /auth/login', { body: owner })
  await call(site, 'POST /users/changeUserRoleOrStatus', { body: { email, role }, token: approvalToken })
}

/** The address in the last mail to somebody that leads to a page of ours; waits for the mail. */
export async function linkIn(site: Site, email: string, path: string): Promise<URL> {
  const start = site.origin + path
  return vi.waitFor(
    async () => {
      const links = (await mailsTo(site, email)).flatMap((text) => text.match(/https?:\/\/\S+/g) ?? [])
      const last = links.findLast((link) => link.startsWith(start))
      if (!last) throw new Error(`No mail to ${email} leads to ${path}.`)
      return new URL(last)
    },
    { timeout: 10_000, interval: 50 },
  )
}

/** The texts of all mails to somebody, oldest first. */
async function mailsTo({ dataDir }: Site, email: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
  )
  return mails.filter(({ to }) => to?.some(({ address }) => address === email)).map(({ text = '' }) => text)
}

type CallOptions = { body: object; token?: string }

/** Calls the API from outside of any browser. */
async function call<T>({ origin }: Site, route: string, { body, token }: CallOptions): Promise<T> {
  const [method = '', path = ''] = route.split(' ')
  const reply = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(body),
  })
  const answer = await reply.json()
  if (!reply.ok) throw new Error(`${route} was answered ${reply.status}: ${answer.message}`)
  return answer.data
}

/** Logs in by the form, as a person does; over when the next page is there. */
export async function logIn({ page, hydrated }: Visit, { email, password }: Account): Promise<void> {
  await page.goto('/login')
  await hydrated()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}

/** The same without the form: the browser has the cookies, and stores what the login answers. */
export async function signIn({ page, context }: Visit, { email, password }: Account): Promise<Login> {
  const reply = await context.request.post('/api/v1/auth/login', { data: { email, password } })
  if (!reply.ok()) throw new Error(`The login was answered ${reply.status()}.`)
  const { data }: { data: Login } = await reply.json()
  await page.goto('/icon.svg') // an address of the site without scripts, to write its storage from
  await page.evaluate(({ approvalToken, user }) => {
    localStorage.setItem('token', approvalToken)
    localStorage.setItem('user', JSON.stringify(user))
  }, data)
  return data
}

/** What the browser has stored of the session. */
export function storedIn({ page }: Visit): Promise<{ token: string | null; user: string | null }> {
  return page.evaluate(() => ({ token: localStorage.getItem('token'), user: localStorage.getItem('user') }))
}
