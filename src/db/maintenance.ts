import type { Pool } from 'pg'

const INTERVAL_MS = 60_000
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024

/**
 * Runs checkpoints and vacuums for PGlite, which has no background processes for them. Otherwise its log would grow, and
 * recovery after a crash would become slow, until the process ends.
 * @returns a function that stops the maintenance
 */
export function startMaintenance(pool: Pool, onError: (error: Error) => void): () => void {
  const timer = setInterval(() => void runMaintenance(pool).catch(onError), INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

/** Uses the pool, because neither statement may run inside a caller's transaction. */
export async function runMaintenance(pool: Pool): Promise<void> {
  if ((await readLogBytes(pool)) > CHECKPOINT_AFTER_BYTES) await pool.query('checkpoint')
  for (const table of await listChangedTables(pool)) await pool.query(`vacuum (analyze) ${table}`)
}

/** Bytes written to the log since the last checkpoint. */
async function readLogBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  return rows[0]?.bytes ?? 0
}

/** The tables that need a vacuum, by the thresholds of PostgreSQL's autovacuum. */
async function listChangedTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
  )
  return rows.map(({ name }) => name)
}
