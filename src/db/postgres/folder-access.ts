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
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { OpenError } from '../damage.ts'
import { describeUser, isOwnUid, type User } from './users.ts'

const { R_OK, W_OK, X_OK, O_NOFOLLOW } = constants
/** Linux's flag to open a file that need not be readable. Node has no constant for it. */
const O_PATH = 0o10000000
/** PostgreSQL rejects a folder with any of these mode bits: the group may write, or other users have access. */
const rejectedModeBits = 0o027
const ownerModes = { folder: 0o700, file: 0o600 }

/**
 * Makes the folder of a database usable for its server. When this process is root, `user` becomes the owner of everything in
 * the folder; otherwise the server runs as our user. Changes only what is wrong, and nothing behind links. Throws one sentence
 * with the problem and a command that solves it.
 */
export function repairFolder(folder: string, user?: User): void {
  const realFolder = resolveFolder(folder)
  if (!realFolder || (!user && isRoot())) return
  pin(dirname(realFolder), dirname(folder), (parent, parentStats) =>
    pin(join(parent, basename(realFolder)), folder, (pinned, stats) => {
      if (user && !canOwn(user, parentStats, stats))
        throw new OpenError(`${folder} was replaced while it was being checked. Start again.`)
      repairTree({ pinned, path: folder, stats, user, isTop: true })
    }),
  )
}

/** The first folder on the way to this one that others cannot pass; the folder itself when all are open. */
export function findClosedFolder(folder: string): string {
  const parts = resolve(folder).split(sep)
  const onTheWay = parts.map((_part, index) => parts.slice(0, index + 1).join(sep) || sep)
  const isClosed = (path: string) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 1) & 1) === 0
  return onTheWay.find(isClosed) ?? folder
}

/** Creates the folder of the site's data when missing. Throws a sentence when it cannot be entered, read and written. */
export function ensureDataFolder(path: string): void {
  const folder = resolve(path)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, R_OK | W_OK | X_OK)
  } catch (error) {
    throw new OpenError(describeUnusable(folder, error), { cause: error })
  }
}

/** The real path of the folder, which may be a link. Root follows only links that root created. */
function resolveFolder(folder: string): string | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (!stats) return undefined
  const parent = realpathSync(dirname(folder))
  if (!stats.isSymbolicLink()) return join(parent, basename(folder))
  if (!isRoot() || stats.uid === 0) return realpathSync(folder)
  throw new OpenError(
    `${folder} is a link that ${describeUser(stats.uid)} created, which root does not follow. To allow it: chown -h root ${quote(folder)}`,
  )
}

/**
 * True when a user may become the owner of the folder: root, a user id that is only for this folder, or the user who already
 * owns the folder or its parent.
 */
const canOwn = ({ uid }: User, parent: Stats, stats: Stats) =>
  uid === 0 || isOwnUid(uid) || [parent.uid, stats.uid].includes(uid)

type FolderEntry = { pinned: string; path: string; stats: Stats; user: User | undefined; isTop?: boolean }

/** Repairs the folder before its content, so that a previous owner cannot enter it while the content gets another owner. */
function repairTree(entry: FolderEntry): void {
  const { pinned, path, stats, user } = entry
  if (stats.isSymbolicLink()) return
  repairEntry(entry)
  if (!stats.isDirectory()) return
  for (const name of readdirSync(pinned)) {
    const inner = join(path, name)
    pin(join(pinned, name), inner, (next, stats) => repairTree({ pinned: next, path: inner, stats, user }))
  }
}

function repairEntry({ pinned, path, stats, user, isTop = false }: FolderEntry): void {
  const requiredMode = stats.isDirectory() ? ownerModes.folder : ownerModes.file
  const isRejected = isTop && (stats.mode & rejectedModeBits) !== 0
  const isOurs = user !== undefined || stats.uid === process.geteuid?.()
  if (isTop && !isOurs) throw new OpenError(describeForeign(path, stats.uid))
  try {
    if (user && stats.uid !== user.uid) changeOwner({ pinned, path, stats, user })
    if (isOurs && (isRejected || (stats.mode & requiredMode) !== requiredMode))
      chmodSync(pinned, requiredMode)
    if (!user) accessSync(pinned, stats.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
  } catch (error) {
    throw isSystemError(error) ? new OpenError(describeNoAccess(path, error, user)) : error
  }
}

/** Rejects files with hard links, because another user could have linked a system file here. */
function changeOwner({ pinned, path, stats, user }: FolderEntry & { user: User }): void {
  if (stats.isFile() && stats.nlink > 1)
    throw new OpenError(
      `The file ${path} also has another name (a hard link), so root does not change its owner. If the database's user ` +
        `may own it: chown ${user.uid}:${user.gid} ${quote(path)}`,
    )
  chownSync(pinned, user.uid, user.gid)
}

/**
 * Calls `act` with a path that always leads to this file, even if another user renames files meanwhile. Only Linux has such
 * paths; on other systems it is `path`. Does nothing when the file does not exist.
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
    throw isSystemError(error) ? new OpenError(describeNoAccess(displayPath, error)) : error
  }
}

const isRoot = () => process.geteuid?.() === 0
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error
const quote = (path: string) => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
const describeOwnUser = () => describeUser(process.geteuid?.())

const describeForeign = (folder: string, uid: number) =>
  `The database folder ${folder} belongs to ${describeUser(uid)}, but this process runs as ${describeOwnUser()}. Start it as ` +
  `${describeUser(uid)}, or change the owner as root: chown -R ${describeOwnUser()} ${quote(folder)}`

/** Why a path in the folder of a database cannot be used, with the command that solves it. */
function describeNoAccess(path: string, { code, message }: NodeJS.ErrnoException, user?: User): string {
  if (code === 'EROFS') return describeReadOnly(path)
  const owner = user ? `${user.uid}:${user.gid}` : describeOwnUser()
  if (['EACCES', 'EPERM'].includes(code ?? ''))
    return `${path} cannot be read and written by ${owner}. As root: chown -R ${owner} ${quote(path)} && chmod -R u+rwX ${quote(path)}`
  return `${path} cannot be used: ${message}.`
}

const describeReadOnly = (path: string) =>
  `${path} is mounted read-only. Mount it for writing, or set DATA_DIR to another folder.`

/** Why the folder of the site's data cannot be used: the user has no access to it or to one of its parents. */
function describeUnusable(folder: string, error: unknown): string {
  if (!isSystemError(error)) return String(error)
  if (error.code === 'EROFS') return describeReadOnly(folder)
  const blocked = listParents(folder).find((path) => !canEnter(path))
  if (blocked && blocked !== folder)
    return `DATA_DIR ${folder} cannot be reached: ${describeOwnUser()} may not enter ${blocked}. As root: chmod o+x ${quote(blocked)}`
  const problem = blocked || existsSync(folder) ? 'cannot be read and written' : 'cannot be created'
  const command =
    problem === 'cannot be created' ? `install -d -o ${describeOwnUser()}` : `chown -R ${describeOwnUser()}`
  return `DATA_DIR ${folder} ${problem} by ${describeOwnUser()}. As root: ${command} ${quote(folder)}`
}

/** Every folder that leads to one, from the root of the file system, and itself. */
function listParents(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [...listParents(parent), folder]
}

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, X_OK)
    return true
  } catch (error) {
    return isSystemError(error) && error.code === 'ENOENT'
  }
}
