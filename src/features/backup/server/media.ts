import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isMediaName } from '#features/images/media-name.ts'
import { uploadFolders } from '#features/images/uploads.ts'
import type { MediaFile } from './manifest.ts'

/** The files of the media folder in order of their names, without incomplete ones. */
export async function listMedia(mediaDir: string): Promise<string[]> {
  const found = await readdir(mediaDir, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(mediaDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isMediaName)
    .sort() // a disk has an order of its own
}

export type MediaFolder = {
  /** Where files are stored under their SHA-256. */
  folder: string
  /** A hard link will do, since the place does not outlive the making of an archive. */
  isPassing: boolean
  mayWrite: (bytes: number) => Promise<void>
}

/** Stores the content of a media file, once; undefined when it was deleted meanwhile. */
export async function saveMedia(
  name: string,
  mediaDir: string,
  place: MediaFolder,
): Promise<MediaFile | undefined> {
  const source = join(mediaDir, name)
  try {
    const content = await hashFile(source)
    const kept = join(place.folder, content.sha256)
    if ((await findFileSize(kept)) !== content.size)
      await copyMedia(source, kept, { ...place, size: content.size })
    return { name, ...content }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The entry of an earlier manifest for an upload, whose content never changes under its name, where it is stored
 * already; it is not read again.
 */
export async function reuseMedia(
  entry: MediaFile | undefined,
  mediaDir: string,
  folder: string,
): Promise<MediaFile | undefined> {
  if (!entry || !uploadFolders.some((own) => entry.name.startsWith(`${own}/`))) return undefined
  const paths = [join(mediaDir, entry.name), join(folder, entry.sha256)]
  const sizes = await Promise.all(paths.map(findFileSize))
  return sizes.every((size) => size === entry.size) ? entry : undefined
}

async function copyMedia(
  source: string,
  kept: string,
  { isPassing, mayWrite, size }: MediaFolder & { size: number },
) {
  if (
    isPassing &&
    (await link(source, kept).then(
      () => true,
      () => false,
    ))
  )
    return
  await mayWrite(size)
  const draft = `${kept}.draft`
  await copyFile(source, draft, constants.COPYFILE_FICLONE)
  await using file = await open(draft, 'r+')
  await file.chmod(0o600)
  await file.sync()
  await rename(draft, kept)
}

/** Stores bytes from elsewhere under a media name. */
export async function saveMediaBytes(
  name: string,
  bytes: Buffer,
  { folder, mayWrite }: MediaFolder,
): Promise<MediaFile> {
  await mayWrite(bytes.length)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await writeFile(join(folder, sha256), bytes, { mode: 0o600 })
  return { name, size: bytes.length, sha256 }
}

/** Deletes what no manifest names. */
export async function pruneMedia(folder: string, named: ReadonlySet<string>): Promise<void> {
  for (const file of await readdir(folder).catch(() => [])) {
    if (!named.has(file)) await rm(join(folder, file), { force: true })
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

/** In bytes; undefined where there is no file. */
export async function findFileSize(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

/** Creates a folder that only its owner may read. */
export async function createPrivateFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}
