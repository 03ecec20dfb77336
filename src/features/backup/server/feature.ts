import { listSecrets } from '#platform/config.ts'
import type { Platform } from '#platform/platform.ts'
import { createDailyBackups, type DailyBackupsDeps } from './daily-backups.ts'
import { rememberSecrets } from './known-secrets.ts'

type BackupNeeds = Pick<DailyBackupsDeps['stock'], 'remote'>

export function createBackupFeature(platform: Platform, { remote }: BackupNeeds) {
  const { config, secret, db, pool, jobs, log, diskFloor } = platform
  const { dataDir, mediaDir, backupDir: folder, backupKeep: keep } = config
  const backups = createDailyBackups({
    jobs,
    db,
    folder,
    secrets: rememberSecrets({ dataDir, secrets: [secret, ...listSecrets(config)] }),
    keep,
    diskFloor,
    log,
    stock: { pool, mediaDir, secret, remote },
  })
  return { backups, hourlyInEachProcess: [backups.queueWhenDue] }
}
