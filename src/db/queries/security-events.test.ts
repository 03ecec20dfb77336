import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { securityEvents, users } from '../schema.ts'
import { createEventWriter, recordEvent } from './security-events.ts'

const caller = { address: '203.0.113.7', requestId: 'r-1' }
const someone = '0198a000-0000-7000-8000-000000000001'

describe('security events', () => {
  const database = useDatabase()
  const rows = () =>
    database.db.select().from(securityEvents).orderBy(asc(securityEvents.createdAt), asc(securityEvents.id))

  /** A writer and what it lost. */
  function aWriter(db: Parameters<typeof createEventWriter>[0]['db'] = database.db) {
    const lost: { count: number; message: string }[] = []
    const writer = createEventWriter({
      db,
      onLost: (count, error) => lost.push({ count, message: error instanceof Error ? error.message : '' }),
    })
    return { ...writer, lost }
  }

  test('say who, what, when, where and in which request', async () => {
    const event = { type: 'role-changed', actorId: someone, subjectId: someone, caller } as const
    await recordEvent(database.db, { ...event, details: { old: 'user', new: 'admin' } })
    const [row] = await rows()
    expect(row).toMatchObject({
      type: 'role-changed',
      actorId: someone,
      subjectId: someone,
      ipAddress: '203.0.113.7',
      requestId: 'r-1',
      details: { old: 'user', new: 'admin' },
    })
    expect(Math.abs(Number(row?.createdAt) - Date.now())).toBeLessThan(60_000)
  })

  test('fall with the transaction that they tell of', async () => {
    const failing = database.db.transaction(async (tx) => {
      await recordEvent(tx, { type: 'login', actorId: someone, caller })
      throw new Error('no login after all')
    })
    await expect(failing).rejects.toThrow('no login after all')
    expect(await rows()).toEqual([])
  })

  test('are written with their actor, each once and in order', async () => {
    const writer = aWriter()
    for (let at = 0; at < 200; at += 1)
      writer.add({ type: 'access-denied', caller, details: { at: String(at) } })
    await writer.flush()
    const details = (await rows()).map((row) => Number(row.details.at))
    expect(details.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at))
  })

  test('stay when the transaction around them fails, and do not hold it up', async () => {
    const writer = aWriter()
    const failing = database.db.transaction(async (tx) => {
      await tx.insert(users).values({ name: 'Kim', email: 'kim@example.com', emailKey: 'kim@example.com' })
      writer.add({ type: 'limit-hit', caller })
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await writer.flush()
    expect(await rows()).toMatchObject([{ type: 'limit-hit' }])
    expect(await database.db.select().from(users)).toEqual([])
    expect(writer.lost).toEqual([])
  })

  test('that cannot be stored fail no request, and those after them are stored', async () => {
    const writer = aWriter()
    writer.add({ type: 'login', actorId: 'not an id', caller })
    await writer.flush()
    expect(writer.lost).toMatchObject([{ count: 1 }])
    writer.add({ type: 'logout', actorId: someone, caller })
    await writer.flush()
    expect(await rows()).toMatchObject([{ type: 'logout' }])
  })

  test('wait in bounded number', async () => {
    const writer = aWriter()
    for (let at = 0; at < 1200; at += 1) writer.add({ type: 'access-denied', caller })
    await writer.flush()
    const lost = writer.lost.reduce((sum, { count }) => sum + count, 0)
    expect(lost + (await rows()).length).toBe(1200)
    expect((await rows()).length).toBeLessThanOrEqual(1001)
    expect(writer.lost.every(({ message }) => message === 'Too many events wait for the database.')).toBe(
      true,
    )
  })
})
