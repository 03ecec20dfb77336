import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isMigrated } from './migrate.ts'

const PATIENCE_MS = 1_000

/** Tells whether the database answers in time and has all its tables; false instead of an error. */
export function isReady(pool: Pool, patienceMs: number = PATIENCE_MS): Promise<boolean> {
  const answer = isMigrated(pool).catch(() => false)
  return Promise.race([answer, delay(patienceMs, false, { ref: false })])
}
