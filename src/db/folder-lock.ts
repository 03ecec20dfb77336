import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const WAIT_MS = 2_000

/** Keeps every handle reachable, because a garbage-collected handle silently releases its lock. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Keeps a second process out, because two of them can destroy a database without any error.
 * `busy` is the sentence of the error when another process holds it.
 * Nothing else may open `<folder>.lock`, not even to read it: that would free the lock.
 * @returns a function which frees the lock; calling it twice is harmless
 */
export function lockFolder(
  folder: string,
  { busy = describeBusy(folder), waitMs = WAIT_MS }: { busy?: string; waitMs?: number } = {},
): () => void {
  mkdirSync(dirname(folder), { recursive: true })
  const handle = new DatabaseSync(`${folder}.lock`, { timeout: waitMs })
  claimLock(handle, busy)
  heldLocks.add(handle)
  return () => {
    if (heldLocks.delete(handle)) handle.close()
  }
}

const describeBusy = (folder: string) =>
  `The database folder ${folder} is in use by another process. ` +
  'Stop that process, choose another folder, or set DATABASE_URL to use a PostgreSQL server.'

/** Whether another process has locked a folder. Never ask for one that this process has locked. */
export function isFolderLocked(folder: string): boolean {
  if (!existsSync(`${folder}.lock`)) return false
  try {
    lockFolder(folder, { waitMs: 0 })()
    return false
  } catch {
    return true
  }
}

/** Uses SQLite's exclusive lock, because the system releases it at once even after kill -9. */
function claimLock(handle: DatabaseSync, busy: string): void {
  try {
    handle.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    handle.close()
    throw new Error(busy, { cause })
  }
}
