import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { securityEvents } from '#db/schema.ts'
import { modes, useDatabase } from '#test/database.ts'
import { createSecurityLog } from './security-log.ts'

const session = { id: 's', userId: '0198a000-0000-7000-8000-000000000001', role: 'user' as const }

describe.each(modes.slice(0, 1))('the security log on %s', (mode) => {
  const database = useDatabase(mode)
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
  async function countOf(type: string): Promise<number> {
    return database.db.$count(securityEvents, sql`type = ${type}`)
  }

  test('keeps who was refused what', async () => {
    const log = aLog()
    await log.refuse('203.0.113.7')
    await log.flush()
    expect(await database.db.select().from(securityEvents)).toMatchObject([
      {
        type: 'access-denied',
        actorId: session.userId,
        address: '203.0.113.7',
        requestId: 'r-1',
        details: { call: 'getAllUser' },
        createdAt: new Date('2026-11-21T12:00:00Z'),
      },
    ])
  })

  test('keeps 30 refusals a minute of one network, and those of others all the same', async () => {
    const log = aLog()
    for (let at = 0; at < 100; at += 1) await log.refuse('203.0.113.7')
    await log.refuse('203.0.113.8')
    await log.flush()
    expect(await countOf('access-denied')).toBe(31)
    vi.setSystemTime(new Date('2026-11-21T12:00:59.999Z'))
    await log.refuse('203.0.113.7')
    await log.flush()
    expect(await countOf('access-denied')).toBe(31)
    vi.setSystemTime(new Date('2026-11-21T12:01:00Z'))
    await log.refuse('203.0.113.7')
    await log.flush()
    expect(await countOf('access-denied')).toBe(32)
    expect(log.warned).toEqual([])
  })

  test('takes the addresses of one household for one network', async () => {
    const log = aLog()
    for (let at = 0; at < 100; at += 1) await log.refuse(`2001:db8:1:2::${at.toString(16)}`)
    await log.flush()
    expect(await countOf('access-denied')).toBe(30)
  })

  test('keeps 600 a minute of all networks together', async () => {
    const log = aLog()
    for (let at = 0; at < 1000; at += 1) {
      await log.refuse(`203.0.${at >> 8}.${at & 255}`)
      if (at % 100 === 0) await log.flush()
    }
    await log.flush()
    expect(await countOf('access-denied')).toBe(600)
  })

  test('counts hits of limits by themselves', async () => {
    const log = aLog()
    const caller = { address: '203.0.113.7', requestId: 'r-2' }
    for (let at = 0; at < 40; at += 1) {
      await log.refuse('203.0.113.7')
      log.limitHit({ rule: 'login', session: undefined, caller })
    }
    await log.flush()
    expect(await countOf('access-denied')).toBe(30)
    expect(await countOf('limit-hit')).toBe(30)
    const [hit] = await database.db.select().from(securityEvents).where(sql`type = 'limit-hit'`)
    expect(hit).toMatchObject({
      actorId: null,
      address: '203.0.113.7',
      requestId: 'r-2',
      details: { rule: 'login' },
    })
  })

  test('says in the log what a failing database cost, and fails nobody', async () => {
    const log = aLog()
    log.record({ type: 'started', actorId: 'not an id' })
    await log.flush()
    expect(log.warned).toMatchObject([[{ count: 1 }, 'security events were not stored']])
  })
})
