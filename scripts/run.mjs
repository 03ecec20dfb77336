import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

/** The project's folder. Scripts use it as the working directory, whatever folder they are called from. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

/** A path inside the project. */
export function resolveInProject(...parts) {
  return join(projectRoot, ...parts)
}

/** A failure that the user can fix. Only its message is shown, without a stack. */
export class UserError extends Error {}

/** A failure that a child process has already printed. */
export class ReportedError extends UserError {}

/** Runs the main function of a script. It receives the arguments and returns the exit code; undefined means 0. */
export async function runMain(main) {
  try {
    if (Number.parseInt(process.versions.node, 10) < 20) {
      throw new UserError(
        `Node.js 20 or later is needed; this is ${process.versions.node}. See https://nodejs.org`,
      )
    }
    process.exitCode = (await main(process.argv.slice(2))) ?? 0
  } catch (error) {
    if (!(error instanceof ReportedError)) console.error(error instanceof UserError ? error.message : error)
    process.exitCode = 1
  }
}

/** Prints to stderr, so that stdout contains only the output of the command. */
export function printProgress(text) {
  console.error(text)
}

/** The time since `startMs` (of `performance.now()`), such as "1.2 s". */
export function formatTimeSince(startMs) {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`
}

/** Runs a program with this terminal. Returns its exit code, or 128 + the signal's number when a signal ended it. */
export async function runProgram(command, args, { env = process.env } = {}) {
  const { code } = await waitForExit(spawn(command, args, { cwd: projectRoot, env, stdio: 'inherit' }))
  return code
}

/** Like `runProgram`, for one of several steps: when the user interrupts the step, the whole script ends. */
export async function runStep(command, args, { env = process.env } = {}) {
  const { code, wasInterrupted } = await waitForExit(
    spawn(command, args, { cwd: projectRoot, env, stdio: 'inherit' }),
  )
  if (wasInterrupted) process.exit(code || 130)
  return code
}

/** Like `runStep`; also returns the last 2,000 characters of stderr, which is still printed. */
export async function runWithErrorOutput(command, args, { env = process.env } = {}) {
  const child = spawn(command, args, { cwd: projectRoot, env, stdio: ['inherit', 'inherit', 'pipe'] })
  let errorOutput = ''
  child.stderr.pipe(process.stderr, { end: false })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errorOutput = (errorOutput + text).slice(-2_000)
  })
  const { code, wasInterrupted } = await waitForExit(child)
  if (wasInterrupted) process.exit(code || 130)
  return { code, errorOutput }
}

const endWithParentOption = `--import=${new URL('end-with-parent.mjs', import.meta.url)}`

/**
 * Runs a program without printing its output. Returns the exit code and the whole output. A Node program ends with this process,
 * even when this one is killed.
 */
export async function captureOutput(
  command,
  args,
  { env = process.env, cwd = projectRoot, shell = false } = {},
) {
  const childEnv = { ...env, NODE_OPTIONS: [env.NODE_OPTIONS, endWithParentOption].filter(Boolean).join(' ') }
  const child = spawn(command, args, { cwd, env: childEnv, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const { code, wasInterrupted } = await waitForExit(child)
  if (wasInterrupted) {
    printProgress('The command was stopped before it was finished.')
    process.exit(code || 130)
  }
  return { code, output }
}

const parentPid = process.ppid

/**
 * Waits until a child process ends. Forwards to it the signals that would stop this process. When npm is stopped, it ends
 * only the shell between itself and this script, which this script notices only by its changed parent process.
 */
export function waitForExit(child) {
  let wasInterrupted = false
  const forward = (signal) => {
    wasInterrupted = true
    // A terminal sends Ctrl-C to the child as well, and many programs end without cleanup after a second one.
    if (signal !== 'SIGINT' || !isatty(0)) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  const parentCheckTimer = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parentPid) forward('SIGTERM')
  }, 250)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signalName) => {
      clearInterval(parentCheckTimer)
      for (const signal of signals) process.off(signal, forward)
      resolve({ code: code ?? 128 + constants.signals[signalName], wasInterrupted })
    })
  })
}
