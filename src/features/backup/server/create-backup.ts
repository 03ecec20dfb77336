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
import { backupLimits } from '../spec.ts'
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

/** Uploads that all instances share. */
export type RemoteMedia = {
  list: () => Promise<string[]>
  /** Undefined when it was deleted. */
  read: (name: string) => Promise<Buffer | undefined>
}

/** What a backup contains. */
export type BackupInput = {
  /** A connection where others must wait for it. */
  pool: Pool | ClientBase
  mediaDir: string
  secret: string
  remote?: RemoteMedia | undefined
}

type BackupOptions = {
  file: string
  /** A folder that stores media beside the archive; without it they go into the archive. */
  mediaFolder?: string | undefined
  /** Whether the bucket's content is downloaded. */
  withRemote?: boolean | undefined
  /** The moment that it is made at by the caller's clock. */
  createdAt?: Date | undefined
  /** Media of an earlier backup in the same folder, by name; they are not read again. */
  known?: ReadonlyMap<string, MediaFile> | undefined
  /** Throws when so many bytes are too many for the disk. */
  mayWrite?: (bytes: number) => Promise<void>
}

/**
 * Writes a backup while the database and the media may change. The file is complete and synced, or does not
 * exist; only its owner can read it. Throws an Error when the file exists.
 */
export async function createBackup(stock: BackupInput, options: BackupOptions): Promise<Manifest> {
  const { mediaFolder, mayWrite = async () => {}, createdAt = new Date(), known } = options
  const file = resolve(options.file)
  if (existsSync(file)) throw new Error(`There is a file ${file} already.`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = await mkdtemp(join(dirname(file), `.${basename(file)}.`))
  try {
    const media = await createPrivateFolder(mediaFolder ?? join(draft, 'media'))
    const place = { folder: media, isPassing: mediaFolder === undefined, mayWrite }
    const remote = (await stock.remote?.list()) ?? []
    const left = new Set(options.withRemote ? [] : remote)
    // Before the rows, so that an image deleted meanwhile is included, and after them for what was added
    // meanwhile.
    const collection = { place, left, known, kept: new Map<string, MediaFile>() }
    const kept = await saveLocalMedia(stock, collection)
    const dump = await dumpTables(stock.pool, await createPrivateFolder(join(draft, 'tables')), mayWrite)
    await saveLocalMedia(stock, collection)
    if (options.withRemote) await fetchRemoteMedia(stock, { names: remote, place, kept })
    const secret = Buffer.from(stock.secret)
    const manifest: Manifest = {
      ...backupFormat,
      createdAt: createdAt.toISOString(),
      schema: dump.schema,
      queue: dump.queue,
      secret: { size: secret.length, sha256: hash('sha256', secret) },
      mediaInside: mediaFolder === undefined,
      media: [...kept.values()],
      remote: [...left],
      tables: dump.tables,
    }
    const open = (name: string) =>
      name === 'secret' ? Readable.from([secret]) : createReadStream(join(draft, name))
    const parts = listArchiveParts(manifest).map((part) => ({ ...part, open: () => open(part.name) }))
    await writeArchive(join(draft, 'archive'), [...createManifestParts(manifest), ...parts], mayWrite)
    await rename(join(draft, 'archive'), file)
    await syncFolder(dirname(file))
    if (mediaFolder) await completeMedia(stock, collection)
    return manifest
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

type MediaCollection = { place: MediaFolder; kept: Map<string, MediaFile> }
type LocalMedia = MediaCollection & {
  left: ReadonlySet<string>
  known: ReadonlyMap<string, MediaFile> | undefined
}

async function saveLocalMedia({ mediaDir }: BackupInput, { place, left, known, kept }: LocalMedia) {
  for (const name of await listMedia(mediaDir)) {
    if (left.has(name) || kept.has(name)) continue
    const file =
      (await reuseMedia(known?.get(name), mediaDir, place.folder)) ?? (await saveMedia(name, mediaDir, place))
    if (file) kept.set(name, file)
  }
  return kept
}

/** Until the file was there, another process may have deleted what no file named. */
async function completeMedia({ mediaDir }: BackupInput, { place, kept }: MediaCollection): Promise<void> {
  for (const { name, size, sha256 } of kept.values())
    if ((await findFileSize(join(place.folder, sha256))) !== size) await saveMedia(name, mediaDir, place)
}

async function fetchRemoteMedia(
  { remote }: BackupInput,
  { names, place, kept }: MediaCollection & { names: string[] },
) {
  for (const name of names.filter((one) => !kept.has(one))) {
    const bytes = await remote?.read(name)
    if (bytes) kept.set(name, await saveMediaBytes(name, bytes, place))
  }
}

type TableDump = Pick<Manifest, 'schema' | 'queue' | 'tables'>

/** Writes every table of one snapshot into a file of its own, since an archive declares each length first. */
function dumpTables(
  pool: BackupInput['pool'],
  folder: string,
  mayWrite: (bytes: number) => Promise<void>,
): Promise<TableDump> {
  return runInSnapshot(pool, async (client) => {
    const schema = await readSchemaVersion(client)
    if (schema === 0) throw new Error('The database has no tables yet: there is nothing to back up.')
    const queue = await readQueueVersion(client)
    const tables: TableFile[] = []
    for await (const { table, columns, rows } of readTables(client)) {
      const sum = createHash('sha256')
      const facts = { rows: 0, size: 0 }
      const tally = async function* () {
        for await (const chunk of rows) {
          await mayWrite(chunk.length)
          sum.update(chunk)
          facts.size += chunk.length
          for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) facts.rows += 1
          yield chunk
        }
      }
      // Not a stream, which creates its file even when it was aborted before.
      await writeFile(join(folder, table), tally(), { mode: 0o600 })
      tables.push({ name: table, columns, ...facts, sha256: sum.digest('hex') })
    }
    return { schema, queue, tables }
  })
}

function createManifestParts(manifest: Manifest): PartToWrite[] {
  const text = JSON.stringify(manifest)
  if (Buffer.byteLength(text) > backupLimits.manifestBytes)
    throw new Error('There are too many pictures for one backup.')
  return [createTextPart('manifest.json', text), createTextPart('manifest.sha256', hash('sha256', text))]
}

function createTextPart(name: string, text: string): PartToWrite {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, sha256: hash('sha256', bytes), open: () => Readable.from([bytes]) }
}
