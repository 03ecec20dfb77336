import { existsSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readinessTimeoutMs } from '#db/health.ts'

/** Throws when the path of a folder is a file, before anything is written. */
export function assertFolders(folders: string[]): void {
  const file = folders.find((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
  if (file)
    throw new Error(
      `${file} must be a folder, but it is a file. Move the file away; the folder is created when needed.`,
    )
}

/** Throws for the first folder in which no file can be written. The keys are the folders' environment variables. */
export async function assertWritable(folders: Record<string, string>): Promise<void> {
  for (const [variable, folder] of Object.entries(folders)) {
    await writeTestFile(folder).catch((cause: unknown) => {
      const reason = cause instanceof Error && 'code' in cause ? cause.code : cause
      throw new Error(
        `No file can be written to the folder ${folder} of ${variable} (${reason}). Give the site's user write access, or set ${variable} to another folder.`,
        { cause },
      )
    })
  }
}

/** Whether a file can be written to each folder before the timeout; false instead of an error. */
export async function canWrite(folders: string[]): Promise<boolean> {
  const written = Promise.all(folders.map(writeTestFile)).then(
    () => true,
    () => false,
  )
  return Promise.race([written, delay(readinessTimeoutMs, false, { ref: false })])
}

async function writeTestFile(folder: string): Promise<void> {
  const file = join(folder, `.ready-${process.pid}`)
  await createFolder(folder)
  await writeFile(file, 'ready')
  await rm(file)
}

/** Creates a folder and its parents. Not with mkdir's `recursive`, which never returns for folders in /proc. */
async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await createFolder(dirname(folder))
  await mkdir(folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error // otherwise another process created it
  })
}
