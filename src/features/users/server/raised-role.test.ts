import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { securityEvents, sessions } from '#db/schema.ts'
import { aSession, aUser, password, passwordHash } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { useMailBox } from '#test/mail-box.ts'

const email = 'kim@example.com'

describe('an account that becomes an admin', () => {
  const database = useDatabase()
  const box = useMailBox()
  useTokens(database)
  const app = useApp(database, {
    get env() {
      return { SMTP_URL: box.url, PUBLIC_URL: 'https://chopmark.test' }
    },
  })

  const aMember = () => aUser(database.db, { email, passwordHash })
  const change = (part: string, to = email) =>
    app().post(`/users/changeUserRoleOrStatus?email=${to}&${part}`, {}, { authorization: tokens.admin })
  const see = async (token: string) => (await app().get('/users/getAllUser', { authorization: token })).status
  const renew = (refreshToken: string) =>
    app().post(
      '/auth/refresh-token',
      {},
      { cookie: `__Host-refresh=${refreshToken}`, 'sec-fetch-site': 'same-origin' },
    )
  const listSessions = (userId: string) =>
    database.db.select().from(sessions).where(eq(sessions.userId, userId))
  const countRaises = () => database.db.$count(securityEvents, eq(securityEvents.type, 'role-changed'))
  /** Whom mails went to, once the queue is empty. */
  async function recipients(): Promise<string[]> {
    const open = "select id from pgboss.job where state in ('created', 'retry', 'active')"
    await expect.poll(async () => (await database.pool.query(open)).rows).toEqual([])
    return box.mails.flatMap((mail) => mail.recipients)
  }

  afterEach(recipients) // none may reach the next test

  test('loses all tokens, gets an email, and is an admin after the next login', async () => {
    const kim = await aMember()
    const browsers = [await aSession(database.db, kim), await aSession(database.db, kim)]
    expect((await change('role=admin')).body?.message).toBe('Kim is now an admin.'.replace('Kim', kim.name))
    for (const { token, refreshToken } of browsers) {
      expect([await see(token), (await renew(refreshToken)).status]).toEqual([401, 401])
    }
    const mail = await box.next(email)
    expect(mail.subject).toBe('Your account is now an admin account')
    expect(mail.text).toContain("You've been logged out on all devices.")
    expect(mail.links).toEqual(['https://chopmark.test/login'])
    const { body } = await app().post('/auth/login', { email, password })
    expect(await see(String(body?.approvalToken))).toBe(200)
  })

  test('does not log out the acting admin or other users', async () => {
    await aMember()
    const other = await aUser(database.db)
    const { token, id } = await aSession(database.db, other)
    await change('role=admin')
    expect(await see(tokens.admin)).toBe(200)
    expect([await see(token), (await listSessions(other.id)).map((row) => row.id)]).toEqual([403, [id]])
  })

  test('again changes nothing: no session ends, no mail goes out', async () => {
    const kim = await aUser(database.db, { email, role: 'admin' })
    const { token } = await aSession(database.db, kim)
    await change('role=admin')
    await change('role=admin&status=active')
    expect([await see(token), await countRaises(), await recipients()]).toEqual([200, 0, []])
  })

  test('by ten calls at once: one change, one mail', async () => {
    const kim = await aMember()
    await aSession(database.db, kim)
    const replies = await Promise.all(Array.from({ length: 10 }, () => change('role=admin')))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect([await listSessions(kim.id), await countRaises(), await recipients()]).toEqual([[], 1, [email]])
  })

  test('while it renews its tokens keeps none of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await aUser(database.db, { email: `p${round}@example.com` })
      const { refreshToken } = await aSession(database.db, person)
      const [renewed, raised] = await Promise.all([renew(refreshToken), change('role=admin', person.email)])
      expect(raised.status).toBe(200)
      if (renewed.status === 200) expect(await see(String(renewed.body?.approvalToken))).toBe(401)
      expect(await listSessions(person.id)).toEqual([])
    }
  })

  test('while it logs in is logged out, or logs in as an admin', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await aUser(database.db, { email: `p${round}@example.com`, passwordHash })
      const [login] = await Promise.all([
        app().post('/auth/login', { email: person.email, password }),
        change('role=admin', person.email),
      ])
      expect([401, 200]).toContain(await see(String(login.body?.approvalToken)))
    }
  })

  test('that is refused ends no session and sends no email', async () => {
    const kim = await aUser(database.db, { email, verifiedAt: null })
    await aSession(database.db, kim)
    expect((await change('role=admin')).status).toBe(409)
    expect([await listSessions(kim.id), await recipients()]).toEqual([[expect.anything()], []])
  })
})
