import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase, Pool } from 'pg'
import { installJobs } from './jobs.ts'

const MIGRATION_LOCK = 4_107_001
const MIGRATIONS_TABLE = 'drizzle.__drizzle_migrations'

const isBundled = !import.meta.url.endsWith('.ts')

/** A build has its own: of what is beside the sources, nothing is read by a site that runs. */
export const migrationsFolder = fileURLToPath(
  new URL(isBundled ? '../db/migrations' : '../../db/migrations', import.meta.url),
)

/**
 * Migrates the tables, those of the job queue too. One process migrates while others wait; the connection is
 * dropped afterwards, so that lock and setting end with it. Throws for a database which a newer version has
 * changed.
 * @returns how many migrations this call applied
 */
export async function migrateDatabase(pool: Pool, folder: string = migrationsFolder): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await assertNotNewer(client, folder)
    const before = await listAppliedMigrations(client)
    await client.query('begin')
    await applyMigrations(client, { folder })
    await client.query('commit')
    await installJobs(client)
    return (await listAppliedMigrations(client)).length - before.length
  } finally {
    client.release(true)
  }
}

/**
 * Applies what is missing of the known migrations, up to one of them, in the caller's transaction; they are
 * recorded as drizzle's own tools do. Waits for a concurrent migration.
 */
export async function applyMigrations(
  client: ClientBase,
  { until = Number.POSITIVE_INFINITY, folder = migrationsFolder }: { until?: number; folder?: string } = {},
): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await client.query(`create schema if not exists drizzle;
    create table if not exists ${MIGRATIONS_TABLE} (id serial primary key, hash text not null, created_at bigint)`)
  const applied = new Set(await listAppliedMigrations(client))
  for (const { folderMillis, sql, hash } of readMigrationFiles({ migrationsFolder: folder })) {
    if (folderMillis > until || applied.has(folderMillis)) continue
    for (const statement of sql) await client.query(statement)
    await client.query(`insert into ${MIGRATIONS_TABLE} (hash, created_at) values ($1, $2)`, [
      hash,
      folderMillis,
    ])
  }
}

/** Whether every migration which this version knows has been applied. */
export async function isMigrated(pool: Pool, folder: string = migrationsFolder): Promise<boolean> {
  const applied = new Set(await listAppliedMigrations(pool))
  return listKnownMigrations(folder).every((moment) => applied.has(moment))
}

/**
 * Throws for tables of a newer version: old code on new tables writes rows which the new code cannot read.
 */
async function assertNotNewer(client: ClientBase, folder: string): Promise<void> {
  const known = new Set(listKnownMigrations(folder))
  const unknown = (await listAppliedMigrations(client)).filter((moment) => !known.has(moment))
  if (unknown.length === 0) return
  const change = unknown.length === 1 ? 'a change' : `${unknown.length} changes`
  throw new Error(
    `The database holds ${change} made by a newer version of Chopmark. Start that version, or restore a backup made before it.`,
  )
}

/** The newest migration that was applied, which names the schema version; 0 where there is none. */
export async function readSchemaVersion(client: ClientBase): Promise<number> {
  return Math.max(0, ...(await listAppliedMigrations(client)))
}

/** A migration is known by the moment it was generated, in ms, which drizzle writes into its table. */
export function listKnownMigrations(folder: string = migrationsFolder): number[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis)
}

async function listAppliedMigrations(client: Pool | ClientBase): Promise<number[]> {
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    MIGRATIONS_TABLE,
  ])
  if (!found.rows[0]?.exists) return []
  const { rows } = await client.query<{ moment: string }>(
    `select created_at as moment from ${MIGRATIONS_TABLE}`,
  )
  return rows.map(({ moment }) => Number(moment))
}
