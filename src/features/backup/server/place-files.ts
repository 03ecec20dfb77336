import { hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMediaName } from '#features/images/media-name.ts'
import { freeBytes } from '#shared/server/disk-room.ts'
import { syncFolder } from '#shared/server/sync-folder.ts'
import { verifyBytes } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { hashFile, listMedia } from './media.ts'
import { type BackupPart, getMediaFolder } from './read-backup.ts'

/** Where media and secret go; no file for the secret where the operator's configuration has it. */
export type RestoreFiles = { mediaDir: string; secretFile: string | undefined }

/** Inside the media folder, so that renaming is enough; hidden, so that it is never served. */
const staging = '.restoring'
const former = '.replaced'

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

/** Writes secret and media beside their final places. The remaining parts are the tables. */
export async function stageFiles(
  file: string,
  manifest: Manifest,
  parts: AsyncGenerator<BackupPart>,
  { mediaDir, secretFile }: RestoreFiles,
): Promise<AsyncGenerator<BackupPart>> {
  const folder = join(mediaDir, staging)
  await unstageFiles({ mediaDir, secretFile }) // of a process that was killed
  await mkdir(folder, { recursive: true })
  await assertDiskRoom(mediaDir, manifest)
  const secret = await readNextPart(parts)
  if (secretFile) {
    await mkdir(dirname(secretFile), { recursive: true })
    await writeNewFile(`${secretFile}${staging}`, secret.bytes, 0o600)
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
  for (const own of new Set(manifest.media.map(({ name }) => dirname(name))))
    await syncFolder(join(folder, own))
  return parts
}

/** Moves what was staged into place; the result restores the former state. */
export async function placeFiles({ mediaDir, secretFile }: RestoreFiles): Promise<() => Promise<void>> {
  const done: [from: string, to: string][] = []
  const move = async (from: string, to: string) => {
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
    done.unshift([from, to])
  }
  const rollBack = async () => {
    for (const [from, to] of done.splice(0)) await rename(to, from)
  }
  try {
    const folder = join(mediaDir, staging)
    const there = (await readdir(mediaDir)).filter(isMediaName)
    for (const name of there) await move(join(mediaDir, name), join(mediaDir, former, name))
    for (const name of await readdir(folder)) await move(join(folder, name), join(mediaDir, name))
    if (secretFile) {
      if (existsSync(secretFile)) await move(secretFile, `${secretFile}${former}`)
      await move(`${secretFile}${staging}`, secretFile)
    }
    await syncFolder(mediaDir)
    return rollBack
  } catch (error) {
    await rollBack()
    throw error
  }
}

/** Deletes what is left of the staging, whatever the outcome. */
export async function unstageFiles({ mediaDir, secretFile }: RestoreFiles): Promise<void> {
  const left = [staging, former].flatMap((name) => [
    join(mediaDir, name),
    ...(secretFile ? [`${secretFile}${name}`] : []),
  ])
  for (const path of left) await rm(path, { recursive: true, force: true })
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
