import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fingerprint } from './builds/sources.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { inProject, Reported, root, runStep } from './run.mjs'

/** Holds a folder for each build, named by its sources, and the link `current` to the newest. */
const dist = inProject('dist')

/**
 * Makes the build of the sources as they are the current one, unless it is so already. Returns its folder.
 */
export async function buildIfNeeded() {
  const folder = findBuild(fingerprint())
  if (folder && (folder === findCurrentBuild() || !isWritable(dist))) return folder
  const code = await runStep(ownNode, [inProject('scripts', 'builds', 'make.mjs')], { env: ownEnv() })
  if (code !== 0) throw new Reported('The build failed.')
  return findCurrentBuild()
}

/**
 * The build that fits the data in DATA_DIR: the one which opened the database last, for a newer one would
 * change its tables under a site that runs; else the current one. Undefined where there is none.
 */
export function findBuildOfData() {
  const file = resolve(root, process.env.DATA_DIR || 'data', 'build')
  const name = existsSync(file) && readFileSync(file, 'utf8').trim()
  return (name && findBuild(basename(name))) || findCurrentBuild()
}

/** Whether a build was made of the sources as they are. */
export function isOfSources(folder) {
  return basename(folder) === fingerprint()
}

function findCurrentBuild() {
  const link = join(dist, 'current')
  return existsSync(link) ? realpathSync(link) : undefined
}

/** A build that has its name is complete. */
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
