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

/** A folder and a port, and a function that starts a site with them. */
export type StartFolder = {
  dataDir: string
  port: number
  /** Starts the built site; with `launcher` as `npm start` does, below a process that keeps it running. */
  start: (env?: Record<string, string>, launcher?: boolean) => Attempt
}

type Attempt = {
  process: ChildProcess
  /** Waits until this is true or the process has ended. */
  until: (isReached: () => boolean) => Promise<void>
  printed: () => string
  end: () => Promise<Ending>
}

export type Ending = {
  code: number | null
  /** What it wrote to stderr. */
  errorOutput: string
  /** Command lines of processes that still run a moment later. */
  remaining: string[]
  ms: number
}

/** Runs `use` with a new folder and port. Ends its processes and deletes its files afterwards. */
export async function withStartFolder<T>(use: (start: StartFolder) => Promise<T>): Promise<T> {
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
  const startMs = performance.now()
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
    until: async (isReached) => {
      while (isRunning() && !isReached()) await delay(2)
    },
    end: async () => {
      const [code] = await ended
      const ms = Math.round(performance.now() - startMs)
      return { code, errorOutput: output.stderr, remaining: await waitForEnd(folder), ms }
    },
  }
}

/** Command lines of a folder's processes that still run after at most a second. */
async function waitForEnd(folder: string): Promise<string[]> {
  for (const until = performance.now() + 1000; ; await delay(20)) {
    const remaining = listProcesses(folder).map(({ command }) => command)
    if (remaining.length === 0 || performance.now() > until) return remaining
  }
}

/** The processes with a folder as their working directory, in their environment or in their command. */
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

/** Describes what is wrong with a failed start: no process may remain, and one sentence must state the reason. */
export function listProblems(
  { code, errorOutput, remaining }: Ending,
  sentence: RegExp | undefined,
): string[] {
  const lines = errorOutput.trim().split('\n').filter(Boolean)
  return [
    code === 0 && 'its exit code is 0',
    remaining.length > 0 && `${remaining.length} processes remain: ${remaining[0]}`,
    sentence && lines.length !== 1 && `it prints ${lines.length} lines: ${errorOutput}`,
    sentence && !sentence.test(errorOutput) && `it prints: ${errorOutput}`,
    /^\s+at /m.test(errorOutput) && `it prints a stack: ${errorOutput}`,
    /s3cret/.test(errorOutput) && `it prints a secret: ${errorOutput}`,
  ].filter((problem) => typeof problem === 'string')
}

export const has = (start: StartFolder, path: string) => () => existsSync(join(start.dataDir, path))
