import { describe, expect, test } from 'vitest'
import { securityEvents } from '#db/schema.ts'
import { aUser, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const env = { RATE_MULTIPLIER: '10000' }

/** All that a caller sees, without the two things that differ from answer to answer. */
function toComparable({ status, headers, text, body }: Reply) {
  const id = String(headers['x-request-id'])
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  const isNamed = body !== undefined && 'requestId' in body
  const length = Number(headers['content-length']) - (isNamed ? id.length : 0)
  return { status, headers: { ...rest, 'content-length': length }, text: text.replaceAll(id, '…') }
}

describe('whether an account exists is not revealed', () => {
  const database = useDatabase()
  const open = useApp(database, { env })
  const discreet = useApp(database, { env: { ...env, REGISTRATION_PRIVACY: 'uniform' } })

  /** An address of each kind: of the five accounts, and two that have none. */
  async function addresses(): Promise<string[]> {
    const accounts = {
      usual: {},
      unverified: { verifiedAt: null },
      blocked: { status: 'blocked' },
      admin: { role: 'admin' },
      'without-password': { passwordHash: null },
    } as const
    for (const [name, fields] of Object.entries(accounts)) {
      await aUser(database.db, { email: `${name}@example.com`, passwordHash, ...fields })
    }
    return [...Object.keys(accounts), 'unknown', 'unknown-too'].map((name) => `${name}@example.com`)
  }

  test.each<[string, (email: string) => unknown, number, string]>([
    [
      '/auth/login',
      (email) => ({ email, password: 'not the right one' }),
      401,
      'Invalid username or password',
    ],
    ['/auth/forgetPassword', (email) => ({ email }), 200, 'Please check your mail!'],
    [
      '/users/requestVerificationEmail',
      (email) => ({ email }),
      200,
      'Verification email resent. Check your inbox.',
    ],
  ])('%s sends the same bytes and headers for every address', async (path, value, status, sentence) => {
    const replies = []
    for (const email of await addresses()) replies.push(await open().post(path, value(email)))
    const [first, ...others] = replies.map(toComparable)
    expect(first?.status).toBe(status)
    expect(replies[0]?.body?.message).toBe(sentence)
    expect(first?.headers).toHaveProperty('cache-control', expect.stringContaining('no-store'))
    for (const other of others) expect(other).toEqual(first)
  })

  test('records failed logins in the same way for every address', async () => {
    for (const email of await addresses()) await open().post('/auth/login', { email, password: 'wrong one' })
    await open().features.securityLog.flush()
    const events = await database.db.select().from(securityEvents)
    const failed = events.filter(({ type }) => type === 'login-failed')
    expect(failed).toMatchObject([{ count: 7, subjectId: null }])
    expect(JSON.stringify(failed)).not.toContain('@')
  })

  test('reveals that an address is unverified only after the correct password', async () => {
    await addresses()
    const logIn = (password: string) =>
      open().post('/auth/login', { email: 'unverified@example.com', password })
    expect((await logIn('not the right one')).body?.message).toBe('Invalid username or password')
    expect((await logIn('correct horse 11')).body).toMatchObject({
      message: 'User is not verified.',
      code: 'EMAIL_NOT_VERIFIED',
    })
  })

  test('registration reveals an existing account unless it is private', async () => {
    const account = (email: string) => ({ name: 'Lin', email, password: 'a heron on the quay' })
    const [usual = '', , , , , unregistered = ''] = await addresses()
    const publicReply = await open().post('/users/createUser', account(usual))
    expect([publicReply.status, publicReply.body?.message]).toEqual([
      409,
      'An account with this email already exists.',
    ])
    const existingReply = toComparable(await discreet().post('/users/createUser', account(usual)))
    const unknownReply = toComparable(await discreet().post('/users/createUser', account(unregistered)))
    expect(existingReply.status).toBe(200)
    expect(existingReply).toEqual(unknownReply)
  })

  test('a second registration does not change an unverified account', async () => {
    await addresses()
    const again = { name: 'Mallory', email: 'UNVERIFIED@example.com', password: 'a heron on the quay' }
    expect((await open().post('/users/createUser', again)).status).toBe(409)
    expect((await discreet().post('/users/createUser', again)).status).toBe(200)
    const row = (await database.db.query.users.findMany()).filter(({ verifiedAt }) => !verifiedAt)
    expect(row).toMatchObject([{ name: 'Mat Ruler', email: 'unverified@example.com', passwordHash }])
  })
})
