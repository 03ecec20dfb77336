import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

/** Whether this process runs a build and not the sources. */
const isBuilt = !import.meta.url.endsWith('.ts')

/** The folder of the running build, even if the link `current` has changed since. Not used when the sources are run. */
const ownFolder = new URL('../', import.meta.url)

/** A global variable, because a garbage-collected handle would release its lock. */
let lockHandle: DatabaseSync | undefined

/**
 * Prevents later builds from deleting the build that this process runs, until the process ends for any reason. Uses
 * SQLite's read lock, because the user may have no permission to write.
 */
export function lockOwnBuild(): void {
  if (!isBuilt || lockHandle) return
  lockHandle = new DatabaseSync(fileURLToPath(new URL('in-use', ownFolder)), { readOnly: true })
  lockHandle.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
}

/**
 * Records in DATA_DIR which build opened the database and migrated its tables. Commands beside a running site use
 * the same build (`npm run cli`).
 */
export function recordOwnBuild(dataDir: string): void {
  if (!isBuilt) return
  const file = join(dataDir, 'build')
  const name = basename(fileURLToPath(ownFolder))
  try {
    if (readName(file) === name) return
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${name}\n`)
  } catch {
    // This user may not write there. Commands use the current build then.
  }
}

/** The folders of all existing builds, including the running one. */
export function listBuilds(): URL[] {
  const folder = new URL('../', ownFolder)
  const builds = readdirSync(folder)
    .filter((name) => !name.startsWith('.')) // a draft
    .map((name) => new URL(`${name}/`, folder))
  return builds.filter((build) => existsSync(new URL('web/assets/', build)))
}

function readName(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}
