import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { installPackage, mayInstall } from './debian.mjs'
import { capture, inProject, note, Problem } from './run.mjs'

const oldestMajor = 24

const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `${platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${process.arch}`
const packagedNode = inProject('node_modules', packageName, 'bin', platform === 'win' ? 'node.exe' : 'node')

/** The Node that runs the product: a link to the one that npm installs with the packages, or to the machine's. */
export const ownNode = platform === 'win' ? packagedNode : inProject('node_modules', '.bin', 'node')

/** Shared libraries that a minimal system may lack, and Debian's packages of them. */
const debianPackages = new Map([
  ['libatomic.so.1', 'libatomic1'],
  ['libgcc_s.so.1', 'libgcc-s1'],
  ['libstdc++.so.6', 'libstdc++6'],
])

/**
 * Ensures that `ownNode` starts, before anything runs on it: it leads to the packages' Node, else to the machine's
 * where that is new enough; else, as root on Debian, the library that the former lacks is installed. Throws a
 * Problem that says what to install. The parameters replace the machine's own in tests.
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
  if (!obstacle) return placeLink(own, packaged)
  if (own !== packaged && !(await findObstacle(machine))) {
    note(`The site runs on this machine's Node, because the packages' own does not start here: ${obstacle}`)
    return placeLink(own, machine)
  }
  if (own !== packaged) rmSync(own, { force: true }) // or npm runs the next start on it
  const { library, debianPackage } = findLibrary(obstacle)
  if (!debianPackage || !canInstall) throw new Problem(describeObstacle(obstacle, library, debianPackage))
  note(`Installing ${debianPackage}, which Node needs …`)
  await installLibrary(debianPackage)
  const left = await findObstacle(packaged)
  if (left) throw new Problem(describeObstacle(left, library, debianPackage))
  placeLink(own, packaged)
}

/** Why a Node cannot run the product, in the system's words; undefined when it can. */
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

function placeLink(path, target) {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  symlinkSync(target, path)
}

/** The environment for a program run by `ownNode`: what it starts in turn finds the package's tools and Node first. */
export function ownEnv(more = {}) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [inProject('node_modules', '.bin'), process.env[pathKey]].filter(Boolean).join(delimiter)
  return { ...process.env, [pathKey]: path, ...more }
}

const packageOfTool = { biome: '@biomejs/biome', tsc: 'typescript', depcruise: 'dependency-cruiser' }

/** The script behind a tool's command name, to be run by `ownNode`; links in `.bin` differ between systems. */
export function tool(name) {
  const folder = inProject('node_modules', packageOfTool[name] ?? name)
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `${folder}/${typeof bin === 'string' ? bin : bin[name]}`
}
