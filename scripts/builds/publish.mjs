// Runs on the packages' own Node, because its locks need node:sqlite.
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { printProgress, UserError } from '../run.mjs'
import { lock, tryLock } from './lock.mjs'

/** Begins the name of a folder that is being filled or deleted, which is not a build. */
const draftPrefix = '.draft-'

/** A process that runs a build locks this file in the build's folder (src/main/own-build.ts). */
const useFile = 'in-use'

/**
 * Makes `name` the current build in the folder `dist`. If it does not exist, `make(folder)` fills a folder, which gets
 * this name when it is complete. Other processes wait. Deletes earlier builds, except the previous one and those that a
 * process runs. Throws a UserError with one sentence when the folder cannot be written.
 */
export async function publishBuild({ dist, name, make }) {
  try {
    mkdirSync(join(dist, 'builds'), { recursive: true })
    const unlock = await lock(join(dist, 'build.lock'), () =>
      printProgress('Waiting for another build to end …'),
    )
    try {
      await publish({ dist, name, make })
    } finally {
      unlock()
    }
  } catch (error) {
    throw toProblem(error, dist)
  }
}

async function publish({ dist, name, make }) {
  const builds = join(dist, 'builds')
  const previous = findCurrent(dist)
  deleteDrafts(builds)
  if (previous === name) return
  if (!existsSync(join(builds, name))) await fillBuild(builds, name, make)
  linkCurrentBuild(dist, name)
  deleteUnused(builds, [name, previous])
}

async function fillBuild(builds, name, make) {
  const draft = join(builds, `${draftPrefix}${randomUUID()}`)
  mkdirSync(draft)
  try {
    await make(draft)
    writeFileSync(join(draft, useFile), '')
    renameSync(draft, join(builds, name))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The name of the current build; undefined when there is none. */
function findCurrent(dist) {
  const link = join(dist, 'current')
  return existsSync(link) ? basename(realpathSync(link)) : undefined
}

/** Replaces the link `current` in one step, so that it always points to the previous build or to the new one. */
function linkCurrentBuild(dist, name) {
  const link = join(dist, 'current')
  const next = join(dist, `${draftPrefix}current`)
  rmSync(next, { force: true })
  // Without a privilege, Windows allows links to folders only with absolute targets.
  const isWindows = process.platform === 'win32'
  symlinkSync(isWindows ? join(dist, 'builds', name) : join('builds', name), next, 'junction')
  try {
    renameSync(next, link)
  } catch (error) {
    if (!['EPERM', 'EEXIST', 'EISDIR', 'ENOTEMPTY'].includes(error.code)) throw error
    // Windows does not replace a folder. If `dist` was copied with its links resolved, `current` is a folder too.
    rmSync(link, { recursive: true, force: true })
    renameSync(next, link)
  }
}

/** Deletes the drafts of killed builds. The caller holds the lock, so no draft is in use. */
function deleteDrafts(builds) {
  for (const name of readdirSync(builds)) if (name.startsWith(draftPrefix)) deleteFolder(join(builds, name))
}

function deleteUnused(builds, usedNames) {
  const unused = readdirSync(builds).filter(
    (name) => !usedNames.includes(name) && !isInUse(join(builds, name)),
  )
  for (const name of unused) {
    const draft = join(builds, `${draftPrefix}${name}`)
    renameSync(join(builds, name), draft) // otherwise a half-deleted build would look complete
    deleteFolder(draft)
  }
}

function isInUse(folder) {
  const file = join(folder, useFile)
  if (!existsSync(file)) return false
  const unlock = tryLock(file)
  unlock?.()
  return !unlock
}

/** Processes of a killed build may still write to the folder. Then the next build deletes it. */
function deleteFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 })
  } catch (error) {
    printProgress(`${folder} could not be deleted: ${error.message}`)
  }
}

/** A UserError with one sentence for a fault that the operator can fix; any other error as it is. */
function toProblem(error, dist) {
  if (['ENOSPC', 'EDQUOT'].includes(error.code))
    return new UserError(`There is no space left for a build in ${dist}: free some space and start again.`)
  if (['EACCES', 'EPERM', 'EROFS', 'ERR_SQLITE_ERROR'].includes(error.code))
    return new UserError(
      `A build is needed, but this user may not write to ${dist}: run "npm run build" as the user who owns it, or change its owner (chown -R).`,
    )
  return error
}
