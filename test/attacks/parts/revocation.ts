import { createAddress, createTestClient, type Reply, type TestClient } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import {
  createSameOriginHeaders,
  createVerifiedPeople,
  type LoggedInUser,
  logIn,
  logInOwner,
  waitForMail,
} from '#support/users.ts'
import { type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

type Stage = { site: Site; client: TestClient; admin: LoggedInUser }
/** A signed-in user, and the response after which the session must be over. */
type Ended = { who: LoggedInUser; reply: Reply }
type Event = (stage: Stage, who: LoggedInUser) => Promise<Ended>

const routes = [
  'GET /users/me',
  'GET /auth/sessions',
  'DELETE /auth/sessions?others=true',
  'POST /auth/changePassword',
  'GET /users/getAllUser',
  'POST /users/changeUserRoleOrStatus?email=admin@example.com&role=user',
]

const events: Record<string, Event> = {
  'logging out': async ({ client }, who) => {
    const headers = { ...createSameOriginHeaders(who.refreshCookie), authorization: who.token }
    return { who, reply: await client.call('POST /auth/logout', {}, { headers }) }
  },
  'changing the password': async ({ client }, who) => {
    const change = { oldPassword: who.password, newPassword: `${who.password}!` }
    return { who, reply: await asUser(client, who, 'POST /auth/changePassword', change) }
  },
  'resetting the password': async ({ site, client }, who) => {
    const { email, password } = who
    await client.call('POST /auth/forgetPassword', { email }, { from: createAddress() })
    const { link } = await waitForMail(site, email, '/reset-password')
    const { id, token } = Object.fromEntries(link.searchParams)
    const reply = await client.call('POST /auth/resetPassword', { id, token, newPassword: `${password}!` })
    return { who, reply }
  },
  'being demoted': async (stage, { email, password }) => {
    await change(stage, email, 'role=admin')
    const who = await logIn(stage.client, { email, password })
    return { who, reply: await change(stage, email, 'role=user') }
  },
  'being blocked': async (stage, who) => ({ who, reply: await change(stage, who.email, 'status=blocked') }),
  'an admin who ends all': async ({ client, admin }, who) => ({
    who,
    reply: await asUser(client, admin, `POST /users/endSessions?email=${who.email}`),
  }),
  'another device of one’s own': async ({ client }, who) => {
    const other = await logIn(client, who)
    return { who, reply: await asUser(client, other, 'DELETE /auth/sessions?others=true') }
  },
}

function asUser(client: TestClient, { token }: LoggedInUser, route: string, value?: unknown): Promise<Reply> {
  return client.call(route, value, { headers: { authorization: token } })
}

function change({ client, admin }: Stage, email: string, what: string): Promise<Reply> {
  return asUser(client, admin, `POST /users/changeUserRoleOrStatus?email=${email}&${what}`)
}

/** B3: what ends a session ends it at once, for both of its tokens. */
export async function revocation(report: Report): Promise<void> {
  await withSite({}, async (site) => {
    const client = createTestClient(site.origin)
    const stage = { site, client, admin: await logInOwner(client) }
    const people = await createVerifiedPeople(site, client, Object.keys(events).length)
    for (const [name, event] of Object.entries(events)) {
      const person = people.pop()
      if (!person) throw new Error('There are too few people.')
      const first = await logIn(client, person)
      const before = await asUser(client, first, 'GET /users/me')
      const { who, reply } = await event(stage, first)
      report.check(`ended by ${name}`, await useAfter(client, who, [before, reply]))
    }
    client.close()
  })
}

/** Sends requests as soon as the event has its response. */
async function useAfter(client: TestClient, { token, refreshCookie }: LoggedInUser, good: Reply[]) {
  const from = createAddress()
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
        { headers: createSameOriginHeaders(refreshCookie), from },
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
