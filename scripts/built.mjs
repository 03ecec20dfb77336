import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { hashSources } from './builds/sources.mjs'
import { createNodeEnv, ownNode } from './own-node.mjs'
import { projectRoot, ReportedError, resolveInProject, runStep } from './run.mjs'

/** Holds a folder for each build, named after its sources, and the link `current` to the newest one. */
const dist = resolveInProject('dist')

/** Makes a build of the current sources unless there is one, and makes it the current build. Returns its folder. */
export async function buildIfNeeded() {
  const folder = findBuild(hashSources())
  if (folder && (folder === findCurrentBuild() || !isWritable(dist))) return folder
  const code = await runStep(ownNode, [resolveInProject('scripts', 'builds', 'make.mjs')], {
    env: createNodeEnv(),
  })
  if (code !== 0) throw new ReportedError('The build failed.')
  return findCurrentBuild()
}

/**
 * The build for the data in DATA_DIR: the one that last opened the database, because a newer build would migrate the
 * tables of a running site. Without that build, the current one; undefined when there is no build.
 */
export function findBuildForData() {
  const file = resolve(projectRoot, process.env.DATA_DIR || 'data', 'build')
  const name = existsSync(file) && readFileSync(file, 'utf8').trim()
  return (name && findBuild(basename(name))) || findCurrentBuild()
}

/** Whether a build was made from the current sources. */
export function isUpToDate(folder) {
  return basename(folder) === hashSources()
}

function findCurrentBuild() {
  const link = join(dist, 'current')
  return existsSync(link) ? realpathSync(link) : undefined
}

/** A folder gets the name of a build only when it is complete. */
function findBuild(name) {
  const folder = join(dist, 'builds', name)
  return existsSync(folder) ? realpathSync(folder) : undefined
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
