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
type Ended = { user: LoggedInUser; reply: Reply }
type Event = (stage: Stage, user: LoggedInUser) => Promise<Ended>

const routes = [
  'GET /users/me',
  'GET /auth/sessions',
  'DELETE /auth/sessions?others=true',
  'POST /auth/changePassword',
  'GET /users/getAllUser',
  'POST /users/changeUserRoleOrStatus?email=admin@example.com&role=user',
]

const events: Record<string, Event> = {
  'logging out': async ({ client }, user) => {
    const headers = { ...createSameOriginHeaders(user.refreshCookie), authorization: user.token }
    return { user, reply: await client.call('POST /auth/logout', {}, { headers }) }
  },
  'changing the password': async ({ client }, user) => {
    const change = { oldPassword: user.password, newPassword: `${user.password}!` }
    return { user, reply: await asUser(client, user, 'POST /auth/changePassword', change) }
  },
  'resetting the password': async ({ site, client }, user) => {
    const { email, password } = user
    await client.call('POST /auth/forgetPassword', { email }, { from: createAddress() })
    const { link } = await waitForMail(site, email, '/reset-password')
    const { id, token } = Object.fromEntries(link.searchParams)
    const reply = await client.call('POST /auth/resetPassword', { id, token, newPassword: `${password}!` })
    return { user, reply }
  },
  'being demoted': async (stage, { email, password }) => {
    await change(stage, email, 'role=admin')
    const user = await logIn(stage.client, { email, password })
    return { user, reply: await change(stage, email, 'role=user') }
  },
  'being blocked': async (stage, user) => ({
    user,
    reply: await change(stage, user.email, 'status=blocked'),
  }),
  'an admin who ends all sessions': async ({ client, admin }, user) => ({
    user,
    reply: await asUser(client, admin, `POST /users/endSessions?email=${user.email}`),
  }),
  'another device of the user': async ({ client }, user) => {
    const other = await logIn(client, user)
    return { user, reply: await asUser(client, other, 'DELETE /auth/sessions?others=true') }
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
      const { user, reply } = await event(stage, first)
      report.check(`ended by ${name}`, await useEndedSession(client, user, [before, reply]))
    }
    client.close()
  })
}

/** Sends requests as soon as the event has its response. */
async function useEndedSession(client: TestClient, { token, refreshCookie }: LoggedInUser, good: Reply[]) {
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
  const failedReply = good.find(({ status }) => status !== 200)
  if (failedReply)
    return { tried: used.length, failed: 1, figure: `before: ${failedReply.status} ${failedReply.text}` }
  return tally(
    used,
    ({ reply: { status, body } }) => status === 401 && !('approvalToken' in body),
    ({ route, reply: { status, text } }) => `${route}: ${status} ${text}`,
  )
}
