import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { createDiskRoom, type DiskFloor } from '#shared/server/disk-room.ts'
import { keptBeforeUpgrades } from '../limits.ts'
import { type BackupFolder, getBackupName } from './backup-folder.ts'
import { type BackupInput, createBackup } from './create-backup.ts'
import type { MediaFile } from './manifest.ts'
import { listMedia, reuseMedia } from './media.ts'
import { describeBackupError } from './read-backup.ts'

type UpgradeBackupDeps = {
  backups: BackupFolder
  input: Omit<BackupInput, 'pool'>
  diskFloor?: DiskFloor | undefined
}

/**
 * Backs up the database before its tables are changed, in the format of the daily backups, so that the previous
 * version can restore it; the last three are kept. Returns the file. Throws an Error with one sentence when it
 * cannot be created.
 */
export async function backUpBeforeUpgrade(
  client: ClientBase,
  { backups, input, diskFloor }: UpgradeBackupDeps,
): Promise<string> {
  const { path, mediaFolder } = backups
  try {
    await backups.prepare()
    await backups.removeDrafts('before-upgrade')
    const knownMedia = await backups.readNewestMedia()
    const room = createDiskRoom(path, { floor: diskFloor })
    const assertRoom = async (bytes: number) => {
      const missingBytes = Math.ceil(bytes - (await room.left()))
      if (missingBytes > 0) throw new Error(`The disk of ${path} needs ${missingBytes} more free bytes`)
    }
    // The bucket may be unavailable; then images that are also on this disk are backed up.
    const remote = (await input.remote?.list().catch(() => [])) ?? []
    const media = await measureMedia(input.mediaDir, { mediaFolder, knownMedia, excluded: new Set(remote) })
    await assertRoom((await measureTables(client)) + media)
    const createdAt = new Date()
    const file = join(path, getBackupName('before-upgrade', createdAt))
    await createBackup(
      { ...input, pool: client, remote: { list: async () => remote, read: async () => undefined } },
      { file, mediaFolder, createdAt, knownMedia, assertRoom },
    )
    await backups.prune('before-upgrade', keptBeforeUpgrades)
    return file
  } catch (cause) {
    throw new Error(
      `The database was not migrated, because it could not be backed up first: ${describeBackupError(cause)} Fix that, or continue ` +
        'without one: npm start -- --without-backup, or npm run cli -- migrate --without-backup',
      { cause },
    )
  }
}

/** Estimates the uncompressed size of the tables, in bytes. */
async function measureTables(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(pg_table_size(oid)), 0) as bytes from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss')`,
  )
  return Number(rows[0]?.bytes)
}

type StoredMedia = {
  mediaFolder: string
  knownMedia: ReadonlyMap<string, MediaFile>
  excluded: ReadonlySet<string>
}

/** The size of the images that are not stored in the backup folder yet, in bytes. */
async function measureMedia(
  mediaDir: string,
  { mediaFolder, knownMedia, excluded }: StoredMedia,
): Promise<number> {
  let bytes = 0
  for (const name of await listMedia(mediaDir)) {
    if (excluded.has(name) || (await reuseMedia(knownMedia.get(name), mediaDir, mediaFolder))) continue
    const stats = await stat(join(mediaDir, name)).catch(() => undefined)
    bytes += stats?.size ?? 0
  }
  return bytes
}
