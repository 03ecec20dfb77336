import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a folder of pictures and returns how many files were missing; existing files are not overwritten.
 */
export async function copyPictures(from: string, to: string): Promise<number> {
  const folders = await readdir(from)
  const copied = await Promise.all(folders.map((folder) => copyFolder(join(from, folder), join(to, folder))))
  return copied.reduce((sum, count) => sum + count, 0)
}

async function copyFolder(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  const existing = new Set(await readdir(to))
  const missing = (await readdir(from)).filter((name) => !existing.has(name))
  for (const name of missing) await copyAtomically(join(from, name), join(to, name))
  return missing.length
}

/** Renames at the end, so that an interrupted copy never has the picture's name. */
async function copyAtomically(from: string, to: string): Promise<void> {
  const draft = `${to}.part`
  await copyFile(from, draft, constants.COPYFILE_FICLONE)
  await rename(draft, to)
}
