import type { Pool } from 'pg'

const EVERY_MS = 60_000
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024

/**
 * Does for the embedded database what a server does in the background: PGlite has neither a checkpointer nor
 * autovacuum, so that its log would grow (and recovery after a crash slow down) until the process ends.
 * @returns a function which stops it
 */
export function startMaintenance(pool: Pool, onError: (error: Error) => void): () => void {
  const timer = setInterval(() => void runMaintenance(pool).catch(onError), EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Runs through the pool, because neither statement may run inside another caller's transaction. */
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

/** Uses the thresholds of PostgreSQL's own autovacuum. */
async function listChangedTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
  )
  return rows.map(({ name }) => name)
}
