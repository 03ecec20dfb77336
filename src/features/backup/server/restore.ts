import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ClientBase, Pool } from 'pg'
import {
  listTables,
  runInLongTransaction,
  runInSnapshot,
  type TableRows,
  writeTables,
} from '#db/copy-tables.ts'
import { installJobs, readQueueVersion } from '#db/jobs.ts'
import { applyMigrations, listKnownMigrations, migrateDatabase, readSchemaVersion } from '#db/migrate.ts'
import { writeStateFile } from '#shared/server/state-file.ts'
import { assertQueueTables } from './expected-tables.ts'
import type { Manifest, TableFile } from './manifest.ts'
import { hasSameFiles, type RestoreFiles, stageFiles } from './place-files.ts'
import { type BackupPart, checkBackup, describeBackupError, openBackup } from './read-backup.ts'
import {
  type JournalLocation,
  lockRestoredRows,
  type RestoreJournal,
  type RestoreOutcome,
  recordRestore,
  settleRestore,
} from './restore-journal.ts'

/** The folder and the database to restore into, which no other process may use meanwhile. */
export type RestoreTarget = RestoreFiles &
  JournalLocation & {
    /** Opens the database; called after the backup is checked. */
    connect: () => Promise<{ pool: Pool; close: () => Promise<void> }>
    /** Backs up the current state, and returns the file. */
    backUpFirst: (pool: Pool) => Promise<string>
  }
type RestoreOptions = { replace: boolean; resumeJobs: boolean }

/** What was restored, and which queued jobs were cancelled. */
export type RestoreResult = RestoredJobs & {
  manifest: Manifest
  former: string | undefined
  /** How an earlier interrupted restore was settled. */
  earlier: RestoreOutcome
}
/** Cancelled jobs by queue. `hasJobs` is false when the queue has another version, so that no jobs were restored. */
type RestoredJobs = { cancelled: Map<string, number>; hasJobs: boolean }

/**
 * Restores a backup completely or not at all, even if the process is killed: `settleRestore` finishes or undoes an
 * interrupted restore, and is called first here. Throws an Error with one sentence when the backup is damaged, or
 * when the target is not empty and must not be replaced.
 */
export async function restoreBackup(
  file: string,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const manifest = await checkBackup(file, listKnownMigrations(), {
    usesSecret: target.secretFile !== undefined,
  })
  const { pool, close } = await target.connect()
  try {
    const earlier = await settleRestore(target, pool)
    const isEmpty = (await runInSnapshot(pool, isDatabaseEmpty)) && (await hasSameFiles(target, manifest))
    if (!isEmpty && !options.replace) {
      throw new Error(
        'The database or the data folder is not empty. Restore into empty ones, or use --replace, which backs up their content first.',
      )
    }
    // If there are only files, they are backed up with empty tables.
    if (!isEmpty && (await runInSnapshot(pool, readSchemaVersion)) === 0) await migrateDatabase(pool)
    const former = isEmpty ? undefined : await target.backUpFirst(pool)
    const jobs = await restoreContents(file, { ...target, pool }, options)
    return { manifest, former, earlier, ...jobs }
  } finally {
    await close()
  }
}

/** Whether the database has no rows, except the events that the site recorded at its start. */
async function isDatabaseEmpty(client: ClientBase): Promise<boolean> {
  const tables = (await listTables(client)).filter(({ name }) => name.startsWith('public.'))
  const isOurs = tables.length === 0 || (await readSchemaVersion(client)) > 0
  if (!isOurs) throw new Error('The database contains the tables of another program. Use an empty database.')
  for (const { name } of tables) {
    if (name === 'public.security_events') continue
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount) return false
  }
  return true
}

type OpenRestoreTarget = RestoreFiles & JournalLocation & { pool: Pool }

/** Writes rows and files, and then settles as after an interruption, depending on whether the rows were committed. */
async function restoreContents(
  file: string,
  target: OpenRestoreTarget,
  options: RestoreOptions,
): Promise<RestoredJobs> {
  const { manifest, parts } = await openBackup(file)
  const restoredJobs: RestoredJobs[] = []
  let failure: unknown
  try {
    await installJobs(target.pool)
    await runInSnapshot(target.pool, (client) => assertJobsFit(client, manifest, options))
    const journal = await openJournal(file, manifest, target)
    const tables = await stageFiles(file, manifest, parts, journal)
    await runInLongTransaction(target.pool, async (client) => {
      await lockRestoredRows(client)
      restoredJobs.push(await fillDatabase(client, manifest, { tables, ...options }))
      await recordRestore(client, journal.id)
    })
  } catch (error) {
    failure = error
  } finally {
    await parts.return(undefined)
  }
  const isRestored = (await settleWritten(target, failure)) === 'finished'
  if (isRestored && restoredJobs[0]) return restoredJobs[0]
  throw new Error(`Nothing was restored. ${describeBackupError(failure)}`, { cause: failure })
}

async function openJournal(
  file: string,
  manifest: Manifest,
  { journalFile, database, mediaDir, secretFile }: OpenRestoreTarget,
): Promise<RestoreJournal> {
  const { secret, media } = manifest
  const journal: RestoreJournal = {
    id: randomUUID(),
    backup: resolve(file),
    database,
    mediaDir,
    secretFile: secretFile ?? null,
    secret,
    media,
  }
  await mkdir(dirname(journalFile), { recursive: true })
  await writeStateFile(journalFile, journal)
  return journal
}

async function settleWritten(target: OpenRestoreTarget, failure: unknown): Promise<RestoreOutcome> {
  try {
    return await settleRestore(target, target.pool)
  } catch (cause) {
    const reasons = [failure, cause].filter((reason) => reason !== undefined).map(describeBackupError)
    throw new Error(
      `The restore is not finished. ${reasons.join(' ')} The next start or command finishes or undoes it.`,
      { cause },
    )
  }
}

/** Throws unless the tables of the job queue match those of the backup, or jobs are not restored. */
async function assertJobsFit(
  client: ClientBase,
  manifest: Manifest,
  { resumeJobs }: RestoreOptions,
): Promise<void> {
  if ((await readQueueVersion(client)) === manifest.queue)
    assertQueueTables(manifest, await listTables(client))
  else if (resumeJobs)
    throw new Error('The job queue has another format in this version. Restore without --resume-jobs.')
}

type FillOptions = RestoreOptions & { tables: AsyncIterable<BackupPart> }

async function fillDatabase(
  client: ClientBase,
  manifest: Manifest,
  { tables, resumeJobs }: FillOptions,
): Promise<RestoredJobs> {
  const hasJobs = (await readQueueVersion(client)) === manifest.queue
  await rebuildTables(client, manifest.schema)
  await fillTables(client, manifest.tables, { parts: tables, hasJobs })
  await applyMigrations(client)
  return { cancelled: resumeJobs ? new Map() : await cancelJobs(client), hasJobs }
}

/** Recreates empty tables in the schema version of the backup. */
async function rebuildTables(client: ClientBase, schema: number): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => name)
  const own = names.filter((name) => name.startsWith('public.'))
  if (own.length > 0) await client.query(`drop table ${own.join(', ')} cascade`)
  await client.query('drop schema if exists drizzle cascade')
  await client.query(`truncate ${names.filter((name) => !own.includes(name)).join(', ')}`)
  await applyMigrations(client, { until: schema })
}

type TableParts = { parts: AsyncIterable<BackupPart>; hasJobs: boolean }

async function fillTables(client: ClientBase, tables: TableFile[], { parts, hasJobs }: TableParts) {
  const isIncluded = ({ name }: TableFile) => hasJobs || !name.startsWith('pgboss.')
  async function* rows(): AsyncGenerator<TableRows> {
    const waiting = tables.values()
    for await (const { bytes } of parts) {
      const { value } = waiting.next()
      if (value && isIncluded(value)) yield { table: value.name, columns: value.columns, rows: bytes }
      else for await (const _ of bytes);
    }
  }
  const counts = await writeTables(client, rows())
  const mismatch = tables.filter(isIncluded).find((table) => counts.get(table.name) !== table.rows)
  if (mismatch) throw new Error(`The number of rows of ${mismatch.name} does not match the manifest.`)
}

/** Cancels queued jobs, which are out of date: an email of last week contains an expired link. */
async function cancelJobs(client: ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `with cancelled as (
       update pgboss.job set state = 'cancelled', completed_on = now()
       where state in ('created', 'retry', 'active') returning name
     ) select name, count(*)::int as count from cancelled group by name order by name`,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}
