import { describe, expect, test } from 'vitest'
import { securityEvents } from '#db/schema.ts'
import { aSession, aUser } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'

describe.each(modes)('the trace of what was refused, on %s', (mode) => {
  const database = useDatabase(mode)
  const app = useApp(database)

  test.each([
    ['without a token', {}],
    ['with a token that nobody has', { authorization: 'a-token-of-nobody' }],
  ])('a guarded call %s leaves a row without anybody', async (_what, headers) => {
    const reply = await app().get('/users/me', headers)
    expect(reply.status).toBe(401)
    await app().features.securityLog.flush()
    expect(await database.db.select().from(securityEvents)).toMatchObject([
      {
        type: 'access-denied',
        actorId: null,
        ipAddress: '127.0.0.1',
        requestId: reply.headers['x-request-id'],
        details: { call: 'me' },
      },
    ])
  })

  test('a call that cookies may not make from another site leaves a row', async () => {
    const { refreshToken } = await aSession(database.db, await aUser(database.db))
    const headers = { cookie: `refresh=${refreshToken}`, 'sec-fetch-site': 'cross-site' }
    expect((await app().post('/auth/refresh-token', {}, headers)).status).toBe(403)
    await app().features.securityLog.flush()
    expect(await database.db.select().from(securityEvents)).toMatchObject([
      { type: 'access-denied', details: { call: 'refreshToken' } },
    ])
  })

  test('what anybody may do leaves none', async () => {
    await app().get('/agent/getAgent')
    await app().get('/site/settings')
    await app().post('/auth/forgetPassword', { email: 'someone@example.com' })
    await app().features.securityLog.flush()
    expect(await database.db.select().from(securityEvents)).toEqual([])
  })
})
