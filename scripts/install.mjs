import { existsSync, readFileSync } from 'node:fs'
import { ensureOwnNode } from './own-node.mjs'
import { capture, inProject, note, Problem, since } from './run.mjs'

const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/

/** npm settings that say where packages come from; every other one could change what is installed. */
const sourceSetting =
  /^npm_config_(registry|cache|userconfig|globalconfig|https?_proxy|proxy|noproxy|ca|cafile|strict_ssl|offline|prefer_offline|fetch_.*|maxsockets|\/\/.*|@.*)$/i

/** Installs the locked packages, development ones included, unless they are there already, and tries their Node. */
export async function install() {
  if (!isInstalled()) await installAll()
  await ensureOwnNode()
}

/** npm writes its list of installed packages at the very end; an interrupted run leaves none. */
function isInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json')
  const locked = packagesIn('package-lock.json')
  if (!installed) return false
  return (
    Object.entries(installed).every(([path, { version }]) => locked[path]?.version === version) &&
    Object.entries(locked).every(([path, { optional }]) => path === '' || optional || path in installed)
  )
}

function packagesIn(file) {
  const path = inProject(file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
}

async function installAll() {
  const from = performance.now()
  note('Installing the locked packages …')
  const { code, output } = await npm([
    'ci',
    '--include=dev', // the build needs them, whatever NODE_ENV says
    '--include=optional', // compiled parts of the tools come as optional packages
    '--package-lock=true',
    '--ignore-scripts', // none is needed, and they would run on a Node that was not tried
    '--engine-strict=false', // the packages run on their own Node, which is newer than the one that installs
    '--loglevel=error', // warns of that difference for each package
    '--no-audit',
    '--no-fund',
  ])
  if (code !== 0) throw new Problem(whyNot(output))
  note(`Installed in ${since(from)}.`)
}

function whyNot(output) {
  const [network] = unreachable.exec(output) ?? []
  if (!network) return `${output.trimEnd()}\nThe packages could not be installed: npm's reasons stand above.`
  return `The packages could not be installed: the npm registry can't be reached (${network}). Go online once and start again.`
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

/** The caller's environment without what an outer npm says about itself and its own run. */
function npmEnv() {
  const kept = Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key) || sourceSetting.test(key))
  return Object.fromEntries(kept.filter(([key]) => key !== 'NODE_ENV'))
}
