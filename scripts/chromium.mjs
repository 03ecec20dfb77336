import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallPackages, getLastLines, installPackage, tryCapture } from './debian.mjs'
import { createNodeEnv, getToolPath, ownNode } from './own-node.mjs'
import { captureOutput, formatTimeSince, printProgress, UserError } from './run.mjs'

/** Chromium's engine without windows. Opening windows takes nearly half of a test's time. */
const headlessPackage = 'chromium-headless-shell'
const fullBrowserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const advice = 'Install one (Debian: apt-get install chromium) or name it: CHROMIUM=/path/to/chromium'

/**
 * Finds the browsers for the tests. Returns environment variables. `CHROMIUM`: the browser in that variable, else Debian's headless
 * one (installed when it is missing and the user is root), else one with windows. `WHOLE_CHROMIUM`: one with windows.
 */
export async function findChromiums() {
  const configuredPath = process.env.CHROMIUM
  if (configuredPath && !(await canStart(configuredPath)))
    throw new UserError(`The browser CHROMIUM=${configuredPath} does not start on this machine. ${advice}`)
  const fullBrowser = process.env.WHOLE_CHROMIUM ?? configuredPath ?? (await findFullBrowser())
  return {
    CHROMIUM: configuredPath ?? (await findHeadlessBrowser()) ?? fullBrowser,
    WHOLE_CHROMIUM: fullBrowser,
  }
}

async function findHeadlessBrowser() {
  const findPaths = () => listOnPath([headlessPackage])
  return (
    (await findFirstThatStarts(findPaths())) ??
    (canInstallPackages() ? installAndFind(() => installPackage(headlessPackage), findPaths) : undefined)
  )
}

async function findFullBrowser() {
  const findPaths = async () => [...listOnPath(fullBrowserNames), await getDownloadPath()]
  return (
    (await findFirstThatStarts(await findPaths())) ??
    (canInstallPackages() ? await installAndFind(() => installPackage('chromium'), findPaths) : undefined) ??
    (await installAndFind(download, findPaths)) ??
    throwMissing()
  )
}

async function findFirstThatStarts(paths) {
  for (const path of paths) if (await canStart(path)) return path
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
  const { output } = await captureOutput(ownNode, ['-e', script], { env: createNodeEnv() })
  return output.trim()
}

/** A browser whose libraries are missing exists but does not start. */
async function canStart(path) {
  if (!existsSync(path)) return false
  if (process.platform === 'win32') return true // Windows opens a window instead of printing the version
  const { code } = await captureOutput(path, ['--version']).catch(() => ({ code: 1 }))
  return code === 0
}

/** Installs a browser and returns its path; undefined when that failed. */
async function installAndFind(install, findPaths) {
  const startMs = performance.now()
  printProgress('Installing Chromium for the browser tests …')
  const { code, output } = await install()
  const path = await findFirstThatStarts(await findPaths())
  printProgress(
    path
      ? `Installed in ${formatTimeSince(startMs)}.`
      : `The installation failed with code ${code}:\n${getLastLines(output)}`,
  )
  return path
}

function throwMissing() {
  throw new UserError(`The browser tests need Chromium, but none was found. ${advice}`)
}

function download() {
  const dependencies = process.getuid?.() === 0 && process.platform === 'linux' ? ['--with-deps'] : []
  const args = [getToolPath('playwright-core'), 'install', ...dependencies, '--no-shell', 'chromium']
  return tryCapture(ownNode, args, createNodeEnv())
}
