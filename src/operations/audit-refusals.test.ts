import { describe, expect, test } from 'vitest'
import { securityEvents } from '#db/schema.ts'
import { aSession, aUser } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

describe('events of denied calls', () => {
  const database = useDatabase()
  const app = useApp(database)

  test.each([
    ['without a token', {}],
    ['with an unknown token', { authorization: 'an-unknown-token' }],
  ])('records a guarded call %s without an actor', async (_what, headers) => {
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

  test('records a cross-site call with cookies', async () => {
    const { refreshToken } = await aSession(database.db, await aUser(database.db))
    const headers = { cookie: `refresh=${refreshToken}`, 'sec-fetch-site': 'cross-site' }
    expect((await app().post('/auth/refresh-token', {}, headers)).status).toBe(403)
    await app().features.securityLog.flush()
    expect(await database.db.select().from(securityEvents)).toMatchObject([
      { type: 'access-denied', details: { call: 'refreshToken' } },
    ])
  })

  test('records nothing for public calls', async () => {
    await app().get('/agent/getAgent')
    await app().get('/site/settings')
    await app().post('/auth/forgetPassword', { email: 'someone@example.com' })
    await app().features.securityLog.flush()
    expect(await database.db.select().from(securityEvents)).toEqual([])
  })
})
