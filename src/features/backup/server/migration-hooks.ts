import type { MigrationHooks } from '#db/migrate.ts'
import type { BackupFolder, BackupKind } from './backup-folder.ts'
import type { BackupInput } from './create-backup.ts'
import { backUpBeforeUpgrade } from './upgrade-backup.ts'

type MigrationHooksDeps = {
  /** Called when it is needed, because the site may have no secret before. */
  openFolder: () => BackupFolder
  openStock: () => Omit<BackupInput, 'pool'>
  /** Whether the tables are changed without a backup. */
  withoutBackup: boolean
  report: (text: string) => void
}

const words: Record<BackupKind, string> = {
  daily: 'the newest backup',
  'before-upgrade': 'what was there before an upgrade',
  'before-restore': 'what was there before a restore',
}

/** What the database needs of backups: the file to go back to, and a new one before its tables are changed. */
export function createMigrationHooks(deps: MigrationHooksDeps): MigrationHooks {
  const { openFolder, openStock, withoutBackup, report } = deps
  return {
    async findBackup(schemas) {
      const best = await openFolder().findBest(
        ({ kind, schema }) => !schemas || (kind === 'before-upgrade' && schemas.includes(schema)),
      )
      return best && { file: best.file, what: words[best.kind] }
    },
    async beforeMigrating(client, pending) {
      if (withoutBackup) return undefined
      const stock = openStock()
      const file = await backUpBeforeUpgrade(client, { backups: openFolder(), stock })
      report(`The database changes (${pending.join(', ')}). What was there is in ${file}`)
      return file
    },
  }
}
