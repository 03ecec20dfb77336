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
import { databaseOptions, getBackupInput } from './database-options.ts'
import { describeSettled, getJournalLocation, lockRestore, settleOpenRestore } from './open-restore.ts'

/** Writes all data of the site to one file and prints what the file contains. The site may be running. */
export async function writeBackup(file: string, config: Config, withMedia: boolean): Promise<void> {
  await settleOpenRestore(config, { isBesideSite: true })
  const { pool, close } = await connectDatabase({ ...databaseOptions(config), isBesideSite: true })
  try {
    const manifest = await createBackup({ pool, ...getBackupInput(config) }, { file, withRemote: withMedia })
    console.log(`${file} contains ${describeContent(manifest)}.`)
  } finally {
    await close()
  }
}

/**
 * Restores a backup file and prints what it contained. Throws an Error with one plain sentence when it cannot.
 */
export async function restoreFile(
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
    connect: () => connectUnusedDatabase(config),
    backUpFirst: async (pool: Pool) => {
      const backupFile = join(config.backupDir, getBackupName('before-restore', new Date()))
      await createBackup({ pool, ...getBackupInput(config) }, { file: backupFile })
      return backupFile
    },
  }
}

/** Throws when a site or command uses the database. An embedded database needs no check: only one process can open it. */
async function connectUnusedDatabase(config: Config): Promise<Database> {
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
  const remoteText = remote.length > 0 ? `; ${remote.length} images stay in the bucket` : ''
  return `${tables.length} tables with ${rows} rows, ${media.length} images and the secret, ${(bytes / 1024 ** 2).toFixed(1)} MB unpacked${remoteText}`
}

function* describeRestored(
  { manifest, cancelled, hasJobs, former, earlier }: RestoreResult,
  config: Config,
): Generator<string> {
  yield* describeSettled(earlier)
  if (former) yield `The previous data was saved to ${former}.`
  yield `The backup of ${manifest.createdAt} was restored: ${describeContent(manifest)}.`
  const cancelledText = [...cancelled].map(([queue, count]) => `${queue} ${count}`).join(', ')
  if (!hasJobs)
    yield 'Waiting jobs and emails were not restored, because this version stores the job queue in another format.'
  else if (cancelledText !== '') yield `Waiting jobs were canceled: ${cancelledText}.`
  if (manifest.remote.length > 0 && !config.s3Url)
    yield `${manifest.remote.length} images are in a bucket. Set S3_URL, or the site cannot show them.`
  if (config.secret && hash('sha256', config.secret) !== manifest.secret.sha256)
    yield 'SECRET is not the one of the backup. Links in emails that were sent before do not work until you set SECRET to that value.'
}
