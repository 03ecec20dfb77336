import { existsSync, readFileSync } from 'node:fs'
import { ensureOwnNode } from './own-node.mjs'
import { capture, inProject, note, Problem, since } from './run.mjs'

const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/

/** npm settings for the source of packages. Every other setting could change what is installed. */
const sourceSetting =
  /^npm_config_(registry|cache|userconfig|globalconfig|https?_proxy|proxy|noproxy|ca|cafile|strict_ssl|offline|prefer_offline|fetch_.*|maxsockets|\/\/.*|@.*)$/i

/** Installs the locked packages, with those for development, unless they are installed, and checks that their Node starts. */
export async function install() {
  if (!isInstalled()) await installAll()
  await ensureOwnNode()
}

/** npm writes its list of installed packages last, so an interrupted run leaves none. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json')
  const locked = readPackages('package-lock.json')
  if (!installed) return false
  return (
    Object.entries(installed).every(([path, { version }]) => locked[path]?.version === version) &&
    Object.entries(locked).every(([path, { optional }]) => path === '' || optional || path in installed)
  )
}

function readPackages(file) {
  const path = inProject(file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
}

async function installAll() {
  const startMs = performance.now()
  note('Installing the locked packages …')
  const { code, output } = await npm([
    'ci',
    '--include=dev', // the build needs them in every NODE_ENV
    '--include=optional', // compiled parts of the tools come as optional packages
    '--package-lock=true',
    '--ignore-scripts', // none is needed, and they would run on an unchecked Node
    '--engine-strict=false', // the packages run on their own Node, which is newer than the installing one
    '--loglevel=error', // otherwise npm warns about that difference for each package
    '--no-audit',
    '--no-fund',
  ])
  if (code !== 0) throw new Problem(describeFailure(output))
  note(`Installed in ${since(startMs)}.`)
}

function describeFailure(output) {
  const [networkError] = unreachable.exec(output) ?? []
  if (!networkError)
    return `${output.trimEnd()}\nThe packages could not be installed. See npm's output above.`
  return `The packages could not be installed: the npm registry can't be reached (${networkError}). Connect to the network and start again.`
}

async function npm(args) {
  const { npm_execpath: path = '' } = process.env
  const options = { env: npmEnv(), shell: false }
  if (/npm-cli\.[cm]?js$/.test(path)) return capture(process.execPath, [path, ...args], options)
  try {
    return await capture('npm', args, { ...options, shell: process.platform === 'win32' })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new Problem('npm was not found. It comes with Node.js: https://nodejs.org')
  }
}

/** The environment without the variables that an outer npm sets for its own run. */
function npmEnv() {
  const ownEntries = Object.entries(process.env).filter(
    ([key]) => !/^npm_/i.test(key) || sourceSetting.test(key),
  )
  return Object.fromEntries(ownEntries.filter(([key]) => key !== 'NODE_ENV'))
}
