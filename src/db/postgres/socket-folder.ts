import { createHash } from 'node:crypto'
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { RunAs } from './run-as.ts'

export const socketPort = 5432
const socketName = `.s.PGSQL.${socketPort}`
/** The system's maximum length of a socket's path. */
const maxPathBytes = 103

/**
 * Creates a folder for the server's socket that no other user can enter. Not the data folder, whose path may be too long for a
 * socket.
 */
export function makeSocketFolder(dataFolder: string, { uid, gid }: RunAs): string {
  const id = createHash('sha256')
    .update(join(realpathSync(dirname(dataFolder)), basename(dataFolder)))
    .digest('hex')
    .slice(0, 12)
  const preferred = join(tmpdir(), `chopmark-${id}`)
  const path = join(preferred, socketName).length > maxPathBytes ? `/tmp/chopmark-${id}` : preferred
  const folder = claimFolder(path, uid) ? path : mkdtempSync(`${path}-`)
  if (uid !== undefined && gid !== undefined) lchownSync(folder, uid, gid)
  return folder
}

/**
 * Deletes the folder with the files that a server leaves in it, but no subfolders: the user who runs the server could have put
 * links to other folders there.
 */
export function removeSocketFolder(folder: string): void {
  for (const name of [socketName, `${socketName}.lock`]) rmSync(join(folder, name), { force: true })
  if (existsSync(folder)) rmdirSync(folder)
}

/** Creates the folder. Returns false when a folder of another user already exists there. */
function claimFolder(path: string, uid: number | undefined): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    const ownUids = [process.geteuid?.(), uid]
    return stats?.isDirectory() === true && (stats.mode & 0o077) === 0 && ownUids.includes(stats.uid)
  }
}

export type Postmaster = { pid: number; socketFolder: string }

/**
 * The server that runs on a folder, or ran on it when it was killed; undefined when there is none, or it has no socket yet.
 */
export function readPostmaster(folder: string): Postmaster | undefined {
  const { pid, socketFolder } = readPidFile(folder)
  return socketFolder && pid > 0 ? { pid, socketFolder } : undefined
}

/**
 * Reads the file that a server writes line by line while it starts. Missing lines are 0 and ''.
 */
export function readPidFile(folder: string): Postmaster {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]) || 0, socketFolder: lines[4] ?? '' }
  } catch {
    return { pid: 0, socketFolder: '' }
  }
}
