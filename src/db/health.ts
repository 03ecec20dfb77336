import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isMigrated } from './migrate.ts'

/**
 * Time-out in ms. Late is not broken: under attack an answer takes a second or two, and load balancers mostly
 * wait five.
 */
export const readinessTimeoutMs = 4_000

/** `clockAheadMs`: see `measureClock`; undefined while the database does not answer. */
export type DatabaseCheck = { isReady: boolean; clockAheadMs: number | undefined }

const unknown: DatabaseCheck = { isReady: false, clockAheadMs: undefined }

/** Whether the database answers in time, has all its tables and takes writes; not ready instead of an error. */
export function checkDatabase(pool: Pool, mostMs: number = readinessTimeoutMs): Promise<DatabaseCheck> {
  const status = askDatabase(pool).catch(() => unknown)
  return Promise.race([status, delay(mostMs, unknown, { ref: false })])
}

/**
 * How far this process's clock is ahead of the database's, in ms; negative when it is behind. Right to half
 * of what the answer took.
 */
export async function measureClock(pool: Pool): Promise<number> {
  return (await askState(pool)).clockAheadMs
}

async function askDatabase(pool: Pool): Promise<DatabaseCheck> {
  if (!(await isMigrated(pool))) return unknown
  const { takesWrites, clockAheadMs } = await askState(pool)
  return { isReady: takesWrites, clockAheadMs }
}

async function askState(pool: Pool): Promise<{ takesWrites: boolean; clockAheadMs: number }> {
  const askedAt = performance.now()
  const { rows } = await pool.query<{ only: string; ms: number }>(
    `select current_setting('transaction_read_only') as only,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  const now = Date.now() - (performance.now() - askedAt) / 2
  return { takesWrites: rows[0]?.only === 'off', clockAheadMs: now - (rows[0]?.ms ?? Number.NaN) }
}
