import { AsyncLocalStorage } from 'node:async_hooks'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { HOUR_MS } from '#shared/time.ts'
import type { Db } from '../db.ts'
import { securityEvents } from '../schema.ts'
import { type SecurityEvent, toEventRow } from './security-events.ts'

/** Events that anyone can cause without an account, without limit. */
export const countedTypes = ['access-denied', 'limit-hit', 'login-failed'] as const

export type CountedEvent = SecurityEvent & { type: (typeof countedTypes)[number]; network: string }

/**
 * The maximum number of rows per hour. All further networks share one row per kind of event. Rows are deleted after two weeks
 * (`src/features/auth/server/expired-rows.ts`), so an attack can cause at most 100,000 rows, some 30 MB.
 */
export const maxCountedRows = 300

/** Events wait in memory for this time, so that a flood causes one statement per second. */
const writeDelayMs = 1000
const otherNetworks = { network: 'others', details: { from: 'many networks' } } as const

type EventCounterDeps = {
  db: Db
  /** Called with the number of events that a failing database has lost. */
  onLost: (count: number, error: unknown) => void
}
type CountedRow = ReturnType<typeof toEventRow> & { network: string; count: number; createdAt: Date }
type CountedRows = Map<string, CountedRow>

/** Counts events by hour, network and kind, in one row each; callers do not wait for it. */
export function createEventCounter({ db, onLost }: EventCounterDeps) {
  // Events inside a caller's transaction are written outside of it.
  const runOutsideTransaction = AsyncLocalStorage.snapshot()
  let waiting: CountedRows = new Map()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const rows = waiting
    waiting = new Map()
    if (rows.size === 0) return
    try {
      await storeCounts(db, rows)
    } catch (error) {
      onLost(
        [...rows.values()].reduce((sum, { count }) => sum + count, 0),
        error,
      )
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    add({ network, ...event }: CountedEvent): void {
      putRow(waiting, { ...toEventRow(event), network, count: 1, createdAt: new Date() }, maxCountedRows)
      timer ??= runOutsideTransaction(() => setTimeout(flush, writeDelayMs).unref())
    },
    /** Resolves when everything added so far is written. */
    flush,
  }
}

/** Adds to the row of its kind, or creates one; above the maximum, adds to the row of all other networks. */
function putRow(rows: CountedRows, row: CountedRow, maxRows: number): void {
  const key = getRowKey(row)
  const existing = rows.get(key)
  if (existing) rows.set(key, { ...mergeRows(existing, row), count: existing.count + row.count })
  else if (rows.size < maxRows || row.network === otherNetworks.network) rows.set(key, row)
  else
    putRow(rows, { ...row, ...otherNetworks, details: { ...row.details, ...otherNetworks.details } }, maxRows)
}

/** The later of two rows. Actor and subject become null unless they are the same in both. */
function mergeRows(earlier: CountedRow, later: CountedRow): CountedRow {
  const actorId = earlier.actorId === later.actorId ? later.actorId : null
  const subjectId = earlier.subjectId === later.subjectId ? later.subjectId : null
  return { ...later, actorId, subjectId }
}

function getRowKey({
  type,
  network,
  details,
}: Pick<typeof securityEvents.$inferSelect, 'type' | 'network' | 'details'>) {
  return [type, network, ...Object.values(details).toSorted()].join(' ')
}

/** Adds what was counted to the rows of this hour. */
async function storeCounts(db: Db, counted: CountedRows): Promise<void> {
  const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS)
  const existingRows = await db
    .select({ type: securityEvents.type, network: securityEvents.network, details: securityEvents.details })
    .from(securityEvents)
    .where(eq(securityEvents.hour, hour))
  const existingKeys = new Set(existingRows.map(getRowKey))
  const rows: CountedRows = new Map([...counted].filter(([key]) => existingKeys.has(key)))
  const maxRows = rows.size + Math.max(0, maxCountedRows - existingKeys.size)
  for (const [key, row] of counted) if (!existingKeys.has(key)) putRow(rows, row, maxRows)
  const isSameUser = (column: 'actor_id' | 'subject_id') =>
    sql.raw(`case when security_events.${column} = excluded.${column} then excluded.${column} end`)
  await db
    .insert(securityEvents)
    .values([...rows.values()].map((row) => ({ ...row, id: v7(), hour })))
    .onConflictDoUpdate({
      target: [securityEvents.hour, securityEvents.type, securityEvents.network, securityEvents.details],
      targetWhere: sql`hour is not null`,
      set: {
        count: sql`security_events.count + excluded.count`,
        createdAt: sql`excluded.created_at`,
        ipAddress: sql`excluded.ip_address`,
        requestId: sql`excluded.request_id`,
        actorId: isSameUser('actor_id'),
        subjectId: isSameUser('subject_id'),
      },
    })
}
