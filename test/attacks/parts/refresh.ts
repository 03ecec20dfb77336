import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createAddress,
  createTestClient,
  type Reply,
  runInParallel,
  type TestClient,
} from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import {
  createSameOriginHeaders,
  findCookie,
  type LoggedInUser,
  logIn,
  logInOwner,
  owner,
} from '#support/users.ts'
import { changeData } from '../data.ts'
import { type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

const tabCount = 100
/** After this time, a reused token no longer counts as another tab's. */
const reuseGraceMs = 10_500

/** B2: sessions survive lost responses and parallel tabs, and end after a theft. */
export async function refresh(report: Report): Promise<void> {
  await withSite({}, async (site) => {
    const client = createTestClient(site.origin)
    await parallelTabs(report, client)
    await loseReplies(report, site, client)
    await reuse(report, client)
    await otherSites(report, client)
    await checkEndedSessions(report, site, client)
    client.close()
  })
  await withSite({}, (site) => killDuringRenewals(report, site))
  await withSite({ PUBLIC_URL: 'https://chopmark.test' }, (site) => attributes(report, site))
}

function renew(
  client: TestClient,
  cookie: string,
  headers: Record<string, string> = createSameOriginHeaders(cookie),
): Promise<Reply> {
  return client.call(
    'POST /auth/refresh-token',
    {},
    { headers: { cookie, ...headers }, from: createAddress() },
  )
}

function isRenewed({ status, body }: Reply): boolean {
  return status === 200 && typeof body.approvalToken === 'string'
}

async function isValidToken(client: TestClient, token: unknown): Promise<boolean> {
  const reply = await client.call('GET /users/me', undefined, { headers: { authorization: String(token) } })
  return reply.status === 200
}

async function countSessions(client: TestClient, token: unknown): Promise<number> {
  const { body } = await client.call('GET /auth/sessions', undefined, {
    headers: { authorization: String(token) },
  })
  return Array.isArray(body.data) ? body.data.length : Number.NaN
}

async function parallelTabs(report: Report, client: TestClient): Promise<void> {
  let { refreshCookie: cookie, token } = await logInOwner(client)
  const before = await countSessions(client, token)
  const rounds = report.amount(5, 50)
  const replies: Reply[] = []
  let doubled = 0
  for (let round = 0; round < rounds; round += 1) {
    const from = createAddress()
    const requestOptions = () =>
      client.call('POST /auth/refresh-token', {}, { headers: createSameOriginHeaders(cookie), from })
    const roundReplies = await Promise.all(Array.from({ length: tabCount }, requestOptions))
    replies.push(...roundReplies)
    const renewed = roundReplies.map((reply) => findCookie(reply, 'refresh')).filter((next) => next !== '')
    doubled += Math.abs(renewed.length - 1)
    cookie = renewed[0] ?? cookie
    token = String(roundReplies[0]?.body.approvalToken)
  }
  report.check(
    'all tabs that renew at the same time get a token',
    tally(replies, isRenewed, ({ status, text }) => `${status} ${text}`),
  )
  report.check('exactly one of them gets the new cookie', { tried: rounds, failed: doubled })
  const after = await countSessions(client, token)
  report.check('the number of sessions does not change', {
    tried: 1,
    failed: after === before ? 0 : 1,
    figure: `${after} of ${before}`,
  })
}

/** Cuts connections after the request was sent; the honest client repeats it later. */
async function loseReplies(report: Report, { origin }: Site, client: TestClient): Promise<void> {
  const people = await runInParallel(Array.from({ length: report.amount(10, 50) }), 2, () =>
    logIn(client, owner),
  )
  await Promise.all(
    people.map(({ refreshCookie }, index) => sendAndDisconnect(origin, refreshCookie, index % 10)),
  )
  await delay(reuseGraceMs)
  const again = await Promise.all(people.map(({ refreshCookie }) => renew(client, refreshCookie)))
  report.check(
    'a lost response does not end the session',
    tally(again, isRenewed, ({ status, text }) => `${status} ${text}`),
  )
  const fresh = again.map((reply) => findCookie(reply, 'refresh'))
  const secondReplies = await Promise.all(fresh.map((cookie) => renew(client, cookie)))
  report.check(
    'the session can be renewed again',
    tally(secondReplies, isRenewed, ({ status, text }) => `${status} ${text}`),
  )
}

async function sendAndDisconnect(origin: string, cookie: string, ms: number): Promise<void> {
  const headers = { ...createSameOriginHeaders(cookie), 'content-type': 'application/json' }
  const sent = request(`${origin}/api/v1/auth/refresh-token`, { method: 'POST', headers, agent: false })
  sent.on('error', () => {}).end('{}')
  await delay(ms)
  sent.destroy()
}

async function killDuringRenewals(report: Report, site: Site): Promise<void> {
  const rounds = report.amount(2, 10)
  const client = createTestClient(site.origin)
  const people = await runInParallel(Array.from({ length: 10 }), 2, () => logIn(client, owner))
  client.close()
  const again: Reply[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = createTestClient(site.origin)
    const renewals = people.map((user) =>
      renew(before, user.refreshCookie).then(
        (reply) => saveCookie(user, reply),
        () => {},
      ),
    )
    await delay(5 * round)
    await site.kill()
    await Promise.all(renewals)
    before.close()
    await site.restart()
    const after = createTestClient(site.origin)
    const replies = await Promise.all(people.map((user) => renew(after, user.refreshCookie)))
    replies.forEach((reply, index) => {
      const user = people[index]
      if (user) saveCookie(user, reply)
    })
    again.push(...replies)
    after.close()
  }
  report.check(
    `${rounds} times kill -9 during renewals does not end a session`,
    tally(again, isRenewed, ({ status, text }) => `${status} ${text}`),
  )
}

/** Stores the cookie of a response that has one, as a browser does. */
function saveCookie(user: LoggedInUser, reply: Reply): void {
  user.refreshCookie = findCookie(reply, 'refresh') || user.refreshCookie
}

/** Two clients have copies of one cookie: in whatever order they use them, the session ends for both. */
async function reuse(report: Report, client: TestClient): Promise<void> {
  const rounds = report.amount(3, 20)
  const sessions = await runInParallel(Array.from({ length: 2 * rounds }), 2, () => logIn(client, owner))
  const slow = []
  const used: string[] = []
  for (const { refreshCookie: first, token } of sessions.slice(rounds)) {
    const second = await renew(client, first)
    const third = await renew(client, findCookie(second, 'refresh'))
    const startMs = performance.now()
    const back = await renew(client, first)
    const tokens = [token, second.body.approvalToken, third.body.approvalToken]
    const isInvalid = await areInvalid(client, tokens, findCookie(third, 'refresh'))
    slow.push(performance.now() - startMs)
    used.push(`${third.status} ${back.status} ${isInvalid}`)
  }
  report.check('the old cookie is used after two renewals: the session ends for both', {
    ...tally(
      used,
      (seen) => seen === '200 401 true',
      (seen) => seen,
    ),
    figure: `all tokens invalid within ${Math.max(...slow).toFixed(0)} ms`,
  })
  report.check(
    'the session ends within a second',
    tally(
      slow,
      (ms) => ms <= 1000,
      (ms) => `${ms} ms`,
    ),
  )
  const thiefReplies = await Promise.all(
    sessions.slice(0, rounds).map(({ refreshCookie }) => renew(client, refreshCookie)),
  )
  await delay(reuseGraceMs)
  const checkEndedSessions: string[] = []
  for (const [index, thief] of thiefReplies.entries()) {
    const owner = await renew(client, sessions[index]?.refreshCookie ?? '')
    const next = await renew(client, findCookie(thief, 'refresh'))
    const tokens = [thief.body.approvalToken, owner.body.approvalToken]
    checkEndedSessions.push(
      `${owner.status} ${next.status} ${await areInvalid(client, tokens, findCookie(owner, 'refresh'))}`,
    )
  }
  report.check(
    'the old cookie is used after a renewal, then the new one: the session ends for both',
    tally(
      checkEndedSessions,
      (seen) => seen === '200 401 true',
      (seen) => seen,
    ),
  )
}

async function areInvalid(client: TestClient, tokens: unknown[], cookie: string): Promise<boolean> {
  const isValid = await Promise.all(tokens.map((token) => isValidToken(client, token)))
  return !isValid.includes(true) && (await renew(client, cookie)).status === 401
}

async function otherSites(report: Report, client: TestClient): Promise<void> {
  const { refreshCookie: cookie } = await logInOwner(client)
  const forms: Record<string, string>[] = [
    {},
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
  ]
  const replies = []
  for (const route of ['POST /auth/refresh-token', 'POST /auth/logout']) {
    for (const headers of forms) {
      const reply = await client.call(route, {}, { headers: { cookie, ...headers }, from: createAddress() })
      replies.push({ name: `${route} ${JSON.stringify(headers)}`, ...reply })
    }
  }
  report.check(
    'requests of other sites are rejected',
    tally(
      replies,
      ({ status, headers }) => status === 403 && !headers['set-cookie'],
      ({ name, status }) => `${name}: ${status}`,
    ),
  )
  const plain = await client.send('/api/v1/auth/refresh-token', {
    method: 'POST',
    headers: { ...createSameOriginHeaders(cookie), 'content-type': 'text/plain' },
    body: '{}',
  })
  report.check('a plain text body is rejected', {
    tried: 1,
    failed: plain.status === 415 ? 0 : 1,
    figure: String(plain.status),
  })
  report.check('none of these requests ended the session', {
    tried: 1,
    failed: isRenewed(await renew(client, cookie)) ? 0 : 1,
  })
}

async function checkEndedSessions(report: Report, site: Site, client: TestClient): Promise<void> {
  const out = await logInOwner(client)
  await client.call('POST /auth/logout', {}, { headers: createSameOriginHeaders(out.refreshCookie) })
  const idle = await logInOwner(client)
  await changeData(site, `update sessions set idle_until = now() - interval '1 second'`)
  const old = await logInOwner(client)
  await changeData(
    site,
    `update sessions set expires_at = now() - interval '1 second', idle_until = now() + interval '1 day'
     where created_at = (select max(created_at) from sessions)`,
  )
  const replies = []
  for (const { refreshCookie } of [out, idle, old]) replies.push(await renew(client, refreshCookie))
  const statuses = replies.map(({ status }) => status).join(' ')
  report.check('ended, idle and expired sessions cannot be renewed', {
    ...tally(
      replies,
      ({ status }) => status === 401,
      () => statuses,
    ),
    figure: statuses,
  })
  report.check('tokens of an expired session are invalid', {
    tried: 1,
    failed: (await isValidToken(client, old.token)) ? 1 : 0,
  })
}

async function attributes(report: Report, site: Site): Promise<void> {
  const client = createTestClient(site.origin)
  const { email, password } = owner
  const reply = await client.call(
    'POST /auth/login',
    { email, password },
    { headers: { 'sec-fetch-site': 'same-origin' } },
  )
  const lines = reply.headers['set-cookie'] ?? []
  const requiredAttributes = [/^__Host-/, /; HttpOnly/, /; Secure/, /; SameSite=Strict/, /; Path=\//]
  const isGood = (line: string) =>
    requiredAttributes.every((pattern) => pattern.test(line)) && !/; Domain/i.test(line)
  report.check(
    'cookies have the secure attributes and no domain',
    tally(lines, isGood, (line) => line.replace(/=[^;]*/, '')),
  )
  client.close()
}
