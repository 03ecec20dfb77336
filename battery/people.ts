import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import type { Site } from '../e2e/server.ts'
import { type Client, inParallel, newAddress, type Reply } from './client.ts'
import { admin } from './site.ts'

export type Person = { email: string; password: string }
export type SignedIn = Person & {
  id: string
  token: string
  /** As a browser sends it: `name=value`. */
  refreshCookie: string
  deviceCookie: string
}
export type Letter = { to: string; link: URL }

const patienceMs = 60_000
const everyMs = 100
let made = 0

/** Somebody whom nobody knows yet; every password is one of a kind, so that it can be looked for in logs. */
export function newPerson(): Person {
  made += 1
  return { email: `person-${made}@example.com`, password: `canary-${made}-${crypto.randomUUID()}` }
}

/** Registers people and uses the links in the mails they get. */
export async function verifiedPeople(
  site: Site,
  client: Client,
  count: number,
  { passwordOf, nameOf }: { passwordOf?: (at: number) => string; nameOf?: (at: number) => string } = {},
): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, at) => {
    const person = newPerson()
    const name = nameOf?.(at) ?? 'Mat Ruler'
    return { ...person, name, password: passwordOf?.(at) ?? person.password }
  })
  await inParallel(people, 4, async (value) => {
    expectStatus(await client.call('POST /users/createUser', value, { from: newAddress() }), 200)
  })
  const letters = await Promise.all(people.map(({ email }) => letterTo(site, email, '/verify-email')))
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

export function logInAdmin(client: Client): Promise<SignedIn> {
  return logIn(client, admin)
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
export async function letterTo(
  site: Site,
  email: string,
  page: string,
  after: string[] = [],
): Promise<Letter> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const found = (await letters(site)).findLast(
      ({ to, link }) => to === email && link.pathname === page && !after.includes(link.href),
    )
    if (found) return found
    await delay(everyMs)
  }
  throw new Error(`No mail with a link to ${page} came to ${email}.`)
}

const read = new Map<string, Letter>()

/** All mails with a link in them, in the order in which they were written. */
export async function letters({ dataDir }: Site): Promise<Letter[]> {
  const folder = join(dataDir, 'outbox')
  const files = namesIn(folder).map((name) => join(folder, name))
  for (const file of files.filter((name) => !read.has(name))) {
    const { to = [], text = '' } = await PostalMime.parse(readFileSync(file))
    const [link] = text.match(/https?:\/\/\S+/g) ?? []
    if (link) read.set(file, { to: to[0]?.address ?? '', link: new URL(link) })
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
