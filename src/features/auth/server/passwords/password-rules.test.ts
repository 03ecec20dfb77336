import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { aSession, aUser, password as oldPassword, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { anApp, useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { issueToken } from '../one-time-tokens.ts'
import { hashSecret } from '../secrets.ts'
import list from './common-passwords.json' with { type: 'json' }

type PasswordCall = 'createUser' | 'changePassword' | 'resetPassword'
type PasswordAttempt = { reply: Reply; email: string }

const short = 'Password must be at least 6 characters long'
const common = 'This password is too common.'
const tooLong = 'This password is too long.'
const commonest = list.passwords.flatMap((line) => line.split(' ')).slice(0, 300)

let accounts = 0

describe('new passwords', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { RATE_MULTIPLIER: '10000' } })

  /** A user for each call, who sends new passwords until one is accepted. */
  const doors: Record<PasswordCall, () => Promise<(newPassword: string) => Promise<PasswordAttempt>>> = {
    async createUser() {
      return async (password) => {
        const email = newEmail()
        const reply = await app().post('/users/createUser', { name: 'Lin', email, password })
        if (reply.status === 200) await database.db.update(users).set({ verifiedAt: new Date() })
        return { reply, email }
      }
    },
    async changePassword() {
      const user = await aUser(database.db, { email: newEmail(), passwordHash })
      const { token } = await aSession(database.db, user)
      return async (newPassword) => {
        const value = { oldPassword, newPassword }
        const reply = await app().post('/auth/changePassword', value, { authorization: token })
        return { reply, email: user.email }
      }
    },
    async resetPassword() {
      const user = await aUser(database.db, { email: newEmail(), passwordHash })
      const boundTo = hashSecret(passwordHash)
      const token = await issueToken(database.db, {
        purpose: 'reset',
        userId: user.id,
        boundTo,
        lifetimeMs: 60_000,
      })
      return async (newPassword) => {
        const value = { id: user.id, newPassword }
        const reply = await app().post('/auth/resetPassword', value, { authorization: token })
        return { reply, email: user.email }
      }
    },
  }

  function newEmail(): string {
    accounts += 1
    return `lin-${accounts}@example.com`
  }

  async function offer(door: PasswordCall, password: string): Promise<PasswordAttempt> {
    const tryIt = await doors[door]()
    return tryIt(password)
  }

  async function logIn(email: string, password: string): Promise<number> {
    return (await app().post('/auth/login', { email, password })).status
  }

  describe.each<PasswordCall>(['createUser', 'changePassword', 'resetPassword'])('%s', (door) => {
    test.each([
      ['nothing', '', short],
      ['one character', 'x', short],
      ['five characters', 'quayz', short],
      ['five characters of ten UTF-16 units', '🐦🐦🐦🐦🐦', short],
      ['a common one', 'sunshine', common],
      ['a common one in capitals', 'SUNSHINE', common],
      ['a common one in both', 'SunShine', common],
      ['1,025 bytes in 1,024 characters', `é${'x'.repeat(1023)}`, tooLong],
    ])('refuses %s', async (_what, password, sentence) => {
      const { reply, email } = await offer(door, password)
      expect(reply.status).toBe(400)
      expect(reply.body?.message).toBe(sentence)
      if (door !== 'createUser') expect(await logIn(email, oldPassword)).toBe(200)
      else expect(await database.db.select().from(users).where(eq(users.email, email))).toEqual([])
    })

    test('refuses 1,025 bytes of any kind', async () => {
      const { reply } = await offer(door, 'x'.repeat(1025))
      expect(reply.status).toBe(400)
    })

    test.each([
      ['six characters', 'zqkwvy', 'zqkwvx'],
      ['six characters outside of the first plane', '🐦🐦🐦🐦🐦🐦', '🐦🐦🐦🐦🐦🐧'],
      ['64 bytes', 'x'.repeat(64), 'x'.repeat(63)],
      ['128 bytes', 'x'.repeat(128), 'x'.repeat(127)],
      ['1,024 bytes', 'x'.repeat(1024), `${'x'.repeat(1023)}y`],
      ['1,024 bytes in 512 characters', 'é'.repeat(512), `${'é'.repeat(511)}e`],
      ['more than 72 bytes, of which the first are another’s', `${'x'.repeat(72)}1`, `${'x'.repeat(72)}2`],
      ['a NUL, with all that follows', 'heron\u0000quay', 'heron\u0000shore'],
      ['blanks at both ends', '  heron  ', 'heron'],
      ['blanks alone', '       ', '        '],
      ['line ends and tabs', 'heron\r\n\tquay', 'heron\n\tquay'],
      ['upper and lower case', 'HeronQuay', 'heronquay'],
      ['a common one with more behind it', 'sunshine on the quay', 'sunshine'],
    ])('accepts %s and distinguishes it from a similar one', async (_what, password, other) => {
      const { reply, email } = await offer(door, password)
      expect(reply.status).toBe(200)
      expect(await logIn(email, other)).toBe(401)
      expect(await logIn(email, password)).toBe(200)
    })

    test('refuses each of the 300 most common', async () => {
      const tryIt = await doors[door]()
      const replies = await Promise.all(
        commonest.map(async (password) => (await tryIt(password)).reply.body?.message),
      )
      expect(replies.filter((sentence) => sentence !== common)).toEqual([])
      expect(replies).toHaveLength(300)
    })

    test('rejects values that are not text, and half characters', async () => {
      const tryIt = await doors[door]()
      for (const password of [null, 123456, true, ['heron', 'quay'], { heron: 'quay' }, 'heron\ud800quay']) {
        // What the type forbids a caller to send is what is tried here.
        expect((await tryIt(password as string)).reply.status).toBe(400)
      }
    })
  })

  test('the operator can require longer ones', async () => {
    const strict = await anApp({ database, env: { PASSWORD_MIN: '10' } })
    const register = (password: string) =>
      strict.post('/users/createUser', { name: 'Lin', email: newEmail(), password })
    const [refused, accepted] = [await register('nine char'), await register('ten charac')]
    await strict.close()
    expect(refused.body?.message).toBe('Password must be at least 10 characters long')
    expect(accepted.status).toBe(200)
  })

  test('no password is in a response, in the log, or in the database', async () => {
    const canary = 'a canary on the quay'
    const { reply, email } = await offer('createUser', canary)
    await logIn(email, canary)
    await logIn(email, `${canary}!`)
    const { rows } = await database.pool.query(
      `select string_agg(query_to_xml('select * from ' || quote_ident(table_name), true, false, '')::text, '') as text
       from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(rows[0].text).toContain(email)
    expect(`${reply.text}${JSON.stringify(app().logged)}${rows[0].text}`).not.toContain(canary)
  })
})
