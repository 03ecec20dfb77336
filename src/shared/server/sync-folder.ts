import { open } from 'node:fs/promises'

/**
 * Syncs a folder, so that the names of its files survive a crash. Ignored on systems that do not let a folder be
 * opened.
 */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path).catch(() => undefined)
  await folder?.sync().catch(() => {})
}
