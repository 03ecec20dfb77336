import { getTableName } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  accessTokens,
  identities,
  limitCounters,
  oneTimeTokens,
  refreshTokens,
  securityEvents,
  sessions,
  users,
} from '#db/schema.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { aSession, aUser } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { deleteExpiredRows } from './expired-rows.ts'

let now = new Date()
beforeEach(() => {
  now = new Date()
})
const ago = (ms: number) => new Date(now.getTime() - ms)

describe('deleting expired rows', () => {
  const database = useDatabase()

  async function countRows(table: Parameters<typeof getTableName>[0]): Promise<number> {
    const { rows } = await database.pool.query(`select count(*)::int as n from ${getTableName(table)}`)
    return rows[0]?.n
  }

  test('deletes expired access tokens and keeps their session', async () => {
    const { id: sessionId } = await aSession(database.db, await aUser(database.db))
    await database.db.delete(accessTokens)
    await database.db.insert(accessTokens).values([
      { hash: 'ended', sessionId, expiresAt: ago(1) },
      { hash: 'alive', sessionId, expiresAt: ago(-1 * MINUTE_MS) },
    ])
    expect(await deleteExpiredRows(database.db)).toMatchObject({ access: 1, sessions: 0 })
    expect(await database.db.select({ hash: accessTokens.hash }).from(accessTokens)).toEqual([
      { hash: 'alive' },
    ])
    expect(await countRows(sessions)).toBe(1)
  })

  test.each([
    ['idle for too long', { idleUntil: ago(1), expiresAt: ago(-1 * DAY_MS) }, 0],
    ['too old', { idleUntil: ago(1), expiresAt: ago(1) }, 0],
    ['in use', { idleUntil: ago(-1 * MINUTE_MS), expiresAt: ago(-1 * MINUTE_MS) }, 1],
  ])('deletes or keeps a session that is %s, with all its tokens', async (_what, ends, left) => {
    await aSession(database.db, await aUser(database.db))
    await database.db.update(sessions).set(ends)
    await database.db.update(accessTokens).set({ expiresAt: ago(-1 * MINUTE_MS) })
    await deleteExpiredRows(database.db)
    expect(await countRows(sessions)).toBe(left)
    expect(await countRows(accessTokens)).toBe(left)
    expect(await countRows(refreshTokens)).toBe(left)
    expect(await countRows(users)).toBe(1)
  })

  test('deletes emailed links a day after they expire, used or not', async () => {
    const { id: userId } = await aUser(database.db)
    await database.db.insert(oneTimeTokens).values([
      { hash: 'old', purpose: 'verify', userId, expiresAt: ago(1 * DAY_MS + 1) },
      { hash: 'old and used', purpose: 'reset', userId, expiresAt: ago(2 * DAY_MS), usedAt: ago(2 * DAY_MS) },
      { hash: 'ended today', purpose: 'verify', userId, expiresAt: ago(1 * DAY_MS - MINUTE_MS) },
      { hash: 'alive', purpose: 'setup', expiresAt: ago(-1 * MINUTE_MS) },
    ])
    expect(await deleteExpiredRows(database.db)).toMatchObject({ links: 2 })
    const left = await database.db.select({ hash: oneTimeTokens.hash }).from(oneTimeTokens)
    expect(left.map(({ hash }) => hash).toSorted()).toEqual(['alive', 'ended today'])
  })

  test('deletes accounts that were not verified within seven days, unless an admin has changed them', async () => {
    const old = { verifiedAt: null, createdAt: ago(7 * DAY_MS + MINUTE_MS) }
    await aUser(database.db, { ...old, email: 'forgotten@example.com' })
    await aUser(database.db, { ...old, email: 'blocked@example.com', status: 'blocked' })
    await aUser(database.db, { ...old, email: 'promoted@example.com', role: 'admin' })
    await aUser(database.db, {
      verifiedAt: null,
      createdAt: ago(7 * DAY_MS - MINUTE_MS),
      email: 'new@example.com',
    })
    await aUser(database.db, { createdAt: ago(700 * DAY_MS), email: 'verified@example.com' })
    const { id: userId } = await aUser(database.db, { ...old, email: 'linked@example.com' })
    await database.db.insert(identities).values({ issuer: 'https://issuer.example', subject: '7', userId })
    expect(await deleteExpiredRows(database.db)).toMatchObject({ accounts: 1 })
    const left = await database.db.select({ email: users.email }).from(users)
    expect(left.map(({ email }) => email).toSorted()).toEqual([
      'blocked@example.com',
      'linked@example.com',
      'new@example.com',
      'promoted@example.com',
      'verified@example.com',
    ])
  })

  test('deletes expired counters', async () => {
    await database.db.insert(limitCounters).values([
      { key: 'ended', points: 9, expire: now.getTime() - 1 },
      { key: 'alive', points: 9, expire: now.getTime() + MINUTE_MS },
    ])
    expect(await deleteExpiredRows(database.db)).toMatchObject({ counters: 1 })
    const left = await database.db.select({ key: limitCounters.key }).from(limitCounters)
    expect(left.map(({ key }) => key).toSorted()).toEqual(['alive'])
  })

  test('keeps events for a year, also of deleted accounts', async () => {
    const subjectId = '0198a000-0000-7000-8000-000000000009'
    await database.db.insert(securityEvents).values([
      { type: 'login', subjectId, createdAt: ago(365 * DAY_MS + MINUTE_MS) },
      { type: 'logout', subjectId, createdAt: ago(365 * DAY_MS - MINUTE_MS) },
    ])
    expect(await deleteExpiredRows(database.db)).toMatchObject({ events: 1 })
    expect(await database.db.select({ type: securityEvents.type }).from(securityEvents)).toEqual([
      { type: 'logout' },
    ])
  })

  test('keeps the newest 1,000 events of each type that an account causes itself, and all events caused by others', async () => {
    const [{ id: busy }, { id: other }] = [await aUser(database.db), await aUser(database.db)]
    const times = (count: number, event: Pick<typeof securityEvents.$inferInsert, 'type' | 'actorId'>) =>
      Array.from({ length: count }, (_, at) => ({
        subjectId: busy,
        createdAt: ago(at * MINUTE_MS),
        ...event,
      }))
    await database.db
      .insert(securityEvents)
      .values([
        ...times(1_003, { type: 'login', actorId: busy }),
        ...times(1_002, { type: 'refresh-reused' }),
        ...times(1_000, { type: 'logout', actorId: busy }),
        ...times(1_001, { type: 'role-changed', actorId: other }),
        { type: 'login', actorId: other, subjectId: other, createdAt: ago(3 * DAY_MS) },
      ])
    expect(await deleteExpiredRows(database.db)).toMatchObject({ events: 5 })
    const { rows } = await database.pool.query(
      'select type, count(*)::int, min(created_at) as first from security_events where subject_id = $1 group by type order by type',
      [busy],
    )
    expect(rows).toEqual([
      { type: 'login', count: 1_000, first: ago(999 * MINUTE_MS) },
      { type: 'logout', count: 1_000, first: ago(999 * MINUTE_MS) },
      { type: 'refresh-reused', count: 1_000, first: ago(999 * MINUTE_MS) },
      { type: 'role-changed', count: 1_001, first: ago(1_000 * MINUTE_MS) },
    ])
    expect(await deleteExpiredRows(database.db)).toMatchObject({ events: 0 })
  })

  test('keeps events that need no account for two weeks', async () => {
    const subjectId = '0198a000-0000-7000-8000-000000000009'
    const { id: account } = await aUser(database.db)
    const old = ago(14 * DAY_MS + MINUTE_MS)
    await database.db.insert(securityEvents).values([
      { type: 'limit-hit', createdAt: old },
      { type: 'login-failed', subjectId, createdAt: old, hour: old, network: '203.0.113.7', count: 900 },
      { type: 'access-denied', createdAt: ago(14 * DAY_MS - MINUTE_MS) },
      { type: 'role-changed', subjectId, createdAt: old },
      { type: 'account-created', subjectId: account, createdAt: old },
    ])
    expect(await deleteExpiredRows(database.db)).toMatchObject({ events: 2 })
    const left = await database.db.select({ type: securityEvents.type }).from(securityEvents)
    expect(left.map(({ type }) => type).toSorted()).toEqual([
      'access-denied',
      'account-created',
      'role-changed',
    ])
  })

  test('keeps the creation events of deleted accounts that were never verified for two weeks', async () => {
    const ids = [8, 9].map((n) => `0198a000-0000-7000-8000-00000000000${n}`)
    const [never, proven] = ids
    const createdAt = ago(14 * DAY_MS + MINUTE_MS)
    await database.db.insert(securityEvents).values([
      { type: 'account-created', subjectId: never, createdAt },
      { type: 'account-created', subjectId: proven, createdAt },
      { type: 'email-verified', subjectId: proven, createdAt },
    ])
    expect(await deleteExpiredRows(database.db)).toMatchObject({ events: 1 })
    const left = await database.db.select({ subjectId: securityEvents.subjectId }).from(securityEvents)
    expect(left).toEqual([{ subjectId: proven }, { subjectId: proven }])
  })

  test('deletes nothing on a second run', async () => {
    await aUser(database.db, { verifiedAt: null, createdAt: ago(30 * DAY_MS) })
    await deleteExpiredRows(database.db)
    expect(await deleteExpiredRows(database.db)).toEqual({
      access: 0,
      sessions: 0,
      links: 0,
      accounts: 0,
      counters: 0,
      events: 0,
    })
  })
})
