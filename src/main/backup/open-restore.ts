import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connectDatabase, type DatabaseConfig } from '#db/client.ts'
import { describeDatabase } from '#db/connection/server.ts'
import { lockFolder } from '#db/folder-lock.ts'
import {
  type JournalLocation,
  type RestoreOutcome,
  settleRestore,
} from '#features/backup/server/restore-journal.ts'
import type { Config } from '#platform/config.ts'
import { databaseOptions } from './database-options.ts'

type RestoreSite = Pick<Config, 'dataDir' | 'databaseUrl'>

/** The file in which a restore records its progress, and the database that it restores. */
export function getJournalLocation({ dataDir, databaseUrl }: RestoreSite): JournalLocation {
  return {
    journalFile: join(dataDir, 'restore.json'),
    database: databaseUrl ? describeDatabase(databaseUrl) : 'the built-in database',
  }
}

/** Locks the data folder for a restore. Returns a function that unlocks it. Throws while another process has the lock. */
export function lockRestore({ dataDir }: RestoreSite): () => void {
  return lockFolder(join(dataDir, 'restore'), {
    busyMessage: `Another process is restoring a backup into ${dataDir}. Wait until it has ended.`,
  })
}

/** Throws while a backup is being restored. */
export function assertNoRestore(config: RestoreSite): void {
  if (existsSync(join(config.dataDir, 'restore.lock'))) lockRestore(config)()
}

/**
 * Finishes or undoes an interrupted restore, before anything else reads the database or the images. Throws while
 * a restore is running, and when the interrupted one can be neither finished nor undone.
 */
export async function settleOpenRestore(config: Config, options: Partial<DatabaseConfig>): Promise<void> {
  assertNoRestore(config)
  const location = getJournalLocation(config)
  if (!existsSync(location.journalFile)) return
  const unlock = lockRestore(config)
  try {
    const { pool, close } = await connectDatabase({ ...databaseOptions(config), ...options })
    try {
      for (const line of describeSettled(await settleRestore(location, pool))) console.error(line)
    } finally {
      await close()
    }
  } finally {
    unlock()
  }
}

/** Yields a line for the operator about the outcome of an interrupted restore. */
export function* describeSettled(outcome: RestoreOutcome): Generator<string> {
  if (outcome === 'finished') yield 'An interrupted restore has been finished.'
  if (outcome === 'undone') yield 'An interrupted restore has been undone: all data is as it was before.'
}
