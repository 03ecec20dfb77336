import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { securityEvents, users } from '#db/schema.ts'
import { aSession, aUser } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

describe('the last admin', () => {
  const database = useDatabase()
  const app = useApp(database)

  async function anAdmin(email: string, fields: Partial<typeof users.$inferInsert> = {}) {
    const user = await aUser(database.db, { email, role: 'admin', ...fields })
    return { ...user, ...(await aSession(database.db, user)) }
  }
  const change = (email: string, query: string, token: string) =>
    app().post(`/users/changeUserRoleOrStatus?email=${email}&${query}`, {}, { authorization: token })
  const activeAdmins = () =>
    database.db
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.role, 'admin'), eq(users.status, 'active')))

  test.each(['role=user', 'status=blocked', 'role=user&status=blocked', 'role=admin&status=blocked'])(
    'cannot be changed by %s',
    async (query) => {
      const { token } = await anAdmin('only@example.com')
      const { status, body } = await change('only@example.com', query, token)
      expect(status).toBe(409)
      expect(body).toMatchObject({ message: 'At least one admin is required.', code: 'LAST_ADMIN' })
      expect(await activeAdmins()).toEqual([{ email: 'only@example.com' }])
      expect(await database.db.select().from(securityEvents)).toEqual([])
      expect((await app().get('/users/me', { authorization: token })).status).toBe(200)
    },
  )

  test.each([
    ['blocked', { status: 'blocked' as const }],
    ['unverified', { verifiedAt: null }],
  ])('is the last one beside an admin who is %s and cannot sign in', async (_what, fields) => {
    const { token } = await anAdmin('only@example.com')
    await anAdmin('other@example.com', fields)
    expect((await change('only@example.com', 'role=user', token)).status).toBe(409)
    expect((await change('other@example.com', 'role=user', token)).status).toBe(200)
  })

  test('can be demoted when there is another admin, who is then the last one', async () => {
    const first = await anAdmin('first@example.com')
    const second = await anAdmin('second@example.com')
    expect((await change('first@example.com', 'role=user', first.token)).status).toBe(200)
    expect((await app().get('/users/me', { authorization: first.token })).status).toBe(401)
    expect((await change('second@example.com', 'status=blocked', second.token)).status).toBe(409)
  })

  test('remains after 50 mutual demotions at once, 20 times', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 20; round += 1) {
      const a = await anAdmin(`a${round}@example.com`)
      const b = await anAdmin(`b${round}@example.com`)
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          at % 2 === 0 ? change(b.email, 'role=user', a.token) : change(a.email, 'role=user', b.token),
        ),
      )
      const statuses = new Set(replies.map(({ status }) => status))
      expect([...statuses].filter((status) => ![200, 401, 403, 409].includes(status))).toEqual([])
      expect(statuses).toContain(200)
      expect(await activeAdmins()).toHaveLength(1)
      await database.db.delete(users)
    }
  })

  test('remains when three admins demote and block each other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ring = [
        await anAdmin('a@example.com'),
        await anAdmin('b@example.com'),
        await anAdmin('c@example.com'),
      ]
      const replies = await Promise.all(
        ring.flatMap(({ token }, at) => {
          const next = ring[(at + 1) % ring.length]
          return next ? [change(next.email, at % 2 === 0 ? 'role=user' : 'status=blocked', token)] : []
        }),
      )
      for (const { status } of replies) expect([200, 401, 403, 409]).toContain(status)
      expect((await activeAdmins()).length).toBeGreaterThan(0)
      await database.db.delete(users)
    }
  })
})
