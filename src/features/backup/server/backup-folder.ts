import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '#shared/time.ts'
import { type BackupFlaw, formatStamp, type IgnoredBackup, parseStamp } from '../limits.ts'
import { assertSealed, readSeal } from './archive.ts'
import type { Manifest, MediaFile } from './manifest.ts'
import { createPrivateFolder, pruneMedia } from './media.ts'
import { readManifest } from './read-backup.ts'

/** The kinds of backups that the site itself creates. */
export type BackupKind = 'daily' | 'before-upgrade' | 'before-restore'

export type BackupFile = {
  file: string
  name: string
  kind: BackupKind
  /** The time in its name or in its manifest, whichever is earlier, in ms. */
  timeMs: number
  /** The newest migration of its database; 0 when its manifest cannot be read. */
  schema: number
  /** Why it is ignored; undefined when it is valid. */
  flaw: BackupFlaw | undefined
}

type BackupFolderDeps = {
  folder: string
  /** The SHA-256 of every secret the site has had, which identifies its files; empty: files of any site are valid. */
  secrets: ReadonlySet<string>
  clock?: (() => number) | undefined
}
export type BackupFolder = ReturnType<typeof createBackupFolder>

/** The relevant part of a file's manifest. */
type BackupContent = { createdAt: number; schema: number; secret: string } | 'damaged'
type CachedBackup = { content: BackupContent; isSealed: boolean }

const backupName = /^(daily|before-upgrade|before-restore)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)\.tar\.zst$/
/** Entries that do not prevent the folder from being made private. */
const ownEntry = /^(?:\.?(?:daily|before-upgrade|before-restore)-.+|media|lost\+found)$/
/** How far in the future a file may be dated, in ms. */
const maxAheadMs = HOUR_MS

/** The file name of a backup. */
export function getBackupName(kind: BackupKind, time: Date): string {
  return `${kind}-${formatStamp(time)}.tar.zst`
}

/**
 * The folder of the backups that the site creates itself. A file's end and manifest are cached until its size or
 * time changes. Every function throws an Error with one sentence when the folder cannot be read.
 */
export function createBackupFolder({ folder, secrets, clock = Date.now }: BackupFolderDeps) {
  const mediaFolder = join(folder, 'media')
  const { list, isSealed } = createBackupList({ folder, secrets, clock })

  return {
    path: folder,
    mediaFolder,
    list,

    /** Creates the folder, and makes it private unless it contains other files. */
    prepare: (): Promise<void> => prepareFolder(folder, mediaFolder),

    /** Reads every new file to its end, so that `list` reports damaged ones. */
    async checkSeals(): Promise<void> {
      for (const file of await list()) await isSealed(file)
    },

    /** Finds the best file to restore, read to its end: valid ones first, of these daily ones first. */
    async findBest(isEligible: (file: BackupFile) => boolean = () => true): Promise<BackupFile | undefined> {
      const candidates = (await list().catch(() => [])).filter(
        (file) => isEligible(file) && file.flaw !== 'foreign',
      )
      const rank = ({ flaw, kind }: BackupFile) => (flaw ? 2 : kind === 'daily' ? 0 : 1)
      for (const file of candidates.sort((a, b) => rank(a) - rank(b))) if (await isSealed(file)) return file
      return undefined
    },

    /** Reads the images that the newest valid backup in this folder lists, by name. */
    readNewestMedia: async (): Promise<Map<string, MediaFile>> => readFirstValidMedia(await list()),

    /** Deletes the oldest valid backups of a kind, and then images that no manifest lists any more. */
    async prune(kind: BackupKind, maxCount: number): Promise<void> {
      const valid = (await list()).filter((file) => file.kind === kind && !file.flaw)
      for (const { file } of valid.slice(maxCount)) await rm(file, { force: true })
      await pruneUnlistedMedia(folder, mediaFolder)
    },

    /** Deletes drafts of a killed process; only one process at a time creates backups of a kind. */
    async removeDrafts(kind: BackupKind): Promise<void> {
      for (const name of await readNames(folder))
        if (name.startsWith(`.${kind}-`)) await rm(join(folder, name), { recursive: true, force: true })
    },
  }
}

/** Lists the backups of a folder, and checks them; what was read of a file is cached. */
function createBackupList({ folder, secrets, clock }: BackupFolderDeps & { clock: () => number }) {
  const contents = createContentCache()

  /** Lists all files of the three kinds, the newest first. */
  async function list(): Promise<BackupFile[]> {
    const currentKeys = new Set<string>()
    const files = await Promise.all((await readNames(folder)).map((name) => inspect(name, currentKeys)))
    contents.deleteAllExcept(currentKeys)
    return files.filter((file) => file !== undefined).sort((a, b) => b.timeMs - a.timeMs)
  }

  async function inspect(name: string, currentKeys: Set<string>): Promise<BackupFile | undefined> {
    const [, kind, stamp] = backupName.exec(name) ?? []
    if (!kind || !stamp) return undefined
    const file = join(folder, name)
    const nameTimeMs = parseStamp(stamp)
    const backup = { file, name, kind: kind as BackupKind, timeMs: nameTimeMs, schema: 0 }
    try {
      const content = await contents.read(file, currentKeys)
      if (content === 'damaged' || Number.isNaN(nameTimeMs))
        return { ...backup, timeMs: nameTimeMs || 0, flaw: 'damaged' }
      const { createdAt, schema } = content
      return {
        ...backup,
        timeMs: Math.min(nameTimeMs, createdAt),
        schema,
        flaw: findFlaw(content, nameTimeMs),
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // deleted meanwhile
      return { ...backup, flaw: 'unreadable' }
    }
  }

  function findFlaw(
    { secret, createdAt }: Exclude<BackupContent, string>,
    nameTimeMs: number,
  ): BackupFlaw | undefined {
    if (secrets.size > 0 && !secrets.has(secret)) return 'foreign'
    return Math.max(nameTimeMs, createdAt) > clock() + maxAheadMs ? 'ahead' : undefined
  }

  return { list, isSealed: contents.isSealed }
}

/** The relevant part of each file, cached until the file's size or time changes. */
function createContentCache() {
  const cache = new Map<string, CachedBackup>()

  async function readAndCache(key: string, file: string): Promise<CachedBackup> {
    const content = await readContent(file).catch((error: unknown): BackupContent => {
      if (isSystemError(error)) throw error
      return 'damaged'
    })
    const cached = { content, isSealed: false }
    cache.set(key, cached)
    return cached
  }

  /** Reads a file's content unless it is cached, and adds its key to `currentKeys`. */
  async function read(file: string, currentKeys: Set<string>): Promise<BackupContent> {
    const key = await getKey(file)
    currentKeys.add(key)
    const { content } = cache.get(key) ?? (await readAndCache(key, file))
    return content
  }

  /** Removes the files from the cache whose keys are not in `currentKeys`. */
  function deleteAllExcept(currentKeys: ReadonlySet<string>): void {
    for (const key of cache.keys()) if (!currentKeys.has(key)) cache.delete(key)
  }

  /** Reads a file to its end, once. If its checksum is wrong, it is treated as damaged from then on. */
  async function isSealed({ file, flaw }: BackupFile): Promise<boolean> {
    const cached = cache.get(await getKey(file).catch(() => ''))
    if (!cached || cached.content === 'damaged' || flaw === 'unreadable') return false
    if (!cached.isSealed) {
      const error = await assertSealed(file).catch((cause: unknown) => cause ?? true)
      if (error && !isSystemError(error)) cached.content = 'damaged'
      cached.isSealed = !error
    }
    return cached.isSealed
  }

  return { read, deleteAllExcept, isSealed }
}

/** The files that are ignored, with the reason. */
export function listIgnored(files: BackupFile[]): IgnoredBackup[] {
  return files.flatMap(({ name, flaw }) => (flaw ? [{ name, flaw }] : []))
}

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return []
    throw new Error(
      `The folder ${folder} cannot be read (${cause.code}). Make the user that runs the site its owner.`,
    )
  })
}

async function prepareFolder(folder: string, mediaFolder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isOwn = (await readNames(folder)).every((name) => ownEntry.test(name))
  // Setting the mode can fail for a disk of another system or for another user's folder.
  if (isOwn) await chmod(folder, 0o700).catch(() => {})
  await createPrivateFolder(mediaFolder)
}

async function readFirstValidMedia(files: BackupFile[]): Promise<Map<string, MediaFile>> {
  for (const { file, kind, flaw } of files) {
    if (flaw || kind === 'before-restore') continue
    const { media } = await readManifest(file)
    return new Map(media.map((image) => [image.name, image]))
  }
  return new Map()
}

/** Deletes images that no manifest lists; the manifests of all files count, including those of other sites. */
async function pruneUnlistedMedia(folder: string, mediaFolder: string): Promise<void> {
  const listed = new Set<string>()
  for (const name of (await readNames(folder)).filter((entry) => entry.endsWith('.tar.zst'))) {
    const file = join(folder, name)
    if (!(await stat(file)).isFile()) continue
    const media = await readManifest(file).then(
      (manifest) => (manifest.mediaInside ? [] : manifest.media),
      (error: unknown) => (isSystemError(error) ? undefined : []),
    )
    if (!media) return // its images are unknown
    for (const { sha256 } of media) listed.add(sha256)
  }
  await pruneMedia(mediaFolder, listed)
}

/** A key that changes with a file's content, without reading it. */
async function getKey(file: string): Promise<string> {
  const { size, mtimeMs } = await stat(file)
  return `${file} ${size} ${mtimeMs}`
}

async function readContent(file: string): Promise<BackupContent> {
  await readSeal(file)
  const { createdAt, schema, secret }: Manifest = await readManifest(file)
  return { createdAt: Date.parse(createdAt), schema, secret: secret.sha256 }
}

/** Whether the file system could not read a file, which means nothing about its content. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
