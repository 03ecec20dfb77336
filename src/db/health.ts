import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isMigrated } from './migrate.ts'

/**
 * A slow database is not broken: under attack, a response takes a second or two. Most load balancers wait five.
 */
export const readinessTimeoutMs = 4_000

/** `clockAheadMs`: see `measureClock`; undefined while the database does not respond. */
export type DatabaseCheck = { isReady: boolean; clockAheadMs: number | undefined }

const notReady: DatabaseCheck = { isReady: false, clockAheadMs: undefined }

/** Whether the database responds in time, has all its tables and accepts writes. Never throws: errors mean "not ready". */
export function checkDatabase(pool: Pool, timeoutMs: number = readinessTimeoutMs): Promise<DatabaseCheck> {
  const status = queryReadiness(pool).catch(() => notReady)
  return Promise.race([status, delay(timeoutMs, notReady, { ref: false })])
}

/**
 * How far this process's clock is ahead of the database's, in ms; negative when it is behind. The maximum error is half of
 * the response time.
 */
export async function measureClock(pool: Pool): Promise<number> {
  return (await queryState(pool)).clockAheadMs
}

async function queryReadiness(pool: Pool): Promise<DatabaseCheck> {
  if (!(await isMigrated(pool))) return notReady
  const { acceptsWrites, clockAheadMs } = await queryState(pool)
  return { isReady: acceptsWrites, clockAheadMs }
}

async function queryState(pool: Pool): Promise<{ acceptsWrites: boolean; clockAheadMs: number }> {
  const startMs = performance.now()
  const { rows } = await pool.query<{ readOnly: string; ms: number }>(
    `select current_setting('transaction_read_only') as "readOnly",
       (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  const now = Date.now() - (performance.now() - startMs) / 2
  return { acceptsWrites: rows[0]?.readOnly === 'off', clockAheadMs: now - (rows[0]?.ms ?? Number.NaN) }
}
