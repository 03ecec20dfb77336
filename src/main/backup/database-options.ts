import { join } from 'node:path'
import type { DatabaseConfig } from '#db/client.ts'
import { createBackupFolder } from '#features/backup/server/backup-folder.ts'
import type { BackupInput } from '#features/backup/server/create-backup.ts'
import { readKnownSecrets } from '#features/backup/server/known-secrets.ts'
import { createMigrationHooks } from '#features/backup/server/migration-hooks.ts'
import { createRemoteMedia, openOwnBucket } from '#features/images/server/storage/own-bucket.ts'
import { type Config, ensureSecret, listSecrets } from '#platform/config.ts'
import { siteName } from '#shared/site.ts'

/** The database's location and its callbacks. The server and the operator's commands use the same. */
export function databaseOptions(
  config: Config,
  report: (text: string) => void = console.error,
): DatabaseConfig {
  return {
    url: config.databaseUrl,
    dataDir: join(config.dataDir, 'db'),
    applicationName: siteName.toLowerCase(),
    ...createMigrationHooks({
      openFolder: () => openBackupFolder(config),
      openStock: () => getBackupInput(config),
      withoutBackup: config.withoutBackup,
      report,
    }),
  }
}

/** Opens the backup folder. Backups with one of the site's secrets count as the site's own. */
export function openBackupFolder({ backupDir: folder, dataDir, secret }: Config) {
  const secrets = readKnownSecrets({ dataDir, secrets: listSecrets({ dataDir, secret }) })
  return createBackupFolder({ folder, secrets })
}

/** What a backup contains besides the database. Creates the secret when there is none. */
export function getBackupInput(config: Config): Omit<BackupInput, 'pool'> {
  const bucket = openOwnBucket(config)
  return {
    mediaDir: config.mediaDir,
    secret: ensureSecret(config),
    remote: bucket && createRemoteMedia(bucket),
  }
}
