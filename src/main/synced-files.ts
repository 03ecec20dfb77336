import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file that is there whole, or as it was, whatever ends the process or the machine. */
export function writeSynced(file: string, text: string): void {
  const draft = `${file}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
  syncFolder(file)
}

/** Has what was renamed in the folder around `path` on the disk. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return // which opens no folders
  const handle = openSync(dirname(path), 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
