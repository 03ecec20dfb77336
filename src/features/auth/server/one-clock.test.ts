import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { accessTokens, limitCounters, oneTimeTokens, refreshTokens, sessions } from '#db/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { aUser, password, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createGoogleVisitor, getGoogleEnv, owner } from '#test/fixtures/google-fixture.ts'
import { useMailBox } from '#test/mail-box.ts'
import { deleteExpiredRows } from './expired-rows.ts'

const simulator = await startSimulator({ port: 0 })
afterAll(() => simulator.close())

const differences: [string, number][] = [
  ['20 minutes behind', -20 * MINUTE_MS],
  ['3 hours behind', -3 * HOUR_MS],
  ['40 days behind', -40 * DAY_MS],
  ['20 minutes ahead of', 20 * MINUTE_MS],
  ['3 hours ahead of', 3 * HOUR_MS],
  ['40 days ahead of', 40 * DAY_MS],
]

describe('a wrong process clock has no effect', () => {
  const database = useDatabase()
  const box = useMailBox()
  const app = useApp(database, {
    get env() {
      return { ...getGoogleEnv(simulator), RATE_MULTIPLIER: '1', SMTP_URL: box.url }
    },
  })
  afterEach(() => vi.useRealTimers())

  /** Sets the clock of the process; the database's, and all timers, go on as they are. */
  const setClock = (differenceMs: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + differenceMs })

  const visitor = createGoogleVisitor(app, simulator)
  const logIn = (email: string, typed = password) => app().post('/auth/login', { email, password: typed })
  const see = (token: unknown) => app().get('/users/me', { authorization: String(token) })
  const renew = (cookie: string) =>
    app().post('/auth/refresh-token', {}, { cookie, 'sec-fetch-site': 'same-origin' })
  const getToken = ({ body }: Reply) => body?.approvalToken
  const anOwner = () => aUser(database.db, { passwordHash })
  const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`

  /** How long the newest row of a table still lives by the database's clock, in whole seconds. */
  async function readLife(table: string, column: string): Promise<number> {
    const { rows } = await database.pool.query(
      `select round(extract(epoch from max(${column}) - now()))::int as seconds from ${table}`,
    )
    return rows[0]?.seconds
  }
  const about = (seconds: number) =>
    expect.toSatisfy((life: number) => life > seconds - 30 && life <= seconds)

  describe.each(differences)('that is %s the database’s', (_how, differenceMs) => {
    test('an access token is valid for 15 minutes, its session for 14 days', async () => {
      const { email } = await anOwner()
      setClock(differenceMs)
      const login = await logIn(email)
      expect(login.status).toBe(200)
      expect((await see(getToken(login))).status).toBe(200)
      expect(await readLife('access_tokens', 'expires_at')).toEqual(about(900))
      expect(await readLife('sessions', 'idle_until')).toEqual(about(14 * 86_400))
      expect(await readLife('sessions', 'expires_at')).toEqual(about(30 * 86_400))
      await database.db.update(accessTokens).set({ expiresAt: ago(1) })
      expect((await see(getToken(login))).status).toBe(401)
    })

    test('it is renewed, for another tab too, and no longer than the session lasts', async () => {
      const { email } = await anOwner()
      setClock(differenceMs)
      const first = getCookie(await logIn(email))
      const renewed = await renew(first)
      const second = getCookie(renewed)
      expect((await see(getToken(renewed))).status).toBe(200)
      const otherTab = await renew(first)
      expect([otherTab.status, otherTab.headers['set-cookie']]).toEqual([200, undefined])
      await database.db
        .update(refreshTokens)
        .set({ replacedAt: ago(11) })
        .where(sql`replaced_at is not null`)
      const afresh = await renew(first) // the answer with the second was lost
      expect([afresh.status, getCookie(afresh)]).toEqual([200, expect.not.stringMatching(second)])
      await database.db.update(sessions).set({ idleUntil: ago(1) })
      expect((await renew(getCookie(afresh))).status).toBe(401)
    })

    test('a Google login opens a session, and its nonce is valid for ten minutes', async () => {
      await aUser(database.db, { email: owner.email, passwordHash: null, verifiedAt: null })
      setClock(differenceMs)
      const credential = await visitor.credential()
      expect(await readLife('one_time_tokens', 'expires_at')).toEqual(about(600))
      expect((await visitor.logIn({ credential })).status).toBe(200)
    })

    test('a reset link is valid for ten minutes, and its email is sent', async () => {
      const { id, email } = await anOwner()
      setClock(differenceMs)
      await app().post('/auth/forgetPassword', { email })
      const link = new URL((await box.next(email)).links[0] ?? '')
      expect(await readLife('one_time_tokens', 'expires_at')).toEqual(about(600))
      const body = { id, token: link.searchParams.get('token'), newPassword: 'a heron on the quay' }
      await database.db.update(oneTimeTokens).set({ expiresAt: ago(1) })
      expect((await app().post('/auth/resetPassword', body)).status).toBe(400)
      await database.db.update(oneTimeTokens).set({ expiresAt: ago(-60) })
      expect((await app().post('/auth/resetPassword', body)).status).toBe(200)
      const { text } = await box.next(email)
      const [, saidAt] = /was changed on (.+) UTC/.exec(text) ?? []
      const age = performance.timeOrigin + performance.now() - Date.parse(`${saidAt?.replace(' at', '')} UTC`)
      expect(age / 1000).toEqual(expect.toSatisfy((seconds: number) => seconds >= 0 && seconds < 150))
    })

    test('a full limit ends after its time', async () => {
      const { email } = await anOwner()
      setClock(differenceMs)
      for (let at = 0; at < 5; at += 1) await logIn(email, 'not the one')
      const refused = await logIn(email)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers['retry-after'])).toEqual(about(900))
      await database.db.update(limitCounters).set({ expire: sql`extract(epoch from now()) * 1000 - 1` })
      await expect.poll(async () => (await logIn(email)).status).toBe(200)
    })

    test('no valid row is deleted', async () => {
      const { email } = await anOwner()
      setClock(differenceMs)
      await logIn(email)
      await app().post('/auth/forgetPassword', { email })
      await box.next(email)
      await aUser(database.db, { verifiedAt: null })
      const swept = await deleteExpiredRows(database.db)
      expect(swept).toEqual({ access: 0, sessions: 0, links: 0, accounts: 0, counters: 0, events: 0 })
    })
  })

  test('it may jump while a user is logged in', async () => {
    const { email } = await anOwner()
    const login = await logIn(email)
    for (const [, differenceMs] of differences) {
      setClock(differenceMs)
      expect((await see(getToken(login))).status).toBe(200)
    }
    expect((await renew(getCookie(login))).status).toBe(200)
  })

  test('a limit that was met before it jumps back ends as it would have', async () => {
    const { email } = await anOwner()
    setClock(3 * HOUR_MS)
    for (let at = 0; at < 6; at += 1) await logIn(email, 'not the one')
    setClock(0)
    await database.db.update(limitCounters).set({ expire: sql`extract(epoch from now()) * 1000 - 1` })
    await expect.poll(async () => (await logIn(email)).status).toBe(200)
  })
})

/** The refresh cookie of an answer as a browser sends it back. */
function getCookie({ headers }: Reply): string {
  const line = headers['set-cookie']?.find((cookie) => cookie.startsWith('refresh='))
  return line?.split(';', 1)[0] ?? ''
}
