import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hashSync } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { users } from '#db/schema.ts'
import { aSession, aUser } from './factories.ts'
import { type Client, inParallel, newAddress, type Reply } from './http-client.ts'
import type { SharedSite } from './site.ts'

export type Role = 'user' | 'admin'
export type Person = { email: string; password: string }
export type Account = Person & { name: string; role: Role }
export type SignedIn = Person & {
  id: string
  token: string
  /** As a browser sends it: `name=value`. */
  refreshCookie: string
  deviceCookie: string
}
export type Letter = { to: string; link: URL }

const patienceMs = 60_000
const everyMs = 50

/** Never used twice, so that a test can look for it where it must not be. */
export function newPassword(): string {
  return `canary-${randomBytes(9).toString('base64url')}`
}

/** Somebody whom no site knows yet. */
export function createUser(): Person {
  return { email: `${randomBytes(6).toString('hex')}@chopmark.example`, password: newPassword() }
}

/** The admin that a site has from its start, if it starts with `withOwner`. */
export const owner: Account = {
  name: 'Admin',
  email: 'owner@chopmark.example',
  password: newPassword(),
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
): Promise<Account> {
  const { db } = await site.openDatabase()
  const person = createUser()
  const passwordHash = hashSync(person.password, { memoryCost: 8, timeCost: 1 })
  await aUser(db, { name, email: person.email, role, passwordHash })
  return { name, role, ...person }
}

/** Puts a session of an account into a site's database, as a login would. */
export async function putSession(
  site: SharedSite,
  { email }: Person,
): Promise<{ token: string; refreshToken: string }> {
  const { db } = await site.openDatabase()
  const [user] = await db.select().from(users).where(eq(users.emailKey, email.toLowerCase()))
  if (!user) throw new Error(`The site has no account ${email}.`)
  return aSession(db, user)
}

/** Registers people and uses the links in the mails they get. */
export async function verifiedPeople(
  site: SharedSite,
  client: Client,
  count: number,
  { passwordOf, nameOf }: { passwordOf?: (at: number) => string; nameOf?: (at: number) => string } = {},
): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, at) => {
    const person = createUser()
    const name = nameOf?.(at) ?? 'Mat Ruler'
    return { ...person, name, password: passwordOf?.(at) ?? person.password }
  })
  await inParallel(people, 4, async (value) => {
    expectStatus(await client.call('POST /users/createUser', value, { from: newAddress() }), 200)
  })
  const letters = await Promise.all(people.map(({ email }) => waitForMail(site, email, '/verify-email')))
  await inParallel(letters, 4, async ({ link }) => {
    const token = link.searchParams.get('token')
    expectStatus(
      await client.call(`POST /users/verifyEmail?token=${token}`, undefined, { from: newAddress() }),
      200,
    )
  })
  return people
}

export async function logIn(client: Client, person: Person): Promise<SignedIn> {
  const { email, password } = person
  const reply = await client.call('POST /auth/login', { email, password }, { from: newAddress() })
  expectStatus(reply, 200)
  const user = Object(reply.body.user)
  return {
    ...person,
    id: String(user.id),
    token: String(reply.body.approvalToken),
    refreshCookie: cookieOf(reply, 'refresh'),
    deviceCookie: cookieOf(reply, 'device'),
  }
}

/** Logs in the admin whom the site has from its start. */
export function logInOwner(client: Client): Promise<SignedIn> {
  return logIn(client, owner)
}

/** `name=value` of the cookie whose name ends so; empty when there is none. */
export function cookieOf({ headers }: Reply, name: string): string {
  const line = (headers['set-cookie'] ?? []).find((cookie) => cookie.split('=', 1)[0]?.endsWith(name))
  return line?.split(';', 1)[0] ?? ''
}

/** What a browser adds to a request of the site's own pages. */
export function fromOwnPages(cookie: string): Record<string, string> {
  return { cookie, 'sec-fetch-site': 'same-origin' }
}

/** Waits for a mail with a link to a page; of several the newest. `after` leaves out those with links already seen. */
export async function waitForMail(
  site: SharedSite,
  email: string,
  page: string,
  after: string[] = [],
): Promise<Letter> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const found = (await readMails(site)).findLast(
      ({ to, link }) => to === email && link.pathname === page && !after.includes(link.href),
    )
    if (found) return found
    await delay(everyMs)
  }
  throw new Error(`No mail with a link to ${page} came to ${email}.`)
}

/** The address that the newest mail to somebody has for a page of ours; waits for it. */
export async function linkIn(site: SharedSite, email: string, page: string): Promise<URL> {
  return (await waitForMail(site, email, page)).link
}

const read = new Map<string, Letter[]>()

/** All links in mails, in the order in which the mails were written. */
export async function readMails({ dataDir }: SharedSite): Promise<Letter[]> {
  const folder = join(dataDir, 'outbox')
  const files = namesIn(folder).map((name) => join(folder, name))
  for (const file of files.filter((name) => !read.has(name))) {
    const { to = [], text = '' } = await PostalMime.parse(readFileSync(file))
    const links = text.match(/https?:\/\/\S+/g) ?? []
    read.set(
      file,
      links.map((link) => ({ to: to[0]?.address ?? '', link: new URL(link) })),
    )
  }
  return files.flatMap((file) => read.get(file) ?? [])
}

function namesIn(folder: string): string[] {
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
