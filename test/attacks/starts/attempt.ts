import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { returnPort, takePort } from '#support/ports.ts'

const project = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const server = project('dist/current/server/server.js')

/** A folder, a port and what was started with them. */
export type StartPlace = {
  dataDir: string
  port: number
  /** Starts the built site; with `launcher` as `npm start` does, below a process that keeps it running. */
  start: (env?: Record<string, string>, launcher?: boolean) => Attempt
}

type Attempt = {
  process: ChildProcess
  /** Waits until this is true, or the start has ended. */
  until: (isSo: () => boolean) => Promise<void>
  printed: () => string
  end: () => Promise<Ending>
}

export type Ending = {
  code: number | null
  /** What it wrote to stderr. */
  said: string
  /** What still runs a moment later, as command lines. */
  left: string[]
  ms: number
}

/** Runs `use` with a place of its own, and leaves neither process nor file of it. */
export async function withStartPlace<T>(use: (place: StartPlace) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-start-'))
  const dataDir = join(folder, 'data')
  const port = await takePort()
  const started: ChildProcess[] = []
  try {
    return await use({
      dataDir,
      port,
      start: (env, launcher) => {
        const attempt = startSite({ folder, env: createEnv({ dataDir, port }, env), launcher })
        started.push(attempt.process)
        return attempt
      },
    })
  } finally {
    for (const child of started) child.kill('SIGKILL')
    for (const { pid } of listProcesses(folder)) process.kill(pid, 'SIGKILL')
    returnPort(port)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function createEnv({ dataDir, port }: { dataDir: string; port: number }, env: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const outside = { LINK_PREVIEW: 'off', SHORT_LINKS: 'off', PICTURE_JOBS: 'off', LOG_LEVEL: 'warn' }
  return { PATH, HOME, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port), ...outside, ...env }
}

const keeper = `
  import { keepRunning } from ${JSON.stringify(project('scripts/keep-running.mjs'))}
  process.exitCode = await keepRunning(process.execPath, [${JSON.stringify(server)}])`

type StartOptions = { folder: string; env: Record<string, string>; launcher: boolean | undefined }

function startSite({ folder, env, launcher = false }: StartOptions): Attempt {
  const begun = performance.now()
  const args = launcher ? ['--input-type=module', '-e', keeper] : [server]
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  const ended = once(child, 'close')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    process: child,
    printed: () => output.stdout,
    until: async (isSo) => {
      while (isRunning() && !isSo()) await delay(2)
    },
    end: async () => {
      const [code] = await ended
      const ms = Math.round(performance.now() - begun)
      return { code, said: output.stderr, left: await waitForEnd(folder), ms }
    },
  }
}

/** What of a folder still runs after a second at most, in which a process may be on its way out. */
async function waitForEnd(folder: string): Promise<string[]> {
  for (const until = performance.now() + 1000; ; await delay(20)) {
    const left = listProcesses(folder).map(({ command }) => command)
    if (left.length === 0 || performance.now() > until) return left
  }
}

/** The processes that have a folder as their own, in their environment or in their command. */
function listProcesses(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: readProcess(name, 'cmdline') }))
    .filter(({ pid, command }) =>
      [command, readProcess(pid, 'environ'), readFolder(pid)].some((text) => text.includes(folder)),
    )
}

function readProcess(pid: number | string, what: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // it has ended
  }
}

function readFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** What is wrong with how a start ended: nothing may be left, and one sentence says why. */
export function findFaults({ code, said, left }: Ending, sentence: RegExp | undefined): string[] {
  const lines = said.trim().split('\n').filter(Boolean)
  return [
    code === 0 && 'its code is 0',
    left.length > 0 && `${left.length} processes are left: ${left[0]}`,
    sentence && lines.length !== 1 && `it says ${lines.length} lines: ${said}`,
    sentence && !sentence.test(said) && `it says: ${said}`,
    /^\s+at /m.test(said) && `it says a stack: ${said}`,
    /s3cret/.test(said) && `it says a secret: ${said}`,
  ].filter((fault) => typeof fault === 'string')
}

export const has = (place: StartPlace, path: string) => () => existsSync(join(place.dataDir, path))
