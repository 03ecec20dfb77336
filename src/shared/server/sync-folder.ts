import { open } from 'node:fs/promises'

/** A name survives a crash once its folder was written; some systems do not let a folder be opened for that. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path).catch(() => undefined)
  await folder?.sync().catch(() => {})
}
