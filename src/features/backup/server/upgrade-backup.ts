import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { createDiskRoom, type DiskFloor } from '#shared/server/disk-room.ts'
import { keptBeforeUpgrades } from '../spec.ts'
import { type BackupFolder, getBackupName } from './backup-folder.ts'
import { type BackupInput, createBackup } from './create-backup.ts'
import type { MediaFile } from './manifest.ts'
import { listMedia, reuseMedia } from './media.ts'
import { describeBackupError } from './read-backup.ts'

type UpgradeBackupDeps = {
  backups: BackupFolder
  stock: Omit<BackupInput, 'pool'>
  diskFloor?: DiskFloor | undefined
}

/**
 * Backs the database up before its tables are changed, in the form of the daily backups, so that the version that is
 * left can restore it; the last three are kept. Returns the file. Throws an Error with one sentence when it cannot
 * be made.
 */
export async function backUpBeforeUpgrade(
  client: ClientBase,
  { backups, stock, diskFloor }: UpgradeBackupDeps,
): Promise<string> {
  const { path, mediaFolder } = backups
  try {
    await backups.prepare()
    await backups.removeDrafts('before-upgrade')
    const known = await backups.readNewestMedia()
    const room = createDiskRoom(path, { floor: diskFloor })
    const mayWrite = async (bytes: number) => {
      const missing = Math.ceil(bytes - (await room.left()))
      if (missing > 0) throw new Error(`the disk of ${path} lacks ${missing} bytes`)
    }
    // A site starts without its bucket, too; then what also lies here is in the backup.
    const remote = (await stock.remote?.list().catch(() => [])) ?? []
    const media = await measureMedia(stock.mediaDir, { mediaFolder, known, left: new Set(remote) })
    await mayWrite((await measureTables(client)) + media)
    const createdAt = new Date()
    const file = join(path, getBackupName('before-upgrade', createdAt))
    await createBackup(
      { ...stock, pool: client, remote: { list: async () => remote, read: async () => undefined } },
      { file, mediaFolder, createdAt, known, mayWrite },
    )
    await backups.prune('before-upgrade', keptBeforeUpgrades)
    return file
  } catch (cause) {
    throw new Error(
      `There is no backup to go back to before the database is changed: ${describeBackupError(cause)} Mend that, or go on ` +
        'without one: npm start -- --without-backup, or npm run cli -- migrate --without-backup',
      { cause },
    )
  }
}

/** About what the tables take unpacked, in bytes. */
async function measureTables(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(pg_table_size(oid)), 0) as bytes from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss')`,
  )
  return Number(rows[0]?.bytes)
}

type StoredMedia = {
  mediaFolder: string
  known: ReadonlyMap<string, MediaFile>
  left: ReadonlySet<string>
}

/** What pictures take that are not known to be stored, in bytes. */
async function measureMedia(mediaDir: string, { mediaFolder, known, left }: StoredMedia): Promise<number> {
  let bytes = 0
  for (const name of await listMedia(mediaDir)) {
    if (left.has(name) || (await reuseMedia(known.get(name), mediaDir, mediaFolder))) continue
    const facts = await stat(join(mediaDir, name)).catch(() => undefined)
    bytes += facts?.size ?? 0
  }
  return bytes
}
