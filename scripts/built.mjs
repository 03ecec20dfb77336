import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fingerprint } from './builds/sources.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { inProject, Reported, root, runStep } from './run.mjs'

/** Holds a folder for each build, named after its sources, and the link `current` to the newest one. */
const dist = inProject('dist')

/** Makes a build of the present sources the current one, unless it already is. Returns its folder. */
export async function buildIfNeeded() {
  const folder = findBuild(fingerprint())
  if (folder && (folder === findCurrentBuild() || !isWritable(dist))) return folder
  const code = await runStep(ownNode, [inProject('scripts', 'builds', 'make.mjs')], { env: ownEnv() })
  if (code !== 0) throw new Reported('The build failed.')
  return findCurrentBuild()
}

/**
 * The build that fits the data in DATA_DIR: the one that opened the database last, because a newer one would migrate the
 * tables of a running site; else the current one. Undefined when there is no build.
 */
export function findBuildOfData() {
  const file = resolve(root, process.env.DATA_DIR || 'data', 'build')
  const name = existsSync(file) && readFileSync(file, 'utf8').trim()
  return (name && findBuild(basename(name))) || findCurrentBuild()
}

/** Whether a build was made of the present sources. */
export function isOfSources(folder) {
  return basename(folder) === fingerprint()
}

function findCurrentBuild() {
  const link = join(dist, 'current')
  return existsSync(link) ? realpathSync(link) : undefined
}

/** A folder with the name of a build is complete. */
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
