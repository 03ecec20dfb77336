// Run by the package's own Node: older ones have no SQLite.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

const BUSY = 5
const RETRY_MS = 100

/**
 * Locks a file, which is created when missing, until the returned function is called or the process ends,
 * however it ends: SQLite's locks belong to the system. Nothing else may open the file in this process.
 * Returns undefined while another process has it, even only as a reader. Throws where it cannot be written.
 */
export function tryLock(file) {
  const handle = new DatabaseSync(file, { timeout: 0 })
  try {
    handle.exec('BEGIN EXCLUSIVE')
    return () => handle.close()
  } catch (error) {
    handle.close()
    if (error.errcode === BUSY) return undefined
    throw error
  }
}

/** Like `tryLock`, but waits; `onWait` is called once if it has to. */
export async function lock(file, onWait) {
  for (let isFirst = true; ; isFirst = false) {
    const unlock = tryLock(file)
    if (unlock) return unlock
    if (isFirst) onWait()
    await delay(RETRY_MS)
  }
}
