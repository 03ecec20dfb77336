import { existsSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

/** Throws one sentence for the first of the folders, each by its variable, in which no file can be written. */
export async function assertWritable(folders: Record<string, string>): Promise<void> {
  for (const [variable, folder] of Object.entries(folders)) {
    await writeIn(folder).catch((cause: unknown) => {
      const reason = cause instanceof Error && 'code' in cause ? cause.code : cause
      throw new Error(
        `The folder ${folder} of ${variable} cannot be written (${reason}). Let the site's user write there, or set ${variable} to another folder.`,
        { cause },
      )
    })
  }
}

/** Whether a file can be written in each folder, in time; false instead of an error. */
export async function canWrite(folders: string[]): Promise<boolean> {
  const written = Promise.all(folders.map(writeIn)).then(
    () => true,
    () => false,
  )
  return Promise.race([written, delay(readinessTimeoutMs, false, { ref: false })])
}

async function writeIn(folder: string): Promise<void> {
  const file = join(folder, `.ready-${process.pid}`)
  await makeFolder(folder)
  await writeFile(file, 'ready')
  await rm(file)
}

/** Not by mkdir's own `recursive`, which never ends where a folder exists and none can be made in it, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error // otherwise somebody else made it
  })
}
