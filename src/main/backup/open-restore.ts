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

/** Where a restore says how far it is, and which database it is for. */
export function getJournalLocation({ dataDir, databaseUrl }: RestoreSite): JournalLocation {
  return {
    journalFile: join(dataDir, 'restore.json'),
    database: databaseUrl ? describeDatabase(databaseUrl) : 'the built-in database',
  }
}

/** Keeps others out of the data folder while it is restored; the result ends that. Throws while another process does so. */
export function lockRestore({ dataDir }: RestoreSite): () => void {
  return lockFolder(join(dataDir, 'restore'), {
    busy: `Another process restores a backup into ${dataDir}. Wait until it has ended.`,
  })
}

/** Throws while a backup is restored. */
export function assertNoRestore(config: RestoreSite): void {
  if (existsSync(join(config.dataDir, 'restore.lock'))) lockRestore(config)()
}

/**
 * Finishes or undoes a restore that was interrupted, before anything else reads the database or the pictures. Throws while
 * one is at work, and where it cannot be settled.
 */
export async function settleOpenRestore(config: Config, more: Partial<DatabaseConfig>): Promise<void> {
  assertNoRestore(config)
  const location = getJournalLocation(config)
  if (!existsSync(location.journalFile)) return
  const unlock = lockRestore(config)
  try {
    const { pool, close } = await connectDatabase({ ...databaseOptions(config), ...more })
    try {
      for (const line of describeSettled(await settleRestore(location, pool))) console.error(line)
    } finally {
      await close()
    }
  } finally {
    unlock()
  }
}

/** What became of a restore that was interrupted, as a line for the operator. */
export function* describeSettled(outcome: RestoreOutcome): Generator<string> {
  if (outcome === 'finished') yield 'A restore that was interrupted is finished now.'
  if (outcome === 'undone') yield 'A restore that was interrupted is undone: all is as it was before.'
}
