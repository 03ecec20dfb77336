import { open } from 'node:fs/promises'

/**
 * A file's name survives a crash once its folder was synced; some systems do not let a folder be opened for
 * that.
 */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path).catch(() => undefined)
  await folder?.sync().catch(() => {})
}
