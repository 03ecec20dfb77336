import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

/** Whether this runs as built, and not from its sources. */
const isBuilt = !import.meta.url.endsWith('.ts')

/** The build's own folder, whatever the link `current` says by now; of the sources, a folder without meaning. */
const ownFolder = new URL('../', import.meta.url)

/** Reachable for ever, because a garbage-collected handle releases its lock. */
let mark: DatabaseSync | undefined

/**
 * Keeps the build that this process runs from being removed by later builds, until the process ends, however
 * it ends: a reader's lock of SQLite, which needs no right to write.
 */
export function holdOwnBuild(): void {
  if (!isBuilt || mark) return
  mark = new DatabaseSync(fileURLToPath(new URL('in-use', ownFolder)), { readOnly: true })
  mark.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
}

/**
 * Writes into DATA_DIR which build has opened the database and brought its tables up to date: the commands
 * that run beside a site use the same one (`npm run cli`).
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
    // Where this user may not write, commands use the current build.
  }
}

/** The folders of all builds that are there, this one among them. */
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
