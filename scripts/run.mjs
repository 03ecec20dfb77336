import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

/** The project's folder. Every script works from here, in whatever folder it was called. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A path inside the project. */
export function inProject(...parts) {
  return join(root, ...parts)
}

/** A failure that the user can fix: its message is shown, without a stack. */
export class Problem extends Error {}

/** A failure that a child process has already shown. */
export class Reported extends Problem {}

/** Runs an entry script. `main` receives the arguments and returns the exit code; without one it is 0. */
export async function entry(main) {
  try {
    if (Number.parseInt(process.versions.node, 10) < 20) {
      throw new Problem(
        `Node.js 20 or later is needed; this is ${process.versions.node}. See https://nodejs.org`,
      )
    }
    process.exitCode = (await main(process.argv.slice(2))) ?? 0
  } catch (error) {
    if (!(error instanceof Reported)) console.error(error instanceof Problem ? error.message : error)
    process.exitCode = 1
  }
}

/** Shows progress on stderr, so that stdout holds only the command's own output. */
export function note(text) {
  console.error(text)
}

/** The time since `startMs` (of `performance.now()`), such as "1.2 s". */
export function since(startMs) {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`
}

/** Runs a program in the terminal. Returns its exit code, also when a signal ended it. */
export async function run(command, args, { env = process.env } = {}) {
  const { code } = await watch(spawn(command, args, { cwd: root, env, stdio: 'inherit' }))
  return code
}

/** Like `run`, for one of several steps: an interrupted step ends the whole script. */
export async function runStep(command, args, { env = process.env } = {}) {
  const { code, interrupted } = await watch(spawn(command, args, { cwd: root, env, stdio: 'inherit' }))
  if (interrupted) process.exit(code || 130)
  return code
}

/** Like `runStep`; also returns the last 2,000 characters of stderr, which is shown as well. */
export async function runKeepingErrors(command, args, { env = process.env } = {}) {
  const child = spawn(command, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'pipe'] })
  let errorOutput = ''
  child.stderr.pipe(process.stderr, { end: false })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errorOutput = (errorOutput + text).slice(-2_000)
  })
  const { code, interrupted } = await watch(child)
  if (interrupted) process.exit(code || 130)
  return { code, errorOutput }
}

const endWithParent = `--import=${new URL('end-with-parent.mjs', import.meta.url)}`

/**
 * Runs a program silently. Returns its exit code and everything that it printed, in order. A Node program ends with this process,
 * even when this one is killed.
 */
export async function capture(command, args, { env = process.env, cwd = root, shell = false } = {}) {
  const childEnv = { ...env, NODE_OPTIONS: [env.NODE_OPTIONS, endWithParent].filter(Boolean).join(' ') }
  const child = spawn(command, args, { cwd, env: childEnv, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const { code, interrupted } = await watch(child)
  if (interrupted) {
    note('The command was stopped before it was finished.')
    process.exit(code || 130)
  }
  return { code, output }
}

const parent = process.ppid

/**
 * Waits until a child process ends, and forwards to it the signals that stop this process. When npm is stopped, it ends
 * only the shell between itself and this script: the only sign of that is a changed parent process.
 */
export function watch(child) {
  let interrupted = false
  const forward = (signal) => {
    interrupted = true
    // A terminal sends Ctrl-C to the child as well; after a second one, many programs stop without cleanup.
    if (signal !== 'SIGINT' || !isatty(0)) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  const parentCheck = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) forward('SIGTERM')
  }, 250)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, endSignal) => {
      clearInterval(parentCheck)
      for (const signal of signals) process.off(signal, forward)
      resolve({ code: code ?? 128 + constants.signals[endSignal], interrupted })
    })
  })
}
