import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const DEFAULT_WAIT_MS = 2_000

/** Keeps every handle reachable, because a garbage-collected handle silently releases its lock. */
const openLocks = new Set<DatabaseSync>()

/**
 * Locks a folder for this process, because two processes can destroy a database without any error. Throws an error with the
 * sentence `busyMessage` when another process has the lock.
 * No other code may open `<folder>.lock`, not even for reading, because closing it would release the lock.
 * @returns a function that releases the lock; calling it twice is harmless
 */
export function lockFolder(
  folder: string,
  {
    busyMessage = describeBusy(folder),
    waitMs = DEFAULT_WAIT_MS,
  }: { busyMessage?: string; waitMs?: number } = {},
): () => void {
  mkdirSync(dirname(folder), { recursive: true })
  const handle = new DatabaseSync(`${folder}.lock`, { timeout: waitMs })
  claimLock(handle, busyMessage)
  openLocks.add(handle)
  return () => {
    if (openLocks.delete(handle)) handle.close()
  }
}

const describeBusy = (folder: string) =>
  `The database folder ${folder} is in use by another process. ` +
  'Stop that process, choose another folder, or set DATABASE_URL to use a PostgreSQL server.'

/** Whether another process has locked a folder. Do not call it for a folder that this process has locked. */
export function isFolderLocked(folder: string): boolean {
  if (!existsSync(`${folder}.lock`)) return false
  try {
    lockFolder(folder, { waitMs: 0 })()
    return false
  } catch {
    return true
  }
}

/** Uses SQLite's exclusive lock, because the system releases it at once, even after kill -9. */
function claimLock(handle: DatabaseSync, busyMessage: string): void {
  try {
    handle.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    handle.close()
    throw new Error(busyMessage, { cause })
  }
}
