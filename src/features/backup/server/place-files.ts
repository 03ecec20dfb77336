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

/** Where media and secret are restored; `secretFile` is undefined when the operator's configuration has the secret. */
export type RestoreFiles = { mediaDir: string; secretFile: string | undefined }

type StagedFiles = { mediaDir: string; secretFile: string | null }

/** The staged files to put into place, and the backup that they come from. */
export type FilesToPlace = StagedFiles & Pick<Manifest, 'secret'> & { media: MediaFile[]; backup: string }

/** The staging folder, inside the media folder so that renaming is enough, and hidden so that it is never served. */
const staging = '.restoring'
const getStagedSecret = (secretFile: string) => `${secretFile}${staging}`
/** The top-level entry of a media name; these entries are replaced as a whole. */
const getTopName = (name: string) => name.split('/', 1)[0] ?? name

/** Whether existing files are the same as in the backup, so that replacing them loses nothing. */
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
 * Writes secret and media beside their final locations, and syncs them to disk. Returns the remaining parts, the
 * tables. Throws when the files could not be put into place later.
 */
export async function stageFiles(
  file: string,
  manifest: Manifest,
  parts: AsyncGenerator<BackupPart>,
  files: StagedFiles,
): Promise<AsyncGenerator<BackupPart>> {
  const { mediaDir, secretFile } = files
  const folder = join(mediaDir, staging)
  await deleteStaged(files) // left by a process that was killed
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
  for (const subfolder of new Set(manifest.media.flatMap(({ name }) => listFolders(name))))
    await syncFolder(join(folder, subfolder))
  for (const parent of [folder, mediaDir, dirname(mediaDir)]) await syncFolder(parent)
  return parts
}

/** The parent folders of a path: `a` and `a/b` for `a/b/c`. */
function listFolders(name: string): string[] {
  const parent = dirname(name)
  return parent === '.' ? [] : [...listFolders(parent), parent]
}

/**
 * Replaces the existing files with the staged ones; continues after an interruption. Throws an Error with one
 * sentence; if a file is missing, before anything is moved.
 */
export async function placeFiles(files: FilesToPlace, journalFile: string): Promise<void> {
  const { backup } = files
  const missingFile = await findMissingFile(files)
  if (missingFile)
    throw new Error(
      `The rows of ${backup} are restored, but the file ${missingFile} is missing or has changed. ` +
        `Move ${journalFile} away and restore the backup again with --replace.`,
    )
  try {
    await replaceMedia(files)
    await replaceSecret(files)
  } catch (cause) {
    throw new Error(
      `The rows of ${backup} are restored, but not all of its images: ${describeBackupError(cause)} ` +
        'Fix that and start again.',
      { cause },
    )
  }
}

async function replaceMedia({ mediaDir, media }: FilesToPlace): Promise<void> {
  const folder = join(mediaDir, staging)
  const topNames = new Set(media.map(({ name }) => getTopName(name)))
  const isPlaced = (name: string) => topNames.has(name) && !existsSync(join(folder, name))
  for (const name of (await readdir(mediaDir)).filter(isMediaName))
    if (!isPlaced(name)) await rm(join(mediaDir, name), { recursive: true })
  for (const name of topNames) if (!isPlaced(name)) await rename(join(folder, name), join(mediaDir, name))
  await syncFolder(mediaDir)
  await rm(folder, { recursive: true, force: true })
}

async function replaceSecret({ secretFile }: FilesToPlace): Promise<void> {
  if (!secretFile) return
  const staged = getStagedSecret(secretFile)
  if (existsSync(staged)) await rename(staged, secretFile)
  await syncFolder(dirname(secretFile))
}

/** Finds a missing file. Staged files are checked by size; files that are already in place, by content. */
async function findMissingFile({
  mediaDir,
  media,
  secretFile,
  secret,
}: FilesToPlace): Promise<string | undefined> {
  for (const file of media) {
    const staged = join(mediaDir, staging, file.name)
    const isStaged = existsSync(join(mediaDir, staging, getTopName(file.name)))
    const isValid = isStaged
      ? (await getSize(staged)) === file.size
      : await hasContent(join(mediaDir, file.name), file.sha256)
    if (!isValid) return isStaged ? staged : join(mediaDir, file.name)
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

/** Deletes staged files that were not put into place; the existing files stay. */
export async function deleteStaged({ mediaDir, secretFile }: StagedFiles): Promise<void> {
  await rm(join(mediaDir, staging), { recursive: true, force: true })
  if (secretFile) await rm(getStagedSecret(secretFile), { force: true })
}

/** Checks before the rows are committed that no folder is another disk or belongs to another user. */
async function assertReplaceable(mediaDir: string): Promise<void> {
  const { dev } = await stat(mediaDir)
  for (const folder of [mediaDir, ...(await listMediaFolders(mediaDir))]) {
    if ((await stat(folder)).dev !== dev)
      throw new Error(
        `${folder} is a separate disk and cannot be replaced. Only ${mediaDir} may be a separate disk.`,
      )
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
      throw new Error(`${folder} cannot be replaced by this user. Change its owner or mode.`, { cause })
    })
  }
}

async function listMediaFolders(mediaDir: string): Promise<string[]> {
  const entries = await readdir(mediaDir, { withFileTypes: true })
  const topFolders = entries.filter((entry) => entry.isDirectory() && isMediaName(entry.name))
  const subfolders = topFolders.map(async ({ name }) => {
    const nested = await readdir(join(mediaDir, name), { recursive: true, withFileTypes: true })
    const folders = nested
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
    return [join(mediaDir, name), ...folders]
  })
  return (await Promise.all(subfolders)).flat()
}

async function assertDiskRoom(folder: string, { media }: Manifest): Promise<void> {
  const needed = media.reduce((sum, { size }) => sum + size, 0)
  if (needed > (await freeBytes(folder)))
    throw new Error(
      `The images of the backup need ${needed} bytes, but the disk of ${folder} has less free space.`,
    )
}

async function readNextPart(parts: AsyncGenerator<BackupPart>): Promise<BackupPart> {
  const { value } = await parts.next()
  if (!value) throw new Error('The backup ends too early.')
  return value
}

async function writeNewFile(path: string, bytes: AsyncIterable<Uint8Array>, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  // Not a stream, because an aborted stream would still create its file.
  await writeFile(path, bytes, { mode, flag: 'wx', flush: true })
}
