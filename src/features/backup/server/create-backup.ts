import { createHash, hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ClientBase, Pool } from 'pg'
import { readTables, runInSnapshot } from '#db/copy-tables.ts'
import { readQueueVersion } from '#db/jobs.ts'
import { readSchemaVersion } from '#db/migrate.ts'
import { syncFolder } from '#shared/server/sync-folder.ts'
import { backupLimits } from '../limits.ts'
import { type PartToWrite, writeArchive } from './archive.ts'
import { backupFormat, listArchiveParts, type Manifest, type MediaFile, type TableFile } from './manifest.ts'
import {
  createPrivateFolder,
  findFileSize,
  listMedia,
  type MediaFolder,
  reuseMedia,
  saveMedia,
  saveMediaBytes,
} from './media.ts'

/** Uploads in a bucket that all instances share. */
export type RemoteMedia = {
  list: () => Promise<string[]>
  /** Undefined when it was deleted. */
  read: (name: string) => Promise<Buffer | undefined>
}

/** What a backup contains. */
export type BackupInput = {
  /** A pool, or a single connection while others are locked out. */
  pool: Pool | ClientBase
  mediaDir: string
  secret: string
  remote?: RemoteMedia | undefined
}

type BackupOptions = {
  file: string
  /** A folder that stores media beside the archive; if undefined, they are stored in the archive. */
  mediaFolder?: string | undefined
  /** Whether the bucket's content is downloaded. */
  withRemote?: boolean | undefined
  /** The current time by the caller's clock. */
  createdAt?: Date | undefined
  /** Media of an earlier backup in the same folder, by name; they are not read again. */
  knownMedia?: ReadonlyMap<string, MediaFile> | undefined
  /** Throws when the disk has no room for that many bytes. */
  assertRoom?: (bytes: number) => Promise<void>
}

/**
 * Writes a backup while the database and the media may change. The file is complete and synced, or does not
 * exist; only its owner can read it. Throws an Error when the file exists.
 */
export async function createBackup(input: BackupInput, options: BackupOptions): Promise<Manifest> {
  const { mediaFolder, assertRoom = async () => {}, createdAt = new Date(), knownMedia } = options
  const file = resolve(options.file)
  if (existsSync(file)) throw new Error(`The file ${file} already exists.`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = await mkdtemp(join(dirname(file), `.${basename(file)}.`))
  try {
    const media = await createPrivateFolder(mediaFolder ?? join(draft, 'media'))
    const target = { folder: media, isTemporary: mediaFolder === undefined, assertRoom }
    const remote = (await input.remote?.list()) ?? []
    const excluded = new Set(options.withRemote ? [] : remote)
    // Once before the rows, so that an image that is deleted meanwhile is included, and once after them for images
    // that are added meanwhile.
    const collection = { target, excluded, knownMedia, saved: new Map<string, MediaFile>() }
    const saved = await saveLocalMedia(input, collection)
    const dump = await dumpTables(input.pool, await createPrivateFolder(join(draft, 'tables')), assertRoom)
    await saveLocalMedia(input, collection)
    if (options.withRemote) await fetchRemoteMedia(input, { names: remote, target, saved })
    const secret = Buffer.from(input.secret)
    const manifest: Manifest = {
      ...backupFormat,
      createdAt: createdAt.toISOString(),
      schema: dump.schema,
      queue: dump.queue,
      secret: { size: secret.length, sha256: hash('sha256', secret) },
      mediaInside: mediaFolder === undefined,
      media: [...saved.values()],
      remote: [...excluded],
      tables: dump.tables,
    }
    const open = (name: string) =>
      name === 'secret' ? Readable.from([secret]) : createReadStream(join(draft, name))
    const parts = listArchiveParts(manifest).map((part) => ({ ...part, open: () => open(part.name) }))
    await writeArchive(join(draft, 'archive'), [...createManifestParts(manifest), ...parts], assertRoom)
    await rename(join(draft, 'archive'), file)
    await syncFolder(dirname(file))
    if (mediaFolder) await completeMedia(input, collection)
    return manifest
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

type MediaCollection = { target: MediaFolder; saved: Map<string, MediaFile> }
type LocalMedia = MediaCollection & {
  excluded: ReadonlySet<string>
  knownMedia: ReadonlyMap<string, MediaFile> | undefined
}

async function saveLocalMedia(
  { mediaDir }: BackupInput,
  { target, excluded, knownMedia, saved }: LocalMedia,
) {
  for (const name of await listMedia(mediaDir)) {
    if (excluded.has(name) || saved.has(name)) continue
    const file =
      (await reuseMedia(knownMedia?.get(name), mediaDir, target.folder)) ??
      (await saveMedia(name, mediaDir, target))
    if (file) saved.set(name, file)
  }
  return saved
}

/** Saves media again that another process deleted before the backup file existed, because no manifest listed them. */
async function completeMedia({ mediaDir }: BackupInput, { target, saved }: MediaCollection): Promise<void> {
  for (const { name, size, sha256 } of saved.values())
    if ((await findFileSize(join(target.folder, sha256))) !== size) await saveMedia(name, mediaDir, target)
}

async function fetchRemoteMedia(
  { remote }: BackupInput,
  { names, target, saved }: MediaCollection & { names: string[] },
) {
  for (const name of names.filter((name) => !saved.has(name))) {
    const bytes = await remote?.read(name)
    if (bytes) saved.set(name, await saveMediaBytes(name, bytes, target))
  }
}

type TableDump = Pick<Manifest, 'schema' | 'queue' | 'tables'>

/** Writes every table of one snapshot to a separate file, because an archive declares each length first. */
function dumpTables(
  pool: BackupInput['pool'],
  folder: string,
  assertRoom: (bytes: number) => Promise<void>,
): Promise<TableDump> {
  return runInSnapshot(pool, async (client) => {
    const schema = await readSchemaVersion(client)
    if (schema === 0) throw new Error('The database has no tables yet, so there is nothing to back up.')
    const queue = await readQueueVersion(client)
    const tables: TableFile[] = []
    for await (const { table, columns, rows } of readTables(client)) {
      const sum = createHash('sha256')
      const totals = { rows: 0, size: 0 }
      const countRows = async function* () {
        for await (const chunk of rows) {
          await assertRoom(chunk.length)
          sum.update(chunk)
          totals.size += chunk.length
          for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) totals.rows += 1
          yield chunk
        }
      }
      // Not a stream, because an aborted stream would still create its file.
      await writeFile(join(folder, table), countRows(), { mode: 0o600 })
      tables.push({ name: table, columns, ...totals, sha256: sum.digest('hex') })
    }
    return { schema, queue, tables }
  })
}

function createManifestParts(manifest: Manifest): PartToWrite[] {
  const text = JSON.stringify(manifest)
  if (Buffer.byteLength(text) > backupLimits.manifestBytes)
    throw new Error('There are too many images for one backup.')
  return [createTextPart('manifest.json', text), createTextPart('manifest.sha256', hash('sha256', text))]
}

function createTextPart(name: string, text: string): PartToWrite {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, sha256: hash('sha256', bytes), open: () => Readable.from([bytes]) }
}
