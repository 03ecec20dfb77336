import type { MigrationHooks } from '#db/migrate.ts'
import type { BackupFolder, BackupKind } from './backup-folder.ts'
import type { BackupInput } from './create-backup.ts'
import { backUpBeforeUpgrade } from './upgrade-backup.ts'

type MigrationHooksDeps = {
  /** Called only when needed, because the site may have no secret before. */
  openFolder: () => BackupFolder
  openStock: () => Omit<BackupInput, 'pool'>
  /** Whether tables are migrated without a backup. */
  withoutBackup: boolean
  report: (text: string) => void
}

const kindDescriptions: Record<BackupKind, string> = {
  daily: 'the newest backup',
  'before-upgrade': 'the backup from before an upgrade',
  'before-restore': 'the backup from before a restore',
}

/** The backups that migrations need: the file to restore on failure, and a new one before tables are changed. */
export function createMigrationHooks(deps: MigrationHooksDeps): MigrationHooks {
  const { openFolder, openStock, withoutBackup, report } = deps
  return {
    async findBackup(schemas) {
      const best = await openFolder().findBest(
        ({ kind, schema }) => !schemas || (kind === 'before-upgrade' && schemas.includes(schema)),
      )
      return best && { file: best.file, description: kindDescriptions[best.kind] }
    },
    async beforeMigrating(client, pending) {
      if (withoutBackup) return undefined
      const input = openStock()
      const file = await backUpBeforeUpgrade(client, { backups: openFolder(), input })
      report(`The database is migrated (${pending.join(', ')}). Its previous state is in ${file}`)
      return file
    },
  }
}
