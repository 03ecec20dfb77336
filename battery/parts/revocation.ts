import { type Client, createClient, newAddress, type Reply } from '../client.ts'
import { fromOwnPages, letterTo, logIn, logInAdmin, type SignedIn, verifiedPeople } from '../people.ts'
import { type Report, tally } from '../report.ts'
import { type Site, withSite } from '../site.ts'

type Stage = { site: Site; client: Client; admin: SignedIn }
/** What ends the sessions of somebody; answers the reply after which they must be over. */
type Event = (stage: Stage, who: SignedIn) => Promise<Reply>

const routes = [
  'GET /users/me',
  'GET /auth/sessions',
  'DELETE /auth/sessions?others=true',
  'POST /auth/changePassword',
  'GET /users/getAllUser',
  'POST /users/changeUserRoleOrStatus?email=admin@example.com&role=user',
]

const events: Record<string, Event> = {
  'logging out': ({ client }, who) =>
    client.call(
      'POST /auth/logout',
      {},
      { headers: { ...fromOwnPages(who.refreshCookie), authorization: who.token } },
    ),
  'changing the password': ({ client }, { token, password }) =>
    client.call(
      'POST /auth/changePassword',
      { oldPassword: password, newPassword: `${password}!` },
      { headers: { authorization: token } },
    ),
  'resetting the password': async ({ site, client }, { email, password }) => {
    await client.call('POST /auth/forgetPassword', { email }, { from: newAddress() })
    const { id, token } = Object.fromEntries(
      (await letterTo(site, email, '/reset-password')).link.searchParams,
    )
    return client.call('POST /auth/resetPassword', { id, token, newPassword: `${password}!` })
  },
  'being demoted': async (stage, { email }) => {
    await asAdmin(stage, `POST /users/changeUserRoleOrStatus?email=${email}&role=admin`)
    const promoted = await logIn(stage.client, { email, password: passwordOf(email) })
    demoted.set(email, promoted)
    return asAdmin(stage, `POST /users/changeUserRoleOrStatus?email=${email}&role=user`)
  },
  'being blocked': (stage, { email }) =>
    asAdmin(stage, `POST /users/changeUserRoleOrStatus?email=${email}&status=blocked`),
  'having one’s sessions ended by an admin': (stage, { email }) =>
    asAdmin(stage, `POST /users/endSessions?email=${email}`),
  'ending it from another device': async ({ client }, who) => {
    const other = await logIn(client, who)
    return client.call('DELETE /auth/sessions?others=true', undefined, {
      headers: { authorization: other.token },
    })
  },
}

const passwords = new Map<string, string>()
const demoted = new Map<string, SignedIn>()

function passwordOf(email: string): string {
  return passwords.get(email) ?? ''
}

function asAdmin({ client, admin }: Stage, route: string): Promise<Reply> {
  return client.call(route, {}, { headers: { authorization: admin.token } })
}

/** B3: what ends a session ends it at once, for both of its tokens. */
export async function revocation(report: Report): Promise<void> {
  await withSite({}, async (site) => {
    const client = createClient(site.origin)
    const stage = { site, client, admin: await logInAdmin(client) }
    const people = await verifiedPeople(site, client, Object.keys(events).length)
    for (const [at, [name, event]] of Object.entries(events).entries()) {
      const person = people[at]
      if (!person) throw new Error('There are too few people.')
      passwords.set(person.email, person.password)
      const who = await logIn(client, person)
      const before = await client.call('GET /users/me', undefined, { headers: { authorization: who.token } })
      const reply = await event(stage, who)
      report.check(
        `${name} ends the session`,
        await useAfter(client, demoted.get(who.email) ?? who, [before, reply]),
      )
    }
    client.close()
  })
}

/** The first requests are sent in the same moment in which the event was answered. */
async function useAfter(client: Client, { token, refreshCookie }: SignedIn, good: Reply[]) {
  const from = newAddress()
  const used = await Promise.all([
    ...routes.map(async (route) => ({
      route,
      reply: await client.call(route, route.startsWith('POST') ? {} : undefined, {
        headers: { authorization: token },
        from,
      }),
    })),
    ...routes.map(async () => ({
      route: 'POST /auth/refresh-token',
      reply: await client.call(
        'POST /auth/refresh-token',
        {},
        { headers: fromOwnPages(refreshCookie), from },
      ),
    })),
  ])
  const bad = good.find(({ status }) => status !== 200)
  if (bad) return { tried: used.length, failed: 1, figure: `before: ${bad.status} ${bad.text}` }
  return tally(
    used,
    ({ reply: { status, body } }) => status === 401 && !('approvalToken' in body),
    ({ route, reply: { status, text } }) => `${route}: ${status} ${text}`,
  )
}
