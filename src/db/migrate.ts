import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { ClientBase, Pool } from 'pg'
import { installJobs } from './jobs.ts'

const MIGRATION_LOCK = 4_107_001

/** Lies equally far from the sources (src/db) and from the bundle (dist/server). */
export const migrationsFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url))

/**
 * Brings the tables up to date, those of the job queue too. One process migrates while others wait; the connection is
 * dropped afterwards, so that lock and setting end with it. Refuses a database which a newer version has changed.
 * @returns how many changes this call applied
 */
export async function migrateDatabase(pool: Pool, folder: string = migrationsFolder): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseNewer(client, folder)
    const before = await appliedMigrations(client)
    await migrate(drizzle({ client }), { migrationsFolder: folder })
    await installJobs(client)
    return (await appliedMigrations(client)).length - before.length
  } finally {
    client.release(true)
  }
}

/** Tells whether every migration which this version knows has been applied. */
export async function isMigrated(pool: Pool, folder: string = migrationsFolder): Promise<boolean> {
  const applied = new Set(await appliedMigrations(pool))
  return knownMigrations(folder).every((moment) => applied.has(moment))
}

/** Protects the data, because old code on new tables writes rows which the new code cannot read. */
async function refuseNewer(client: ClientBase, folder: string): Promise<void> {
  const known = new Set(knownMigrations(folder))
  const unknown = (await appliedMigrations(client)).filter((moment) => !known.has(moment))
  if (unknown.length === 0) return
  const change = unknown.length === 1 ? 'a change' : `${unknown.length} changes`
  throw new Error(
    `The database holds ${change} made by a newer version of Chopmark. Start that version, or restore a backup made before it.`,
  )
}

/** A migration is known by the moment it was generated, in ms, which drizzle writes into its table. */
function knownMigrations(folder: string): number[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis)
}

async function appliedMigrations(client: Pool | ClientBase): Promise<number[]> {
  const table = 'drizzle.__drizzle_migrations'
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ])
  if (!found.rows[0]?.exists) return []
  const { rows } = await client.query<{ moment: string }>(`select created_at as moment from ${table}`)
  return rows.map(({ moment }) => Number(moment))
}
