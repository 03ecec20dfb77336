import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './sync-folder.ts'

/**
 * Writes a state as JSON, readable by its owner only, completely or not at all, even when the process or the machine
 * stops meanwhile.
 */
export async function writeStateFile(file: string, state: unknown): Promise<void> {
  const draft = `${file}.new`
  await writeFile(draft, JSON.stringify(state), { mode: 0o600, flush: true })
  await rename(draft, file)
  await syncFolder(dirname(file))
}

/** Deletes a state; a missing one is not an error. */
export async function deleteStateFile(file: string): Promise<void> {
  await rm(`${file}.new`, { force: true })
  await rm(file, { force: true })
  await syncFolder(dirname(file))
}
