import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage, lastLines, mayInstall, runAsGiven } from './debian.mjs'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { capture, note, Problem, since } from './run.mjs'

/** The same engine without windows, which take nearly half of a test's time. */
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const advice = 'Install one (Debian: apt-get install chromium) or name it: CHROMIUM=/path/to/chromium'

/**
 * The Chromiums that the tests take, as variables for them: `CHROMIUM`, the one named so, else Debian's headless one (as
 * root it is installed when it is missing), else a whole one; and `WHOLE_CHROMIUM` for what only a whole one can do.
 */
export async function findChromiums() {
  const named = process.env.CHROMIUM
  if (named && !(await starts(named)))
    throw new Problem(`CHROMIUM=${named} is no browser that starts here. ${advice}`)
  const whole = process.env.WHOLE_CHROMIUM ?? named ?? (await findWhole())
  return { CHROMIUM: named ?? (await findShell()) ?? whole, WHOLE_CHROMIUM: whole }
}

async function findShell() {
  const shells = () => onPath([shell])
  return (
    (await firstOf(shells())) ?? (mayInstall() ? afterwards(() => installPackage(shell), shells) : undefined)
  )
}

async function findWhole() {
  const known = async () => [...onPath(names), await downloaded()]
  return (
    (await firstOf(await known())) ??
    (mayInstall() ? await afterwards(() => installPackage('chromium'), known) : undefined) ??
    (await afterwards(download, known)) ??
    missing()
  )
}

async function firstOf(paths) {
  for (const path of paths) if (await starts(path)) return path
  return undefined
}

function onPath(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return programs.flatMap((name) => folders.map((folder) => join(folder, name)).filter(isProgram))
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where Playwright stores the browser that belongs to its version, whether it exists or not. */
async function downloaded() {
  const script = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))"
  const { output } = await capture(ownNode, ['-e', script], { env: ownEnv() })
  return output.trim()
}

/** A browser whose libraries are missing is found but does not start. */
async function starts(path) {
  if (!existsSync(path)) return false
  if (process.platform === 'win32') return true // opens a window there instead of printing its version
  const { code } = await capture(path, ['--version']).catch(() => ({ code: 1 }))
  return code === 0
}

/** The browser that an installation method has installed. */
async function afterwards(install, paths) {
  const from = performance.now()
  note('Installing a Chromium for the browser tests …')
  const { code, output } = await install()
  const path = await firstOf(await paths())
  note(path ? `Installed in ${since(from)}.` : `That failed (${code}):\n${lastLines(output)}`)
  return path
}

function missing() {
  throw new Problem(`There is no Chromium for the browser tests. ${advice}`)
}

function download() {
  const dependencies = process.getuid?.() === 0 && process.platform === 'linux' ? ['--with-deps'] : []
  const args = [tool('playwright-core'), 'install', ...dependencies, '--no-shell', 'chromium']
  return runAsGiven(ownNode, args, ownEnv())
}
