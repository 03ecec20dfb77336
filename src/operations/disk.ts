import { statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readinessTimeoutMs } from '#db/health.ts'

/** Throws when a path of a folder is something else, before anything is written beside it. */
export function assertFolders(folders: string[]): void {
  const file = folders.find((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
  if (file)
    throw new Error(
      `${file} must be a folder and is a file. Move it away; the folder is made when it is needed.`,
    )
}

/** Whether a file can be written in each folder, in time; false instead of an error. */
export async function canWrite(folders: string[]): Promise<boolean> {
  const written = Promise.all(folders.map(assertWritable)).then(
    () => true,
    () => false,
  )
  return Promise.race([written, delay(readinessTimeoutMs, false, { ref: false })])
}

async function assertWritable(folder: string): Promise<void> {
  const file = join(folder, `.ready-${process.pid}`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, 'ready')
  await rm(file)
}
