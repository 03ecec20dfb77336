// Run by the package's own Node, because of its locks.
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
import { note, Problem } from '../run.mjs'
import { lock, tryLock } from './lock.mjs'

/** Begins the name of a folder that is being made or removed, and is no build. */
const draftPrefix = '.draft-'

/** Who runs a build has a lock on this file in it (src/main/own-build.ts). */
const useFile = 'in-use'

/**
 * Makes `name` the current build of the folder `dist`: unless it is there already, `make(folder)` fills a
 * folder, which gets its name when it is complete. One process does this at a time, others wait. Former
 * builds are removed, but for the one before and those that a process runs. Throws a Problem with one sentence when the folder cannot be written.
 */
export async function publishBuild({ dist, name, make }) {
  try {
    mkdirSync(join(dist, 'builds'), { recursive: true })
    const unlock = await lock(join(dist, 'build.lock'), () => note('Waiting for another build to end …'))
    try {
      await publish({ dist, name, make })
    } finally {
      unlock()
    }
  } catch (error) {
    throw explain(error, dist)
  }
}

async function publish({ dist, name, make }) {
  const builds = join(dist, 'builds')
  const former = findCurrent(dist)
  removeDrafts(builds)
  if (former === name) return
  if (!existsSync(join(builds, name))) await fill(builds, name, make)
  pointTo(dist, name)
  removeFormer(builds, [name, former])
}

async function fill(builds, name, make) {
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

/** The name of the current build; undefined where there is none. */
function findCurrent(dist) {
  const link = join(dist, 'current')
  return existsSync(link) ? basename(realpathSync(link)) : undefined
}

/** In one step: whoever follows the link meets the former build or the new one. */
function pointTo(dist, name) {
  const link = join(dist, 'current')
  const next = join(dist, `${draftPrefix}current`)
  rmSync(next, { force: true })
  // Windows has links to folders without a privilege for absolute targets alone.
  const isWindows = process.platform === 'win32'
  symlinkSync(isWindows ? join(dist, 'builds', name) : join('builds', name), next, 'junction')
  try {
    renameSync(next, link)
  } catch (error) {
    if (!['EPERM', 'EEXIST', 'EISDIR', 'ENOTEMPTY'].includes(error.code)) throw error
    // Windows replaces no folder, and a copy that followed links has a folder there.
    rmSync(link, { recursive: true, force: true })
    renameSync(next, link)
  }
}

/** What killed builds have left: whoever has the lock is the only one who makes any. */
function removeDrafts(builds) {
  for (const name of readdirSync(builds)) if (name.startsWith(draftPrefix)) removeFolder(join(builds, name))
}

function removeFormer(builds, kept) {
  const names = readdirSync(builds).filter((name) => !kept.includes(name))
  for (const name of names.filter((each) => !isInUse(join(builds, each)))) {
    const draft = join(builds, `${draftPrefix}${name}`)
    renameSync(join(builds, name), draft) // a build that is half removed must not pass for a whole one
    removeFolder(draft)
  }
}

function isInUse(folder) {
  const file = join(folder, useFile)
  if (!existsSync(file)) return false
  const unlock = tryLock(file)
  unlock?.()
  return !unlock
}

/** What cannot be removed now, because a killed build's own processes still write into it, goes with the next build. */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 })
  } catch (error) {
    note(`${folder} could not be removed: ${error.message}`)
  }
}

/** One sentence for what the operator can change. */
function explain(error, dist) {
  if (['ENOSPC', 'EDQUOT'].includes(error.code))
    return new Problem(`There is no space left for a build in ${dist}: free some and start again.`)
  if (['EACCES', 'EPERM', 'EROFS', 'ERR_SQLITE_ERROR'].includes(error.code))
    return new Problem(
      `A build is needed, but this user may not write to ${dist}: run "npm run build" as the user to whom it belongs, or change its owner (chown -R).`,
    )
  return error
}
