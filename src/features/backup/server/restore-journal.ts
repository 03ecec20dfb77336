import { existsSync, readFileSync } from 'node:fs'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import { runInLongTransaction } from '#db/copy-tables.ts'
import { lockNumbers } from '#db/queries/lock-numbers.ts'
import { deleteStateFile } from '#shared/server/state-file.ts'
import { contentShape, mediaFileShape } from './manifest.ts'
import { deleteStaged, placeFiles } from './place-files.ts'

/** A restore in progress: the files to put into place once its rows are committed. */
const journalShape = z.strictObject({
  /** Also recorded in the restored database, which decides whether the restore is finished or undone. */
  id: z.uuid(),
  /** The file of the backup, for messages. */
  backup: z.string(),
  /** Names the database without user and password. */
  database: z.string(),
  mediaDir: z.string(),
  /** Null when the secret is an environment variable. */
  secretFile: z.string().nullable(),
  secret: contentShape,
  media: z.array(mediaFileShape),
})

export type RestoreJournal = z.output<typeof journalShape>

/** `none`: there was no open restore. */
export type RestoreOutcome = 'none' | 'finished' | 'undone'

/** `database` names the one that `pool` opens, as in the journal. */
export type JournalLocation = { journalFile: string; database: string }

/**
 * Begins the part of a transaction that restores rows. Settling waits for its end: the server may still commit them after the
 * process was killed.
 */
export async function lockRestoredRows(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockNumbers.fillTables])
}

/** Records a restore in the transaction of its rows. */
export async function recordRestore(client: ClientBase, id: string): Promise<void> {
  await client.query(
    `insert into security_events (type, details) values ('restored', jsonb_build_object('id', $1::text))`,
    [id],
  )
}

/**
 * Finishes an interrupted restore if its rows were committed, otherwise undoes it. Can be repeated when it is
 * interrupted itself. Throws an Error with one sentence, and deletes nothing, when that cannot be decided or done.
 */
export async function settleRestore(
  { journalFile, database }: JournalLocation,
  pool: Pool,
): Promise<RestoreOutcome> {
  const journal = readJournal(journalFile)
  if (!journal) return 'none'
  if (journal.database !== database) throw new Error(describeOtherDatabase(journalFile, journal.database))
  const isRestored = await runInLongTransaction(pool, (client) => isRecorded(client, journal.id))
  if (isRestored) await placeFiles(journal, journalFile)
  else await deleteStaged(journal)
  await deleteStateFile(journalFile)
  return isRestored ? 'finished' : 'undone'
}

/** Whether the restore is recorded in the database, whose tables may have any version or be missing. */
async function isRecorded(client: ClientBase, id: string): Promise<boolean> {
  await lockRestoredRows(client)
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.security_events') is not null as exists`,
  )
  if (!rows[0]?.exists) return false
  const events = await client.query(
    `select from security_events event
     where type = 'restored' and to_jsonb(event) -> 'details' ->> 'id' = $1 limit 1`,
    [id],
  )
  return events.rowCount === 1
}

function readJournal(file: string): RestoreJournal | undefined {
  if (!existsSync(file)) return undefined
  try {
    return journalShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new Error(
      `${file}, the journal of an interrupted restore, is damaged. ` +
        'Move it away and restore the backup again with --replace.',
      { cause },
    )
  }
}

const describeOtherDatabase = (file: string, database: string) =>
  `An interrupted restore into ${database} is not finished, and this is another database. ` +
  `Start once with that database, or move ${file} away and restore the backup again with --replace.`
