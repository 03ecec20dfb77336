import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hashSync } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { users } from '#db/schema.ts'
import { aSession, aUser } from './factories.ts'
import { createAddress, type Reply, runInParallel, type TestClient } from './http-client.ts'
import type { SharedSite } from './site.ts'

export type Role = 'user' | 'admin'
export type Credentials = { email: string; password: string }
export type TestAccount = Credentials & { name: string; role: Role }
export type LoggedInUser = Credentials & {
  id: string
  token: string
  /** As a browser sends it: `name=value`. */
  refreshCookie: string
  deviceCookie: string
}
export type ReceivedLink = { to: string; link: URL }

const mailTimeoutMs = 60_000
const pollMs = 50

/** Never used twice, so that a test can look for it where it must not be. */
export function createPassword(): string {
  return `canary-${randomBytes(9).toString('base64url')}`
}

/** A user without an account. */
export function createUser(): Credentials {
  return { email: `${randomBytes(6).toString('hex')}@chopmark.example`, password: createPassword() }
}

/** The admin that a site has from its start, if it starts with `withOwner`. */
export const owner: TestAccount = {
  name: 'Admin',
  email: 'owner@chopmark.example',
  password: createPassword(),
  role: 'admin',
}

/** Settings of a site that has an owner, and does not count logins: tests have one address for many people. */
export const withOwner = {
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
  RATE_MULTIPLIER: '1000',
}

/** Puts a verified account into a site's database; registering takes two requests, a mail and a costly hash. */
export async function putAccount(
  site: SharedSite,
  { role = 'user', name = 'Ann Lee' }: { role?: Role | undefined; name?: string | undefined } = {},
): Promise<TestAccount> {
  const { db } = await site.openDatabase()
  const person = createUser()
  const passwordHash = hashSync(person.password, { memoryCost: 8, timeCost: 1 })
  await aUser(db, { name, email: person.email, role, passwordHash })
  return { name, role, ...person }
}

/** Puts a session of an account into a site's database, as a login would. */
export async function putSession(
  site: SharedSite,
  { email }: Credentials,
): Promise<{ token: string; refreshToken: string }> {
  const { db } = await site.openDatabase()
  const [user] = await db.select().from(users).where(eq(users.emailKey, email.toLowerCase()))
  if (!user) throw new Error(`The site has no account ${email}.`)
  return aSession(db, user)
}

/** Registers people and uses the links in the mails they get. */
export async function createVerifiedPeople(
  site: SharedSite,
  client: TestClient,
  count: number,
  { getPassword, getName }: { getPassword?: (at: number) => string; getName?: (at: number) => string } = {},
): Promise<Credentials[]> {
  const people = Array.from({ length: count }, (_, at) => {
    const person = createUser()
    const name = getName?.(at) ?? 'Mat Ruler'
    return { ...person, name, password: getPassword?.(at) ?? person.password }
  })
  await runInParallel(people, 4, async (value) => {
    expectStatus(await client.call('POST /users/createUser', value, { from: createAddress() }), 200)
  })
  const letters = await Promise.all(people.map(({ email }) => waitForMail(site, email, '/verify-email')))
  await runInParallel(letters, 4, async ({ link }) => {
    const token = link.searchParams.get('token')
    expectStatus(
      await client.call(`POST /users/verifyEmail?token=${token}`, undefined, { from: createAddress() }),
      200,
    )
  })
  return people
}

export async function logIn(client: TestClient, person: Credentials): Promise<LoggedInUser> {
  const { email, password } = person
  const reply = await client.call('POST /auth/login', { email, password }, { from: createAddress() })
  expectStatus(reply, 200)
  const user = Object(reply.body.user)
  return {
    ...person,
    id: String(user.id),
    token: String(reply.body.approvalToken),
    refreshCookie: findCookie(reply, 'refresh'),
    deviceCookie: findCookie(reply, 'device'),
  }
}

/** Logs in the admin whom the site has from its start. */
export function logInOwner(client: TestClient): Promise<LoggedInUser> {
  return logIn(client, owner)
}

/** `name=value` of the cookie whose name ends so; empty when there is none. */
export function findCookie({ headers }: Reply, name: string): string {
  const line = (headers['set-cookie'] ?? []).find((cookie) => cookie.split('=', 1)[0]?.endsWith(name))
  return line?.split(';', 1)[0] ?? ''
}

/** What a browser adds to a request of the site's own pages. */
export function createSameOriginHeaders(cookie: string): Record<string, string> {
  return { cookie, 'sec-fetch-site': 'same-origin' }
}

/** Waits for a mail with a link to a page; of several the newest. `after` leaves out those with links already seen. */
export async function waitForMail(
  site: SharedSite,
  email: string,
  page: string,
  after: string[] = [],
): Promise<ReceivedLink> {
  const until = Date.now() + mailTimeoutMs
  while (Date.now() < until) {
    const mail = (await readMails(site)).findLast(
      ({ to, link }) => to === email && link.pathname === page && !after.includes(link.href),
    )
    if (mail) return mail
    await delay(pollMs)
  }
  throw new Error(`No mail with a link to ${page} came to ${email}.`)
}

/** Waits for the newest email to a user and returns its link to a page of the site. */
export async function waitForLink(site: SharedSite, email: string, page: string): Promise<URL> {
  return (await waitForMail(site, email, page)).link
}

const mailsByFile = new Map<string, ReceivedLink[]>()

/** All links in mails, in the order in which the mails were written. */
export async function readMails({ dataDir }: SharedSite): Promise<ReceivedLink[]> {
  const folder = join(dataDir, 'outbox')
  const files = listMailNames(folder).map((name) => join(folder, name))
  for (const file of files.filter((name) => !mailsByFile.has(name))) {
    const { to = [], text = '' } = await PostalMime.parse(readFileSync(file))
    const links = text.match(/https?:\/\/\S+/g) ?? []
    mailsByFile.set(
      file,
      links.map((link) => ({ to: to[0]?.address ?? '', link: new URL(link) })),
    )
  }
  return files.flatMap((file) => mailsByFile.get(file) ?? [])
}

function listMailNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
  } catch {
    return [] // before the first mail there is no folder
  }
}

function expectStatus({ status, text }: Reply, expected: number): void {
  if (status !== expected) throw new Error(`Expected ${expected}, got ${status}: ${text}`)
}
