import { join } from 'node:path'
import { describeIgnored } from '#features/backup/limits.ts'
import { type BackupFolder, listIgnored } from '#features/backup/server/backup-folder.ts'
import { findFileSize } from '#features/backup/server/media.ts'
import { readManifest } from '#features/backup/server/read-backup.ts'
import type { Violation } from './verify.ts'

/** Reads every backup in the folder to its end, and checks the images beside the valid ones. */
export async function verifyBackups(backups: BackupFolder): Promise<Violation[]> {
  const name = 'A backup must be complete, from this site, and not dated in the future.'
  try {
    await backups.checkSeals()
    const files = await backups.list()
    const offenders = describeIgnored(listIgnored(files))
    for (const { file, flaw } of files)
      if (!flaw && (await lacksMedia(file, backups.mediaFolder)))
        offenders.push(`${file} is missing images in the folder media beside it.`)
    return offenders.length > 0 ? [{ name, offenders }] : []
  } catch (error) {
    return [{ name, offenders: [error instanceof Error ? error.message : String(error)] }]
  }
}

async function lacksMedia(file: string, folder: string): Promise<boolean> {
  const { media, mediaInside } = await readManifest(file)
  if (mediaInside) return false
  for (const { sha256, size } of media) if ((await findFileSize(join(folder, sha256))) !== size) return true
  return false
}
