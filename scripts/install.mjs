import { existsSync, readFileSync } from 'node:fs'
import { ensureOwnNode } from './own-node.mjs'
import { captureOutput, formatTimeSince, printProgress, resolveInProject, UserError } from './run.mjs'

const networkErrorPattern =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/

/** npm settings for reaching the registry; they are passed on. Any other setting could change what is installed. */
const registrySettingPattern =
  /^npm_config_(registry|cache|userconfig|globalconfig|https?_proxy|proxy|noproxy|ca|cafile|strict_ssl|offline|prefer_offline|fetch_.*|maxsockets|\/\/.*|@.*)$/i

/** Installs all packages of the lock file unless they are installed, and ensures that their Node starts. */
export async function install() {
  if (!areLockedPackagesInstalled()) await installAll()
  await ensureOwnNode()
}

/** npm writes its list of installed packages last, so an interrupted run leaves none. */
function areLockedPackagesInstalled() {
  const installed = readPackages('node_modules/.package-lock.json')
  const locked = readPackages('package-lock.json')
  if (!installed) return false
  return (
    Object.entries(installed).every(([path, { version }]) => locked[path]?.version === version) &&
    Object.entries(locked).every(([path, { optional }]) => path === '' || optional || path in installed)
  )
}

function readPackages(file) {
  const path = resolveInProject(file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
}

async function installAll() {
  const startMs = performance.now()
  printProgress('Installing the locked packages …')
  const { code, output } = await runNpm([
    'ci',
    '--include=dev', // the build needs them in every NODE_ENV
    '--include=optional', // compiled parts of the tools come as optional packages
    '--package-lock=true',
    '--ignore-scripts', // no package needs them, and the Node that would run them is not checked yet
    '--engine-strict=false', // the packages run on their own Node, which is newer than the installing one
    '--loglevel=error', // without it npm warns about the older Node once for each package
    '--no-audit',
    '--no-fund',
  ])
  if (code !== 0) throw new UserError(describeFailure(output))
  printProgress(`Installed in ${formatTimeSince(startMs)}.`)
}

function describeFailure(output) {
  const [networkError] = networkErrorPattern.exec(output) ?? []
  if (!networkError)
    return `${output.trimEnd()}\nThe packages could not be installed. See npm's output above.`
  return `The packages could not be installed because the npm registry cannot be reached (${networkError}). Connect to the network and start again.`
}

async function runNpm(args) {
  const { npm_execpath: path = '' } = process.env
  const options = { env: createNpmEnv(), shell: false }
  if (/npm-cli\.[cm]?js$/.test(path)) return captureOutput(process.execPath, [path, ...args], options)
  try {
    return await captureOutput('npm', args, { ...options, shell: process.platform === 'win32' })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new UserError('npm was not found. It comes with Node.js: https://nodejs.org')
  }
}

/** The environment without the variables that an outer npm sets for its own run. */
function createNpmEnv() {
  const entries = Object.entries(process.env).filter(
    ([key]) => !/^npm_/i.test(key) || registrySettingPattern.test(key),
  )
  return Object.fromEntries(entries.filter(([key]) => key !== 'NODE_ENV'))
}
