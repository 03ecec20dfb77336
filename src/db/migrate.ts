import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase, Pool } from 'pg'
import { type FindBackup, formatRestore } from './damage.ts'
import { installJobs } from './jobs.ts'
import { adoptDemoAgents } from './queries/backfill-agents.ts'
import { backfillShownVariants } from './queries/backfill-shown.ts'
import { lockNumbers } from './queries/lock-numbers.ts'

const MIGRATIONS_TABLE = 'drizzle.__drizzle_migrations'

const isBundled = !import.meta.url.endsWith('.ts')

/** A build contains its own copy: a running site reads nothing from the sources. */
export const migrationsFolder = fileURLToPath(
  new URL(isBundled ? '../db/migrations' : '../../db/migrations', import.meta.url),
)

export type MigrationHooks = {
  /**
   * Called with the names of the pending migrations before they are applied to a database that has content, on the
   * connection that holds the lock. Returns the file of the backup that it made, if any. Its errors end the migration.
   */
  beforeMigrating?: ((client: ClientBase, pending: string[]) => Promise<string | undefined>) | undefined
  /** For the error message when the database cannot be opened, or when a newer version has changed its tables. */
  findBackup?: FindBackup | undefined
}

/** Functions that a migration calls with the line `-- backfill: name`. They see the tables as that migration leaves them. */
const backfills = new Map([
  ['shown_variant', backfillShownVariants],
  ['demo_agents', adoptDemoAgents],
])

/**
 * Migrates the tables, including those of the job queue. One process migrates while others wait. Afterwards the connection is
 * closed, which releases the lock and resets the setting. Throws an Error with one sentence when a newer version has changed
 * the database, or when a migration fails, which changes nothing.
 * @returns the number of migrations that this call applied
 */
export async function migrateDatabase(
  pool: Pool,
  folder: string = migrationsFolder,
  { beforeMigrating, findBackup }: MigrationHooks = {},
): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockNumbers.migration])
    await assertNotNewer(client, { folder, findBackup })
    const applied = await listAppliedMigrations(client)
    const pending = listMigrations(folder).filter(({ generatedAtMs }) => !applied.includes(generatedAtMs))
    const names = pending.map(({ name }) => name)
    const backup = applied.length > 0 && names.length > 0 ? await beforeMigrating?.(client, names) : undefined
    await client.query('begin')
    await applyMigrations(client, { folder }).catch((cause: Error) => {
      const solutions = [
        'start the previous version again',
        ...(backup ? [`or restore its backup: ${formatRestore(backup)}`] : []),
      ]
      throw new Error(`${cause.message} Nothing was changed; ${solutions.join(', ')}`, { cause })
    })
    await client.query('commit')
    await installJobs(client)
    return pending.length
  } finally {
    client.release(true)
  }
}

/**
 * Applies the pending migrations, up to the time `until`, in the caller's transaction. Records them like drizzle's own tools.
 * Waits for a concurrent migration.
 */
export async function applyMigrations(
  client: ClientBase,
  { until = Number.POSITIVE_INFINITY, folder = migrationsFolder }: { until?: number; folder?: string } = {},
): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockNumbers.migration])
  await client.query(`create schema if not exists drizzle;
    create table if not exists ${MIGRATIONS_TABLE} (id serial primary key, hash text not null, created_at bigint)`)
  const applied = new Set(await listAppliedMigrations(client))
  const names = new Map(listMigrations(folder).map(({ generatedAtMs, name }) => [generatedAtMs, name]))
  for (const { folderMillis, sql, hash } of readMigrationFiles({ migrationsFolder: folder })) {
    if (folderMillis > until || applied.has(folderMillis)) continue
    for (const statement of sql) {
      const backfill = backfills.get(/^-- backfill: (\w+)$/m.exec(statement)?.[1] ?? '')
      await client
        .query(statement)
        .then(() => backfill?.(client))
        .catch((cause: Error) => {
          throw new Error(`The migration ${names.get(folderMillis)} failed: ${cause.message}.`, { cause })
        })
    }
    await client.query(`insert into ${MIGRATIONS_TABLE} (hash, created_at) values ($1, $2)`, [
      hash,
      folderMillis,
    ])
  }
}

/** Whether every migration of this version has been applied. */
export async function isMigrated(pool: Pool, folder: string = migrationsFolder): Promise<boolean> {
  const applied = new Set(await listAppliedMigrations(pool))
  return listKnownMigrations(folder).every((generatedAtMs) => applied.has(generatedAtMs))
}

/**
 * Throws when a newer version has changed the tables: old code would write rows that the new code cannot read.
 */
export async function assertNotNewer(
  client: ClientBase,
  { folder = migrationsFolder, findBackup }: { folder?: string } & Pick<MigrationHooks, 'findBackup'> = {},
): Promise<void> {
  const knownMigrations = listKnownMigrations(folder)
  const unknown = (await listAppliedMigrations(client)).filter(
    (generatedAtMs) => !knownMigrations.includes(generatedAtMs),
  )
  if (unknown.length === 0) return
  const changeText = unknown.length === 1 ? 'a change' : `${unknown.length} changes`
  const backup = await findBackup?.(knownMigrations)
  throw new Error(
    `The database contains ${changeText} made by a newer version of Chopmark. Start that version, or restore a backup made before it` +
      (backup ? `: ${formatRestore(backup.file)}` : '.'),
  )
}

/** The schema version: the time of the newest applied migration, or 0 when there is none. */
export async function readSchemaVersion(client: ClientBase): Promise<number> {
  return Math.max(0, ...(await listAppliedMigrations(client)))
}

/** The migrations of this version, each as the time in ms when it was generated. Drizzle stores that time in its table. */
export function listKnownMigrations(folder: string = migrationsFolder): number[] {
  return listMigrations(folder).map(({ generatedAtMs }) => generatedAtMs)
}

function listMigrations(folder: string): { generatedAtMs: number; name: string }[] {
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
    readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'),
  )
  return journal.entries.map(({ when, tag }) => ({ generatedAtMs: when, name: tag }))
}

async function listAppliedMigrations(client: Pool | ClientBase): Promise<number[]> {
  const result = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    MIGRATIONS_TABLE,
  ])
  if (!result.rows[0]?.exists) return []
  const { rows } = await client.query<{ created_at: string }>(`select created_at from ${MIGRATIONS_TABLE}`)
  return rows.map((row) => Number(row.created_at))
}
