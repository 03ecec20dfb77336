import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '#shared/time.ts'
import { type BackupFlaw, formatStamp, type IgnoredBackup, parseStamp } from '../spec.ts'
import { assertSealed, readSeal } from './archive.ts'
import type { Manifest, MediaFile } from './manifest.ts'
import { createPrivateFolder, pruneMedia } from './media.ts'
import { readManifest } from './read-backup.ts'

/** What the site itself writes into the folder. */
export type BackupKind = 'daily' | 'before-upgrade' | 'before-restore'

export type BackupFile = {
  file: string
  name: string
  kind: BackupKind
  /** In ms, of its name or of its manifest, whichever is earlier. */
  moment: number
  /** The newest migration of its database; 0 when its manifest cannot be read. */
  schema: number
  /** Why it does not count. */
  flaw: BackupFlaw | undefined
}

type BackupFolderDeps = {
  folder: string
  /** The SHA-256 of every secret that the site has had, by which its files are known; none: every file counts. */
  secrets: ReadonlySet<string>
  clock?: (() => number) | undefined
}
export type BackupFolder = ReturnType<typeof createBackupFolder>

/** What a file says of itself; nothing when it is damaged. */
type Content = { createdAt: number; schema: number; secret: string } | 'damaged'
type Memory = { content: Content; isSealed: boolean }

const backupName = /^(daily|before-upgrade|before-restore)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)\.tar\.zst$/
/** What may lie in a folder that is made private. */
const ownEntry = /^(?:\.?(?:daily|before-upgrade|before-restore)-.+|media|lost\+found)$/
/** How far a file may be ahead of the clock, in ms. */
const aheadMs = HOUR_MS

/** The name of a backup that is made now. */
export function getBackupName(kind: BackupKind, moment: Date): string {
  return `${kind}-${formatStamp(moment)}.tar.zst`
}

/**
 * The folder of the backups that the site makes by itself. A file's end and manifest are read once, and again when its size or
 * time changes. Every function throws an Error with one sentence when the folder cannot be read.
 */
export function createBackupFolder({ folder, secrets, clock = Date.now }: BackupFolderDeps) {
  const memory = new Map<string, Memory>()
  const mediaFolder = join(folder, 'media')

  async function readNames(): Promise<string[]> {
    return readdir(folder).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return []
      throw new Error(
        `The folder ${folder} cannot be read (${cause.code}). Give it to the user that runs the site.`,
      )
    })
  }

  /** All files of the three kinds, the newest first. */
  async function list(): Promise<BackupFile[]> {
    const seen = new Set<string>()
    const found = await Promise.all((await readNames()).map((name) => inspect(name, seen)))
    for (const key of memory.keys()) if (!seen.has(key)) memory.delete(key)
    return found.filter((one) => one !== undefined).sort((one, other) => other.moment - one.moment)
  }

  async function inspect(name: string, seen: Set<string>): Promise<BackupFile | undefined> {
    const [, kind, stamp] = backupName.exec(name) ?? []
    if (!kind || !stamp) return undefined
    const file = join(folder, name)
    const named = parseStamp(stamp)
    const one = { file, name, kind: kind as BackupKind, moment: named, schema: 0 }
    try {
      const key = await getKey(file)
      seen.add(key)
      const { content } = memory.get(key) ?? (await remember(key, file))
      if (content === 'damaged' || Number.isNaN(named)) return { ...one, moment: named || 0, flaw: 'damaged' }
      const { createdAt, schema } = content
      return { ...one, moment: Math.min(named, createdAt), schema, flaw: findFlaw(content, named) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // deleted meanwhile
      return { ...one, flaw: 'unreadable' }
    }
  }

  async function remember(key: string, file: string): Promise<Memory> {
    const content = await readContent(file).catch((error: unknown): Content => {
      if (isSystemError(error)) throw error
      return 'damaged'
    })
    const known = { content, isSealed: false }
    memory.set(key, known)
    return known
  }

  function findFlaw({ secret, createdAt }: Exclude<Content, string>, named: number): BackupFlaw | undefined {
    if (secrets.size > 0 && !secrets.has(secret)) return 'foreign'
    return Math.max(named, createdAt) > clock() + aheadMs ? 'ahead' : undefined
  }

  /** Reads a file to its end, once: one with a changed byte is damaged from then on. */
  async function isSealed({ file, flaw }: BackupFile): Promise<boolean> {
    const known = memory.get(await getKey(file).catch(() => ''))
    if (!known || known.content === 'damaged' || flaw === 'unreadable') return false
    if (!known.isSealed) {
      const error = await assertSealed(file).catch((cause: unknown) => cause ?? true)
      if (error && !isSystemError(error)) known.content = 'damaged'
      known.isSealed = !error
    }
    return known.isSealed
  }

  /** Deletes pictures that no manifest names, of files under any name and of any site. */
  async function pruneNamedMedia(): Promise<void> {
    const named = new Set<string>()
    for (const name of (await readNames()).filter((one) => one.endsWith('.tar.zst'))) {
      const file = join(folder, name)
      if (!(await stat(file)).isFile()) continue
      const media = await readManifest(file).then(
        (manifest) => (manifest.mediaInside ? [] : manifest.media),
        (error: unknown) => (isSystemError(error) ? undefined : []),
      )
      if (!media) return // who knows what it names
      for (const { sha256 } of media) named.add(sha256)
    }
    await pruneMedia(mediaFolder, named)
  }

  return {
    path: folder,
    mediaFolder,
    list,

    /** Makes the folder and makes it private, unless other things lie in it. */
    async prepare(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const isOwn = (await readNames()).every((name) => ownEntry.test(name))
      // A disk of another system, or another user's folder, has a mode that is not ours to set.
      if (isOwn) await chmod(folder, 0o700).catch(() => {})
      await createPrivateFolder(mediaFolder)
    },

    /** Reads every file to its end that was not read yet, so that `list` knows of changed bytes. */
    async checkSeals(): Promise<void> {
      for (const file of await list()) await isSealed(file)
    },

    /** The best file to go back to, read to its end: one that counts before others, a daily one before others. */
    async findBest(isMeant: (file: BackupFile) => boolean = () => true): Promise<BackupFile | undefined> {
      const able = (await list().catch(() => [])).filter((one) => isMeant(one) && one.flaw !== 'foreign')
      const rank = ({ flaw, kind }: BackupFile) => (flaw ? 2 : kind === 'daily' ? 0 : 1)
      for (const file of able.sort((one, other) => rank(one) - rank(other)))
        if (await isSealed(file)) return file
      return undefined
    },

    /** The pictures that the newest file beside them names, by name. */
    async readNewestMedia(): Promise<Map<string, MediaFile>> {
      for (const { file, kind, flaw } of await list()) {
        if (flaw || kind === 'before-restore') continue
        const { media } = await readManifest(file)
        return new Map(media.map((one) => [one.name, one]))
      }
      return new Map()
    },

    /** Deletes the oldest of a kind that count, and then pictures that no manifest names any more. */
    async prune(kind: BackupKind, keep: number): Promise<void> {
      const counted = (await list()).filter((one) => one.kind === kind && !one.flaw)
      for (const { file } of counted.slice(keep)) await rm(file, { force: true })
      await pruneNamedMedia()
    },

    /** Deletes drafts of a killed process; at most one makes a backup of a kind at a time. */
    async removeDrafts(kind: BackupKind): Promise<void> {
      for (const name of await readNames())
        if (name.startsWith(`.${kind}-`)) await rm(join(folder, name), { recursive: true, force: true })
    },
  }
}

/** Those that do not count. */
export function listIgnored(files: BackupFile[]): IgnoredBackup[] {
  return files.flatMap(({ name, flaw }) => (flaw ? [{ name, flaw }] : []))
}

/** Identifies a file's content without reading it. */
async function getKey(file: string): Promise<string> {
  const { size, mtimeMs } = await stat(file)
  return `${file} ${size} ${mtimeMs}`
}

async function readContent(file: string): Promise<Content> {
  await readSeal(file)
  const { createdAt, schema, secret }: Manifest = await readManifest(file)
  return { createdAt: Date.parse(createdAt), schema, secret: secret.sha256 }
}

/** Whether the system could not read, which says nothing of the content. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
