import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { installPackage, mayInstall } from './debian.mjs'
import { capture, inProject, note, Problem } from './run.mjs'

const oldestMajor = 24

const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `${platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${process.arch}`
const packagedNode = inProject('node_modules', packageName, 'bin', platform === 'win' ? 'node.exe' : 'node')

/** The Node that runs the product: a link to the one that npm installs with the packages, or to the machine's own. */
export const ownNode = platform === 'win' ? packagedNode : inProject('node_modules', '.bin', 'node')

/** Shared libraries that a minimal system may lack, each with its Debian package. */
const debianPackages = new Map([
  ['libatomic.so.1', 'libatomic1'],
  ['libgcc_s.so.1', 'libgcc-s1'],
  ['libstdc++.so.6', 'libstdc++6'],
])

/**
 * Ensures that `ownNode` starts before it is used. It links to the packages' Node, else to the machine's when that is new
 * enough; else, as root on Debian, the library that the packages' Node lacks is installed. Throws a Problem that names what
 * to install. The parameters are for tests.
 */
export async function ensureOwnNode({
  own = ownNode,
  packaged = packagedNode,
  machine = process.execPath,
  canInstall = mayInstall(),
  installLibrary = installPackage,
} = {}) {
  if (!(await findObstacle(own))) return
  const obstacle = await findObstacle(packaged)
  if (!obstacle) return replaceLink(own, packaged)
  if (own !== packaged && !(await findObstacle(machine))) {
    note(`The site runs on this machine's Node, because the packages' own does not start here: ${obstacle}`)
    return replaceLink(own, machine)
  }
  if (own !== packaged) rmSync(own, { force: true }) // else npm would run the next start on it
  const { library, debianPackage } = findLibrary(obstacle)
  if (!debianPackage || !canInstall) throw new Problem(describeObstacle(obstacle, library, debianPackage))
  note(`Installing ${debianPackage}, which Node needs …`)
  await installLibrary(debianPackage)
  const remaining = await findObstacle(packaged)
  if (remaining) throw new Problem(describeObstacle(remaining, library, debianPackage))
  replaceLink(own, packaged)
}

/** Why a Node cannot run the product, as the system's message; undefined when it can. */
async function findObstacle(path) {
  const { code, output } = await capture(path, ['--version']).catch(({ message }) => ({ output: message }))
  const text = output.trim()
  if (code !== 0) return text || `${path} ended with code ${code}`
  return Number.parseInt(text.slice(1), 10) >= oldestMajor ? undefined : `${path} is ${text}`
}

function findLibrary(obstacle) {
  const [, library] = /loading shared libraries: ([^\s:]+):/.exec(obstacle) ?? []
  return { library, debianPackage: debianPackages.get(library) }
}

function describeObstacle(obstacle, library, debianPackage) {
  if (debianPackage)
    return `Node needs the library ${library}. Install it as root, then start again: apt-get install ${debianPackage}`
  return `The packages' own Node does not start here: ${obstacle}\nStart again with Node ${oldestMajor} or newer: https://nodejs.org`
}

function replaceLink(path, target) {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  symlinkSync(target, path)
}

/** The environment for a program on `ownNode`: its child processes find the packages' tools and Node first. */
export function ownEnv(variables = {}) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [inProject('node_modules', '.bin'), process.env[pathKey]].filter(Boolean).join(delimiter)
  return { ...process.env, [pathKey]: path, ...variables }
}

const packageOfTool = { biome: '@biomejs/biome', tsc: 'typescript', depcruise: 'dependency-cruiser' }

/** The script of a tool's command, to be run by `ownNode`; the links in `.bin` differ between systems. */
export function tool(name) {
  const folder = inProject('node_modules', packageOfTool[name] ?? name)
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `${folder}/${typeof bin === 'string' ? bin : bin[name]}`
}
