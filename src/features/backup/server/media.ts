import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isMediaName } from '#features/images/media-name.ts'
import { uploadFolders } from '#features/images/uploads.ts'
import type { MediaFile } from './manifest.ts'

/** Lists the files of the media folder by name, without incomplete ones. */
export async function listMedia(mediaDir: string): Promise<string[]> {
  const entries = await readdir(mediaDir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(mediaDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isMediaName)
    .sort() // because the file system's order is not defined
}

export type MediaFolder = {
  /** Where files are stored under their SHA-256. */
  folder: string
  /** True for a folder that is deleted after the archive is created: hard links are enough. */
  isTemporary: boolean
  assertRoom: (bytes: number) => Promise<void>
}

/** Stores the content of a media file, once. Undefined when the file was deleted meanwhile. */
export async function saveMedia(
  name: string,
  mediaDir: string,
  target: MediaFolder,
): Promise<MediaFile | undefined> {
  const source = join(mediaDir, name)
  try {
    const content = await hashFile(source)
    const path = join(target.folder, content.sha256)
    if ((await findFileSize(path)) !== content.size)
      await copyMedia(source, path, { ...target, size: content.size })
    return { name, ...content }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Returns the entry of an earlier manifest for an upload that is already stored. Uploads never change under their
 * name, so the file is not read again.
 */
export async function reuseMedia(
  entry: MediaFile | undefined,
  mediaDir: string,
  folder: string,
): Promise<MediaFile | undefined> {
  if (!entry || !uploadFolders.some((folderName) => entry.name.startsWith(`${folderName}/`))) return undefined
  const paths = [join(mediaDir, entry.name), join(folder, entry.sha256)]
  const sizes = await Promise.all(paths.map(findFileSize))
  return sizes.every((size) => size === entry.size) ? entry : undefined
}

async function copyMedia(
  source: string,
  path: string,
  { isTemporary, assertRoom, size }: MediaFolder & { size: number },
) {
  if (
    isTemporary &&
    (await link(source, path).then(
      () => true,
      () => false,
    ))
  )
    return
  await assertRoom(size)
  const draft = `${path}.draft`
  await copyFile(source, draft, constants.COPYFILE_FICLONE)
  await using file = await open(draft, 'r+')
  await file.chmod(0o600)
  await file.sync()
  await rename(draft, path)
}

/** Stores the downloaded content of a media file. */
export async function saveMediaBytes(
  name: string,
  bytes: Buffer,
  { folder, assertRoom }: MediaFolder,
): Promise<MediaFile> {
  await assertRoom(bytes.length)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await writeFile(join(folder, sha256), bytes, { mode: 0o600 })
  return { name, size: bytes.length, sha256 }
}

/** Deletes files that no manifest lists. */
export async function pruneMedia(folder: string, listed: ReadonlySet<string>): Promise<void> {
  for (const file of await readdir(folder).catch(() => [])) {
    if (!listed.has(file)) await rm(join(folder, file), { force: true })
  }
}

/** A file's size and SHA-256. */
export async function hashFile(path: string): Promise<{ size: number; sha256: string }> {
  const sum = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path)) {
    sum.update(chunk)
    size += chunk.length
  }
  return { size, sha256: sum.digest('hex') }
}

/** The size of a file in bytes; undefined if there is no file. */
export async function findFileSize(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

/** Creates a folder that only its owner may read. */
export async function createPrivateFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}
