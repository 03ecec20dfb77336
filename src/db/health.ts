import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isMigrated } from './migrate.ts'

const PATIENCE_MS = 1_000

/** Tells whether the database answers in time, has all its tables and takes writes; false instead of an error. */
export function isReady(pool: Pool, patienceMs: number = PATIENCE_MS): Promise<boolean> {
  const answer = takesWrites(pool).catch(() => false)
  return Promise.race([answer, delay(patienceMs, false, { ref: false })])
}

async function takesWrites(pool: Pool): Promise<boolean> {
  if (!(await isMigrated(pool))) return false
  const { rows } = await pool.query<{ only: string }>('select current_setting($1) as only', [
    'transaction_read_only',
  ])
  return rows[0]?.only === 'off'
}
