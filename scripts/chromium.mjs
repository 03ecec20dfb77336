import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { capture, note, Problem, since } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const advice = 'Install one (Debian: apt-get install chromium) or name it: CHROMIUM=/path/to/chromium'

/**
 * The path of a Chromium that starts: the one named by CHROMIUM, one on PATH, Playwright's own download, else one
 * that is installed now (Debian's package as root, otherwise Playwright's download).
 */
export async function findChromium() {
  const named = process.env.CHROMIUM
  if (named) {
    if (await starts(named)) return named
    throw new Problem(`CHROMIUM=${named} is no browser that starts here. ${advice}`)
  }
  return (await firstFound()) ?? (await installed())
}

async function firstFound() {
  for (const path of [...onPath(), await downloaded()]) if (await starts(path)) return path
  return undefined
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)).filter(isProgram))
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where Playwright keeps the browser that belongs to its version, whether it is there or not. */
async function downloaded() {
  const script = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))"
  const { output } = await capture(ownNode, ['-e', script], { env: ownEnv() })
  return output.trim()
}

/** A browser whose libraries are missing is found but does not start. */
async function starts(path) {
  if (!existsSync(path)) return false
  if (process.platform === 'win32') return true // opens a window there instead of telling its version
  const { code } = await capture(path, ['--version']).catch(() => ({ code: 1 }))
  return code === 0
}

async function installed() {
  const from = performance.now()
  note('Installing a Chromium for the browser tests …')
  const failures = []
  const isRoot = process.getuid?.() === 0
  const ways = isRoot && isDebian() ? [installPackage, download] : [download]
  for (const way of ways) {
    const { code, output } = await way(isRoot)
    if (code !== 0) failures.push(lastLines(output))
    const path = await firstFound()
    if (!path) continue
    note(`Installed in ${since(from)}.`)
    return path
  }
  throw new Problem([...failures, `There is no Chromium for the browser tests. ${advice}`].join('\n'))
}

/** The reasons stand at the end of what an installer prints. */
function lastLines(text) {
  return text.trimEnd().split('\n').slice(-8).join('\n')
}

function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'))
}

async function installPackage() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runAsGiven('apt-get', ['update', '-qq'], env)
  if (update.code !== 0) return update
  return runAsGiven('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env)
}

function download(isRoot) {
  const dependencies = isRoot && process.platform === 'linux' ? ['--with-deps'] : []
  const args = [tool('playwright-core'), 'install', ...dependencies, '--no-shell', 'chromium']
  return runAsGiven(ownNode, args, ownEnv())
}

async function runAsGiven(command, args, env) {
  return capture(command, args, { env }).catch((error) => ({
    code: 1,
    output: `${command}: ${error.message}`,
  }))
}
