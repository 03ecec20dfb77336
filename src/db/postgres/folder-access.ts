import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { OpenError } from '../damage.ts'
import { describeUser, isOwnUid, type User } from './users.ts'

const { R_OK, W_OK, X_OK, O_NOFOLLOW } = constants
/** Linux: a file itself, which need not be readable. Node does not name it. */
const O_PATH = 0o10000000
/** PostgreSQL refuses a folder that its group may write or others may enter; it needs all of its owner's rights. */
const refusedMode = 0o027
const ownerMode = { folder: 0o700, file: 0o600 }

/**
 * Makes the folder of a database usable by whom its server runs as: `user`, who as root is given everything in it, or
 * ourselves. Nothing is changed that already serves, nor anything behind a link. Throws one sentence that names what
 * cannot be mended and the command that does.
 */
export function repairFolder(folder: string, user?: User): void {
  const top = findTop(folder)
  if (!top || (!user && isRoot())) return
  pin(dirname(top), dirname(folder), (above, aboveStats) =>
    pin(join(above, basename(top)), folder, (pinned, stats) => {
      if (user && !mayGive(user, aboveStats, stats))
        throw new OpenError(`${folder} was exchanged while it was being looked at. Start again.`)
      mendTree({ pinned, path: folder, stats, user, isTop: true })
    }),
  )
}

/** Makes the folder of the site's data when missing; throws a sentence when it cannot be entered, read and written. */
export function ensureDataFolder(path: string): void {
  const folder = resolve(path)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, R_OK | W_OK | X_OK)
  } catch (error) {
    throw new OpenError(describeUnusable(folder, error), { cause: error })
  }
}

/** The folder, or what a link to it in its place leads to. As root only a link of root's own is followed. */
function findTop(folder: string): string | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (!stats) return undefined
  const parent = realpathSync(dirname(folder))
  if (!stats.isSymbolicLink()) return join(parent, basename(folder))
  if (!isRoot() || stats.uid === 0) return realpathSync(folder)
  throw new OpenError(
    `${folder} is a link that ${describeUser(stats.uid)} made, which root does not follow: chown -h root ${quote(folder)}`,
  )
}

/**
 * True when a folder may be given to a user: a folder of its own, or one that the user or the owner of the folder
 * above already has.
 */
const mayGive = ({ uid }: User, above: Stats, stats: Stats) =>
  uid === 0 || isOwnUid(uid) || [above.uid, stats.uid].includes(uid)

type FolderEntry = { pinned: string; path: string; stats: Stats; user: User | undefined; isTop?: boolean }

/** From above, so that a former owner cannot enter a folder any more while its content changes hands. */
function mendTree(entry: FolderEntry): void {
  const { pinned, path, stats, user } = entry
  if (stats.isSymbolicLink()) return
  mendEntry(entry)
  if (!stats.isDirectory()) return
  for (const name of readdirSync(pinned)) {
    const inner = join(path, name)
    pin(join(pinned, name), inner, (next, stats) => mendTree({ pinned: next, path: inner, stats, user }))
  }
}

function mendEntry({ pinned, path, stats, user, isTop = false }: FolderEntry): void {
  const needed = stats.isDirectory() ? ownerMode.folder : ownerMode.file
  const isRefused = isTop && (stats.mode & refusedMode) !== 0
  const isOurs = user !== undefined || stats.uid === process.geteuid?.()
  if (isTop && !isOurs) throw new OpenError(describeForeign(path, stats.uid))
  try {
    if (user && stats.uid !== user.uid) giveEntry({ pinned, path, stats, user })
    if (isOurs && (isRefused || (stats.mode & needed) !== needed)) chmodSync(pinned, needed)
    if (!user) accessSync(pinned, stats.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
  } catch (error) {
    throw isSystemError(error) ? new OpenError(describeClosed(path, error, user)) : error
  }
}

/** A file with a second name may be one of the system's, which someone linked to here. */
function giveEntry({ pinned, path, stats, user }: FolderEntry & { user: User }): void {
  if (stats.isFile() && stats.nlink > 1)
    throw new OpenError(
      `The file ${path} has a second name elsewhere (a hard link), so that root does not give it away. If both may ` +
        `belong to the database's user: chown ${user.uid}:${user.gid} ${quote(path)}`,
    )
  chownSync(pinned, user.uid, user.gid)
}

/**
 * Calls `act` with a path that stays this very file, whatever another user renames meanwhile. Only Linux has such
 * paths; elsewhere it is the given one. Does nothing when the file is gone.
 */
function pin(path: string, displayPath: string, act: (pinned: string, stats: Stats) => void): void {
  if (process.platform !== 'linux') {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats) act(path, stats)
    return
  }
  const descriptor = openPath(path, displayPath)
  if (descriptor === undefined) return
  try {
    act(`/proc/self/fd/${descriptor}`, fstatSync(descriptor))
  } finally {
    closeSync(descriptor)
  }
}

function openPath(path: string, displayPath: string): number | undefined {
  try {
    return openSync(path, O_PATH | O_NOFOLLOW)
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined
    throw isSystemError(error) ? new OpenError(describeClosed(displayPath, error)) : error
  }
}

const isRoot = () => process.geteuid?.() === 0
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error
const quote = (path: string) => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
const describeUs = () => describeUser(process.geteuid?.())

const describeForeign = (folder: string, uid: number) =>
  `The database folder ${folder} belongs to ${describeUser(uid)}, and this runs as ${describeUs()}. Run it as ` +
  `${describeUser(uid)}, or as root give the folder away: chown -R ${describeUs()} ${quote(folder)}`

/** Why something in the folder of a database, or the folder, cannot be used, with the command that mends it. */
function describeClosed(path: string, { code, message }: NodeJS.ErrnoException, user?: User): string {
  if (code === 'EROFS') return describeReadOnly(path)
  const who = user ? `${user.uid}:${user.gid}` : describeUs()
  if (['EACCES', 'EPERM'].includes(code ?? ''))
    return `${path} cannot be read and written by ${who}. As root: chown -R ${who} ${quote(path)} && chmod -R u+rwX ${quote(path)}`
  return `${path} cannot be used: ${message}.`
}

const describeReadOnly = (path: string) =>
  `${path} is mounted read-only. Mount it for writing, or set DATA_DIR to another folder.`

/** Why the folder of the site's data cannot be used: a folder on the way to it is closed, or it is itself. */
function describeUnusable(folder: string, error: unknown): string {
  if (!isSystemError(error)) return String(error)
  if (error.code === 'EROFS') return describeReadOnly(folder)
  const closed = listWay(folder).find((path) => !canEnter(path))
  if (closed && closed !== folder)
    return `DATA_DIR ${folder} cannot be reached: ${describeUs()} may not enter ${closed}. As root: chmod o+x ${quote(closed)}`
  const what = closed || existsSync(folder) ? 'cannot be read and written' : 'cannot be made'
  const command = what === 'cannot be made' ? `install -d -o ${describeUs()}` : `chown -R ${describeUs()}`
  return `DATA_DIR ${folder} ${what} by ${describeUs()}. As root: ${command} ${quote(folder)}`
}

/** Every folder that leads to one, from the root of the file system, and itself. */
function listWay(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [...listWay(above), folder]
}

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, X_OK)
    return true
  } catch (error) {
    return isSystemError(error) && error.code === 'ENOENT'
  }
}
