import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase, Pool } from 'pg'
import { type FindBackup, formatRestore } from './damage.ts'
import { installJobs } from './jobs.ts'
import { backfillShownVariants } from './queries/backfill-shown.ts'
import { lockNumbers } from './queries/lock-numbers.ts'

const MIGRATIONS_TABLE = 'drizzle.__drizzle_migrations'

const isBundled = !import.meta.url.endsWith('.ts')

/** A build has its own: of what is beside the sources, nothing is read by a site that runs. */
export const migrationsFolder = fileURLToPath(
  new URL(isBundled ? '../db/migrations' : '../../db/migrations', import.meta.url),
)

export type MigrationHooks = {
  /**
   * Called with the names of the pending migrations before they are applied to a database that has content, on the
   * connection that holds the lock. Returns the file to go back to, if any. What it throws ends the migration.
   */
  beforeMigrating?: ((client: ClientBase, pending: string[]) => Promise<string | undefined>) | undefined
  /** For the advice in the error when the database cannot be opened, or a newer version has changed its tables. */
  findBackup?: FindBackup | undefined
}

/** What code fills in, where a migration says `-- backfill: name`; on the tables as that migration leaves them. */
const backfills = new Map([['shown_variant', backfillShownVariants]])

/**
 * Migrates the tables, those of the job queue too. One process migrates while others wait; the connection is
 * dropped afterwards, so that lock and setting end with it. Throws an Error with one sentence for a database which
 * a newer version has changed, and for a migration that fails, which changes nothing.
 * @returns how many migrations this call applied
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
    const pending = listMigrations(folder).filter(({ moment }) => !applied.includes(moment))
    const names = pending.map(({ name }) => name)
    const backup = applied.length > 0 && names.length > 0 ? await beforeMigrating?.(client, names) : undefined
    await client.query('begin')
    await applyMigrations(client, { folder }).catch((cause: Error) => {
      const ways = [
        'start the version before again',
        ...(backup ? [`or restore its backup: ${formatRestore(backup)}`] : []),
      ]
      throw new Error(`${cause.message} Nothing was changed; ${ways.join(', ')}`, { cause })
    })
    await client.query('commit')
    await installJobs(client)
    return pending.length
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
  await client.query('select pg_advisory_xact_lock($1)', [lockNumbers.migration])
  await client.query(`create schema if not exists drizzle;
    create table if not exists ${MIGRATIONS_TABLE} (id serial primary key, hash text not null, created_at bigint)`)
  const applied = new Set(await listAppliedMigrations(client))
  const names = new Map(listMigrations(folder).map(({ moment, name }) => [moment, name]))
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

/** Whether every migration which this version knows has been applied. */
export async function isMigrated(pool: Pool, folder: string = migrationsFolder): Promise<boolean> {
  const applied = new Set(await listAppliedMigrations(pool))
  return listKnownMigrations(folder).every((moment) => applied.has(moment))
}

/**
 * Throws for tables of a newer version: old code on new tables writes rows which the new code cannot read.
 */
export async function assertNotNewer(
  client: ClientBase,
  { folder = migrationsFolder, findBackup }: { folder?: string } & Pick<MigrationHooks, 'findBackup'> = {},
): Promise<void> {
  const knownMigrations = listKnownMigrations(folder)
  const unknown = (await listAppliedMigrations(client)).filter((moment) => !knownMigrations.includes(moment))
  if (unknown.length === 0) return
  const change = unknown.length === 1 ? 'a change' : `${unknown.length} changes`
  const backup = await findBackup?.(knownMigrations)
  throw new Error(
    `The database holds ${change} made by a newer version of Chopmark. Start that version, or restore a backup made before it` +
      (backup ? `: ${formatRestore(backup.file)}` : '.'),
  )
}

/** The newest migration that was applied, which names the schema version; 0 where there is none. */
export async function readSchemaVersion(client: ClientBase): Promise<number> {
  return Math.max(0, ...(await listAppliedMigrations(client)))
}

/** A migration is known by the moment it was generated, in ms, which drizzle writes into its table. */
export function listKnownMigrations(folder: string = migrationsFolder): number[] {
  return listMigrations(folder).map(({ moment }) => moment)
}

function listMigrations(folder: string): { moment: number; name: string }[] {
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
    readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'),
  )
  return journal.entries.map(({ when, tag }) => ({ moment: when, name: tag }))
}

async function listAppliedMigrations(client: Pool | ClientBase): Promise<number[]> {
  const result = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    MIGRATIONS_TABLE,
  ])
  if (!result.rows[0]?.exists) return []
  const { rows } = await client.query<{ moment: string }>(
    `select created_at as moment from ${MIGRATIONS_TABLE}`,
  )
  return rows.map(({ moment }) => Number(moment))
}
