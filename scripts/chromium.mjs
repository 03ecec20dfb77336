import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { captureSafely, getLastLines, installPackage, mayInstall } from './debian.mjs'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { capture, note, Problem, since } from './run.mjs'

/** The same engine without windows; windows take nearly half of a test's time. */
const headlessPackage = 'chromium-headless-shell'
const wholeNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const advice = 'Install one (Debian: apt-get install chromium) or name it: CHROMIUM=/path/to/chromium'

/**
 * The browsers for the tests, as environment variables. `CHROMIUM`: the one that the variable names, else Debian's headless
 * one (installed when it is missing and this is root), else a whole one. `WHOLE_CHROMIUM`: for tests that need a window.
 */
export async function findChromiums() {
  const named = process.env.CHROMIUM
  if (named && !(await starts(named)))
    throw new Problem(`The browser CHROMIUM=${named} does not start on this machine. ${advice}`)
  const whole = process.env.WHOLE_CHROMIUM ?? named ?? (await findWhole())
  return { CHROMIUM: named ?? (await findShell()) ?? whole, WHOLE_CHROMIUM: whole }
}

async function findShell() {
  const findPaths = () => listOnPath([headlessPackage])
  return (
    (await findStarting(findPaths())) ??
    (mayInstall() ? installAndFind(() => installPackage(headlessPackage), findPaths) : undefined)
  )
}

async function findWhole() {
  const findPaths = async () => [...listOnPath(wholeNames), await getDownloadPath()]
  return (
    (await findStarting(await findPaths())) ??
    (mayInstall() ? await installAndFind(() => installPackage('chromium'), findPaths) : undefined) ??
    (await installAndFind(download, findPaths)) ??
    throwMissing()
  )
}

async function findStarting(paths) {
  for (const path of paths) if (await starts(path)) return path
  return undefined
}

function listOnPath(names) {
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

/** The path where Playwright stores the browser of its version, whether it exists or not. */
async function getDownloadPath() {
  const script = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))"
  const { output } = await capture(ownNode, ['-e', script], { env: ownEnv() })
  return output.trim()
}

/** A browser whose libraries are missing exists but does not start. */
async function starts(path) {
  if (!existsSync(path)) return false
  if (process.platform === 'win32') return true // Windows opens a window instead of printing the version
  const { code } = await capture(path, ['--version']).catch(() => ({ code: 1 }))
  return code === 0
}

/** Installs a browser and returns its path; undefined when that failed. */
async function installAndFind(install, findPaths) {
  const startMs = performance.now()
  note('Installing a Chromium for the browser tests …')
  const { code, output } = await install()
  const path = await findStarting(await findPaths())
  note(
    path
      ? `Installed in ${since(startMs)}.`
      : `The installation failed with code ${code}:\n${getLastLines(output)}`,
  )
  return path
}

function throwMissing() {
  throw new Problem(`The browser tests need a Chromium, and none was found. ${advice}`)
}

function download() {
  const dependencies = process.getuid?.() === 0 && process.platform === 'linux' ? ['--with-deps'] : []
  const args = [tool('playwright-core'), 'install', ...dependencies, '--no-shell', 'chromium']
  return captureSafely(ownNode, args, ownEnv())
}
