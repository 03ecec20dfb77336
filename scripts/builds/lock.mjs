// Runs on the packages' own Node, because older versions have no SQLite.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

const SQLITE_BUSY = 5
const RETRY_MS = 100

/**
 * Locks a file, which is created when missing, until the returned function is called or the process ends. The operating
 * system releases SQLite's locks, also after a kill. Nothing else in this process may open the file.
 * Returns undefined while another process has the lock, even for reading. Throws when the file cannot be written.
 */
export function tryLock(file) {
  const handle = new DatabaseSync(file, { timeout: 0 })
  try {
    handle.exec('BEGIN EXCLUSIVE')
    return () => handle.close()
  } catch (error) {
    handle.close()
    if (error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

/** Like `tryLock`, but waits for the lock. If it must wait, it calls `onWait` once. */
export async function lock(file, onWait) {
  for (let isFirst = true; ; isFirst = false) {
    const unlock = tryLock(file)
    if (unlock) return unlock
    if (isFirst) onWait()
    await delay(RETRY_MS)
  }
}
