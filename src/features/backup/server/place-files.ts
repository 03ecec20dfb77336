import { hash } from 'node:crypto'
import { constants, createReadStream, existsSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMediaName } from '#features/images/media-name.ts'
import { freeBytes } from '#shared/server/disk-room.ts'
import { syncFolder } from '#shared/server/sync-folder.ts'
import { verifyBytes } from './archive.ts'
import type { Manifest, MediaFile } from './manifest.ts'
import { hashFile, listMedia } from './media.ts'
import { type BackupPart, describeBackupError, getMediaFolder } from './read-backup.ts'

/** Where media and secret go; no file for the secret where the operator's configuration has it. */
export type RestoreFiles = { mediaDir: string; secretFile: string | undefined }

type StagedFiles = { mediaDir: string; secretFile: string | null }

/** What is put into place, and the file of the backup that it comes from. */
export type FilesToPlace = StagedFiles & Pick<Manifest, 'secret'> & { media: MediaFile[]; backup: string }

/** Inside the media folder, so that renaming is enough; hidden, so that it is never served. */
const staging = '.restoring'
const getStagedSecret = (secretFile: string) => `${secretFile}${staging}`
/** Folders, and files beside them, are replaced whole. */
const getTopName = (name: string) => name.split('/', 1)[0] ?? name

/** Whether nothing would be lost: existing files are the same as in the backup. */
export async function hasSameFiles(
  { mediaDir, secretFile }: RestoreFiles,
  { media, secret }: Manifest,
): Promise<boolean> {
  const contents = new Map(media.map(({ name, sha256 }) => [name, sha256]))
  for (const name of await listMedia(mediaDir)) {
    const { sha256 } = await hashFile(join(mediaDir, name))
    if (contents.get(name) !== sha256) return false
  }
  if (!secretFile || !existsSync(secretFile)) return true
  return hash('sha256', (await readFile(secretFile, 'utf8')).trim()) === secret.sha256
}

/**
 * Writes secret and media beside their final places, on the disk for good when this ends. The remaining parts
 * are the tables. Throws where they could not be put into place later.
 */
export async function stageFiles(
  file: string,
  manifest: Manifest,
  parts: AsyncGenerator<BackupPart>,
  files: StagedFiles,
): Promise<AsyncGenerator<BackupPart>> {
  const { mediaDir, secretFile } = files
  const folder = join(mediaDir, staging)
  await deleteStaged(files) // of an older version that was killed
  await mkdir(folder, { recursive: true })
  await assertReplaceable(mediaDir)
  await assertDiskRoom(mediaDir, manifest)
  const secret = await readNextPart(parts)
  if (secretFile) {
    await mkdir(dirname(secretFile), { recursive: true })
    await writeNewFile(getStagedSecret(secretFile), secret.bytes, 0o600)
    await syncFolder(dirname(secretFile))
  } else for await (const _ of secret.bytes);
  const names = Map.groupBy(manifest.media, ({ sha256 }) => sha256)
  for (const [sha256, [first, ...others]] of names) {
    if (!first) continue
    const path = join(getMediaFolder(file), sha256)
    const bytes = manifest.mediaInside
      ? (await readNextPart(parts)).bytes
      : verifyBytes({ ...first, name: path }, createReadStream(path))
    await writeNewFile(join(folder, first.name), bytes)
    for (const { name } of others)
      await writeNewFile(join(folder, name), createReadStream(join(folder, first.name)))
  }
  for (const own of new Set(manifest.media.flatMap(({ name }) => listFolders(name))))
    await syncFolder(join(folder, own))
  for (const above of [folder, mediaDir, dirname(mediaDir)]) await syncFolder(above)
  return parts
}

/** `a` and `a/b` of `a/b/c`. */
function listFolders(name: string): string[] {
  const above = dirname(name)
  return above === '.' ? [] : [...listFolders(above), above]
}

/**
 * Puts what was staged into the place of what was there. Does what is left to do when it was interrupted. Throws an
 * Error with one sentence: before anything is moved when a file is missing.
 */
export async function placeFiles(files: FilesToPlace, journalFile: string): Promise<void> {
  const { backup } = files
  const missing = await findMissingFile(files)
  if (missing)
    throw new Error(
      `The rows of ${backup} are restored, but ${missing}, which was to be put into place, is missing or changed. ` +
        `Move ${journalFile} away and restore the backup again with --replace.`,
    )
  try {
    await replaceMedia(files)
    await replaceSecret(files)
  } catch (cause) {
    throw new Error(
      `The rows of ${backup} are restored, its pictures not all put into place: ${describeBackupError(cause)} ` +
        'Mend that and start again.',
      { cause },
    )
  }
}

async function replaceMedia({ mediaDir, media }: FilesToPlace): Promise<void> {
  const folder = join(mediaDir, staging)
  const tops = new Set(media.map(({ name }) => getTopName(name)))
  const isPlaced = (name: string) => tops.has(name) && !existsSync(join(folder, name))
  for (const name of (await readdir(mediaDir)).filter(isMediaName))
    if (!isPlaced(name)) await rm(join(mediaDir, name), { recursive: true })
  for (const name of tops) if (!isPlaced(name)) await rename(join(folder, name), join(mediaDir, name))
  await syncFolder(mediaDir)
  await rm(folder, { recursive: true, force: true })
}

async function replaceSecret({ secretFile }: FilesToPlace): Promise<void> {
  if (!secretFile) return
  const staged = getStagedSecret(secretFile)
  if (existsSync(staged)) await rename(staged, secretFile)
  await syncFolder(dirname(secretFile))
}

/** A staged file has its size; one that was put into place before an interruption has its content too. */
async function findMissingFile({
  mediaDir,
  media,
  secretFile,
  secret,
}: FilesToPlace): Promise<string | undefined> {
  for (const file of media) {
    const staged = join(mediaDir, staging, file.name)
    const isStaged = existsSync(join(mediaDir, staging, getTopName(file.name)))
    const isThere = isStaged
      ? (await getSize(staged)) === file.size
      : await hasContent(join(mediaDir, file.name), file.sha256)
    if (!isThere) return isStaged ? staged : join(mediaDir, file.name)
  }
  if (!secretFile || (await getSize(getStagedSecret(secretFile))) === secret.size) return undefined
  return (await hasContent(secretFile, secret.sha256)) ? undefined : secretFile
}

async function getSize(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

async function hasContent(path: string, sha256: string): Promise<boolean> {
  return (await hashFile(path).catch(() => undefined))?.sha256 === sha256
}

/** Deletes what was staged and not put into place; what was there before is untouched. */
export async function deleteStaged({ mediaDir, secretFile }: StagedFiles): Promise<void> {
  await rm(join(mediaDir, staging), { recursive: true, force: true })
  if (secretFile) await rm(getStagedSecret(secretFile), { force: true })
}

/** Once rows are committed it would be too late to find that a folder is another disk, or not ours. */
async function assertReplaceable(mediaDir: string): Promise<void> {
  const { dev } = await stat(mediaDir)
  for (const folder of [mediaDir, ...(await listMediaFolders(mediaDir))]) {
    if ((await stat(folder)).dev !== dev)
      throw new Error(`${folder} is a disk of its own and cannot be replaced; only ${mediaDir} may be one.`)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
      throw new Error(`${folder} cannot be replaced by this user; change its owner or mode.`, { cause })
    })
  }
}

async function listMediaFolders(mediaDir: string): Promise<string[]> {
  const items = await readdir(mediaDir, { withFileTypes: true })
  const own = items.filter((item) => item.isDirectory() && isMediaName(item.name))
  const below = own.map(async ({ name }) => {
    const found = await readdir(join(mediaDir, name), { recursive: true, withFileTypes: true })
    const folders = found.filter((item) => item.isDirectory()).map((item) => join(item.parentPath, item.name))
    return [join(mediaDir, name), ...folders]
  })
  return (await Promise.all(below)).flat()
}

async function assertDiskRoom(folder: string, { media }: Manifest): Promise<void> {
  const needed = media.reduce((sum, { size }) => sum + size, 0)
  if (needed > (await freeBytes(folder)))
    throw new Error(`The pictures of the backup need ${needed} bytes, and the disk of ${folder} has fewer.`)
}

async function readNextPart(parts: AsyncGenerator<BackupPart>): Promise<BackupPart> {
  const { value } = await parts.next()
  if (!value) throw new Error('The backup ends too early.')
  return value
}

async function writeNewFile(path: string, bytes: AsyncIterable<Uint8Array>, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  // Not a stream, which creates its file even when it was aborted before.
  await writeFile(path, bytes, { mode, flag: 'wx', flush: true })
}
