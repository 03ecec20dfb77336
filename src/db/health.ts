import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isMigrated } from './migrate.ts'

/**
 * Time-out in ms. Late is not broken: under attack an answer takes a second or two, and load balancers mostly
 * wait five.
 */
export const readinessTimeoutMs = 4_000

/** Whether the database answers in time, has all its tables and takes writes; false instead of an error. */
export function isReady(pool: Pool, mostMs: number = readinessTimeoutMs): Promise<boolean> {
  const answer = takesWrites(pool).catch(() => false)
  return Promise.race([answer, delay(mostMs, false, { ref: false })])
}

async function takesWrites(pool: Pool): Promise<boolean> {
  if (!(await isMigrated(pool))) return false
  const { rows } = await pool.query<{ only: string }>('select current_setting($1) as only', [
    'transaction_read_only',
  ])
  return rows[0]?.only === 'off'
}
