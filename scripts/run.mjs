import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

/** The project's folder; every script works from here, wherever it was called. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A path inside the project. */
export function inProject(...parts) {
  return join(root, ...parts)
}

/** A failure that the reader can fix: shown as its message, without a stack. */
export class Problem extends Error {}

/** A failure that a program run by this one has shown already. */
export class Reported extends Problem {}

/** Runs an entry script. What `main` returns is the exit code (nothing: 0); it receives the arguments. */
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

/** Progress goes to stderr, so that a command's own output stays clean for pipes. */
export function note(text) {
  console.error(text)
}

/** "1.2 s" since the time `from` (of `performance.now()`). */
export function since(from) {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`
}

/** Runs a program in the terminal and returns its exit code, also when a signal ended it. */
export async function run(command, args, { env = process.env } = {}) {
  const { code } = await watch(spawn(command, args, { cwd: root, env, stdio: 'inherit' }))
  return code
}

/** Like `run`, but as one of several steps: an interrupted step ends the whole script. */
export async function runStep(command, args, { env = process.env } = {}) {
  const { code, interrupted } = await watch(spawn(command, args, { cwd: root, env, stdio: 'inherit' }))
  if (interrupted) process.exit(code || 130)
  return code
}

/** Like `runStep`; also returns the end of stderr, which is shown all the same. */
export async function runTold(command, args, { env = process.env } = {}) {
  const child = spawn(command, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'pipe'] })
  let told = ''
  child.stderr.pipe(process.stderr, { end: false })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told = (told + text).slice(-2_000)
  })
  const { code, interrupted } = await watch(child)
  if (interrupted) process.exit(code || 130)
  return { code, told }
}

const endWithParent = `--import=${new URL('end-with-parent.mjs', import.meta.url)}`

/**
 * Runs a program silently: its exit code and everything it printed, in order. Where it is Node it ends with this process, whatever
 * ends that.
 */
export async function capture(command, args, { env = process.env, cwd = root, shell = false } = {}) {
  const own = { ...env, NODE_OPTIONS: [env.NODE_OPTIONS, endWithParent].filter(Boolean).join(' ') }
  const child = spawn(command, args, { cwd, env: own, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const { code, interrupted } = await watch(child)
  if (interrupted) {
    note('Stopped before it was ready.')
    process.exit(code || 130)
  }
  return { code, output }
}

const parent = process.ppid

/**
 * Waits for a child's end and forwards to it the signals that stop this process. An npm that is stopped ends
 * the shell between it and this script and nothing else: the loss of the parent is then the only sign.
 */
export function watch(child) {
  let interrupted = false
  const pass = (signal) => {
    interrupted = true
    // A terminal sends Ctrl-C to the child as well; after a second one, many programs stop without cleanup.
    if (signal !== 'SIGINT' || !isatty(0)) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  const lookout = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) pass('SIGTERM')
  }, 250)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearInterval(lookout)
      for (const each of signals) process.off(each, pass)
      resolve({ code: code ?? 128 + constants.signals[signal], interrupted })
    })
  })
}
