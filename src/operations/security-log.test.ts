import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { maxCountedRows } from '#db/queries/event-counter.ts'
import { securityEvents } from '#db/schema.ts'
import { useDatabase } from '#test/database.ts'
import { createSecurityLog } from './security-log.ts'

const session = { id: 's', userId: '0198a000-0000-7000-8000-000000000001', role: 'user' as const }

describe('the security log', () => {
  const database = useDatabase()
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function aLog() {
    const warned: unknown[] = []
    const log = createSecurityLog({
      db: database.db,
      log: { warn: (...line: unknown[]) => warned.push(line) },
    })
    const refuse = (address: string) =>
      log.refused({
        name: 'getAllUser',
        session,
        caller: {
          address,
          requestId: 'r-1',
          userAgent: '',
          visitor: '',
          isPrefetch: false,
          wantsNoTracking: false,
          cookies: {},
        },
      })
    return { ...log, refuse, warned }
  }
  async function counted() {
    const rows = await database.db
      .select()
      .from(securityEvents)
      .orderBy(securityEvents.hour, securityEvents.network)
    return rows.map(({ network, count, createdAt }) => [network, count, createdAt.toISOString()])
  }

  test('records denied calls with their actors', async () => {
    const log = aLog()
    await log.refuse('203.0.113.7')
    await log.flush()
    expect(await database.db.select().from(securityEvents)).toMatchObject([
      {
        type: 'access-denied',
        actorId: session.userId,
        ipAddress: '203.0.113.7',
        requestId: 'r-1',
        details: { call: 'getAllUser' },
        createdAt: new Date('2026-11-21T12:00:00Z'),
      },
    ])
  })

  test('counts the denials of a network per hour, in one row with the last one', async () => {
    const log = aLog()
    for (let at = 0; at < 100; at += 1) await log.refuse('203.0.113.7')
    await log.flush()
    vi.setSystemTime(new Date('2026-11-21T12:59:59.999Z'))
    await log.refuse('203.0.113.7')
    await log.refuse('203.0.113.8')
    await log.flush()
    vi.setSystemTime(new Date('2026-11-21T13:00:00Z'))
    await log.flush()
    await log.refuse('203.0.113.7')
    await log.flush()
    expect(await counted()).toEqual([
      ['203.0.113.7', 101, '2026-11-21T12:59:59.999Z'],
      ['203.0.113.8', 1, '2026-11-21T12:59:59.999Z'],
      ['203.0.113.7', 1, '2026-11-21T13:00:00.000Z'],
    ])
    expect(log.warned).toEqual([])
  })

  test('groups addresses by network', async () => {
    const log = aLog()
    for (let at = 0; at < 100; at += 1) await log.refuse(`2001:db8:1:2::${at.toString(16)}`)
    await log.flush()
    expect(await counted()).toEqual([['2001:db8:1:2::/64', 100, '2026-11-21T12:00:00.000Z']])
  })

  test('names actor and subject only if they are always the same', async () => {
    const log = aLog()
    const caller = { address: '203.0.113.7', requestId: 'r-1' }
    const fail = (subjectId?: string) => {
      log.loginFailed({ subjectId, caller, details: { code: 'WRONG_LOGIN' } })
      return log.flush()
    }
    await fail(session.userId)
    await fail(session.userId)
    expect(await database.db.select().from(securityEvents)).toMatchObject([
      { count: 2, subjectId: session.userId },
    ])
    await fail()
    await fail(session.userId)
    expect(await database.db.select().from(securityEvents)).toMatchObject([{ count: 4, subjectId: null }])
  })

  test('counts by rule', async () => {
    const log = aLog()
    const caller = { address: '203.0.113.7', requestId: 'r-2' }
    for (const rule of ['login', 'login', 'mail']) log.limitHit({ rule, session: undefined, caller })
    await log.flush()
    const rows = await database.db.select().from(securityEvents).orderBy(securityEvents.count)
    expect(rows).toMatchObject([
      { count: 1, details: { rule: 'mail' } },
      { count: 2, details: { rule: 'login' }, actorId: null, ipAddress: '203.0.113.7', requestId: 'r-2' },
    ])
  })

  test('limits the number of rows, and counts other networks together', async () => {
    const log = aLog()
    await log.refuse('198.51.100.1')
    await log.flush()
    for (let at = 0; at < 1000; at += 1) {
      await log.refuse(`203.0.${at >> 8}.${at & 255}`)
      if (at % 100 === 0) await log.flush()
    }
    await log.refuse('198.51.100.1')
    await log.flush()
    const rows = await database.db.select().from(securityEvents)
    expect(rows).toHaveLength(maxCountedRows + 1)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(1002)
    expect(rows.find(({ network }) => network === '198.51.100.1')?.count).toBe(2)
    expect(rows.find(({ network }) => network === 'others')).toMatchObject({
      count: 1001 - maxCountedRows,
      details: { call: 'getAllUser', from: 'many networks' },
    })
  })

  test('logs lost events when the database fails, and fails no request', async () => {
    const log = aLog()
    log.record({ type: 'started', actorId: 'not an id' })
    await log.flush()
    log.loginFailed({ subjectId: 'not an id', caller: { address: '203.0.113.7', requestId: 'r-1' } })
    await log.flush()
    const warning = [{ count: 1 }, 'Security events were not stored, because the database failed.']
    expect(log.warned).toMatchObject([warning, warning])
  })
})
