import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { connectDatabase, type Database } from '#db/client.ts'
import { assertUnused } from '#db/connection/server.ts'
import { getBackupName } from '#features/backup/server/backup-folder.ts'
import { createBackup } from '#features/backup/server/create-backup.ts'
import type { Manifest } from '#features/backup/server/manifest.ts'
import { type RestoreResult, type RestoreTarget, restoreBackup } from '#features/backup/server/restore.ts'
import { type Config, getSecretPath } from '#platform/config.ts'
import { databaseOptions, openStock } from './database-options.ts'
import { describeSettled, getJournalLocation, lockRestore, settleOpenRestore } from './open-restore.ts'

/** Writes all data of the site into one file, beside a running site, and reports what that is. */
export async function backUpTo(file: string, config: Config, withMedia: boolean): Promise<void> {
  await settleOpenRestore(config, { isBeside: true })
  const { pool, close } = await connectDatabase({ ...databaseOptions(config), isBeside: true })
  try {
    const manifest = await createBackup({ pool, ...openStock(config) }, { file, withRemote: withMedia })
    console.log(`${file} holds ${describeContent(manifest)}.`)
  } finally {
    await close()
  }
}

/**
 * Restores a backup file, and reports what it held. Throws an Error with one plain sentence when it cannot.
 */
export async function restoreFrom(
  file: string,
  config: Config,
  options: { replace: boolean; resumeJobs: boolean },
): Promise<void> {
  const unlock = lockRestore(config)
  try {
    const result = await restoreBackup(file, createRestoreTarget(config), options)
    for (const line of describeRestored(result, config)) console.log(line)
  } finally {
    unlock()
  }
}

function createRestoreTarget(config: Config): RestoreTarget {
  return {
    ...getJournalLocation(config),
    mediaDir: config.mediaDir,
    secretFile: config.secret ? undefined : getSecretPath(config),
    connect: () => connectUnused(config),
    backUpFirst: async (pool: Pool) => {
      const former = join(config.backupDir, getBackupName('before-restore', new Date()))
      await createBackup({ pool, ...openStock(config) }, { file: former })
      return former
    },
  }
}

/** An embedded database lets in one process anyway. */
async function connectUnused(config: Config): Promise<Database> {
  const database = await connectDatabase(databaseOptions(config))
  try {
    if (database.kind === 'server') await assertUnused(database.pool)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function describeContent({ tables, media, remote }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = [...tables, ...media].reduce((sum, { size }) => sum + size, 0)
  const elsewhere = remote.length > 0 ? `; ${remote.length} pictures stay in the bucket` : ''
  return `${tables.length} tables with ${rows} rows, ${media.length} pictures and the secret, ${(bytes / 1024 ** 2).toFixed(1)} MB unpacked${elsewhere}`
}

function* describeRestored(
  { manifest, cancelled, hasJobs, former, earlier }: RestoreResult,
  config: Config,
): Generator<string> {
  yield* describeSettled(earlier)
  if (former) yield `What was there is in ${former}.`
  yield `The backup of ${manifest.createdAt} is restored: ${describeContent(manifest)}.`
  const waited = [...cancelled].map(([queue, count]) => `${queue} ${count}`).join(', ')
  if (!hasJobs)
    yield 'Jobs and mails that waited were left out: the job queue has another form in this version.'
  else if (waited !== '') yield `What waited is cancelled: ${waited}.`
  if (manifest.remote.length > 0 && !config.s3Url)
    yield `${manifest.remote.length} pictures lie in a bucket. Set S3_URL, or they are not shown.`
  if (config.secret && hash('sha256', config.secret) !== manifest.secret.sha256)
    yield 'SECRET is set to another one than that of the backup. Until it is the same, links in mails that were sent end nowhere.'
}
