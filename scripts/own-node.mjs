import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { canInstallPackages, installPackage } from './debian.mjs'
import { captureOutput, printProgress, resolveInProject, UserError } from './run.mjs'

const minMajorVersion = 24

const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `${platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${process.arch}`
const packagedNode = resolveInProject(
  'node_modules',
  packageName,
  'bin',
  platform === 'win' ? 'node.exe' : 'node',
)

/** The path of the Node that runs the product: a link to the Node from the npm packages, or to the one on this machine. */
export const ownNode = platform === 'win' ? packagedNode : resolveInProject('node_modules', '.bin', 'node')

/** Shared libraries that a minimal system may lack, each with its Debian package. */
const debianPackages = new Map([
  ['libatomic.so.1', 'libatomic1'],
  ['libgcc_s.so.1', 'libgcc-s1'],
  ['libstdc++.so.6', 'libstdc++6'],
])

/**
 * Ensures that `ownNode` starts. It links to the packages' Node, or to the machine's when only that one starts and is new
 * enough. Otherwise, as root on Debian, installs the library that the packages' Node needs. Throws a UserError that says what
 * to install. The parameters are for tests.
 */
export async function ensureOwnNode({
  node = ownNode,
  packaged = packagedNode,
  machine = process.execPath,
  canInstall = canInstallPackages(),
  installLibrary = installPackage,
} = {}) {
  if (!(await findStartError(node))) return
  const startError = await findStartError(packaged)
  if (!startError) return replaceLink(node, packaged)
  if (node !== packaged && !(await findStartError(machine))) {
    printProgress(
      `The site runs on this machine's Node, because the packages' own does not start here: ${startError}`,
    )
    return replaceLink(node, machine)
  }
  if (node !== packaged) rmSync(node, { force: true }) // otherwise npm would use the broken link at the next start
  const { library, debianPackage } = findLibrary(startError)
  if (!debianPackage || !canInstall)
    throw new UserError(describeStartError(startError, library, debianPackage))
  printProgress(`Installing ${debianPackage}, which Node needs …`)
  await installLibrary(debianPackage)
  const remaining = await findStartError(packaged)
  if (remaining) throw new UserError(describeStartError(remaining, library, debianPackage))
  replaceLink(node, packaged)
}

/** Why a Node cannot run the product, as the system's message; undefined when it can. */
async function findStartError(path) {
  const { code, output } = await captureOutput(path, ['--version']).catch(({ message }) => ({
    output: message,
  }))
  const text = output.trim()
  if (code !== 0) return text || `${path} ended with code ${code}`
  return Number.parseInt(text.slice(1), 10) >= minMajorVersion ? undefined : `${path} is ${text}`
}

function findLibrary(startError) {
  const [, library] = /loading shared libraries: ([^\s:]+):/.exec(startError) ?? []
  return { library, debianPackage: debianPackages.get(library) }
}

function describeStartError(startError, library, debianPackage) {
  if (debianPackage)
    return `Node needs the library ${library}. Install it as root, then start again: apt-get install ${debianPackage}`
  return `The packages' own Node does not start here: ${startError}\nStart again with Node ${minMajorVersion} or newer: https://nodejs.org`
}

function replaceLink(path, target) {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  symlinkSync(target, path)
}

/** Environment variables for a program that runs on `ownNode`: `PATH` begins with the packages' tools and Node. */
export function createNodeEnv(variables = {}) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [resolveInProject('node_modules', '.bin'), process.env[pathKey]]
    .filter(Boolean)
    .join(delimiter)
  return { ...process.env, [pathKey]: path, ...variables }
}

const toolPackages = { biome: '@biomejs/biome', tsc: 'typescript', depcruise: 'dependency-cruiser' }

/** The script of a package's command, to be run by `ownNode`. The links in `.bin` are not the same on every system. */
export function getToolPath(name) {
  const folder = resolveInProject('node_modules', toolPackages[name] ?? name)
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `${folder}/${typeof bin === 'string' ? bin : bin[name]}`
}
