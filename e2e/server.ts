import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const READY_MS = 60_000
const STOP_MS = 10_000

export type Site = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string
  /** Where it keeps database, mails and media. */
  dataDir: string
  /** Everything that the server has printed so far, its log included. */
  printed: () => string
  /** Of the process that runs, or ran last. */
  pid: () => number | undefined
  /** Ends the process in order and keeps its data. */
  end: () => Promise<void>
  /** Ends the process at once, without a chance to finish anything. */
  kill: () => Promise<void>
  /** Starts it again with the same data, on the same port; ready when this is over. */
  restart: () => Promise<void>
  /** Ends the server and removes its data; calling it twice is harmless. */
  stop: () => Promise<void>
}

export type SiteOptions = {
  env?: Record<string, string>
  /** The data folder of a site that was started once and ended: a copy of it spares making a database and filling it. */
  seeded?: string
  /** A file that the site reads as /etc/hosts, alone and without a name server: for that it gets a namespace (Linux). */
  hosts?: string
}

/**
 * Starts the built server as its own process, with an empty data folder filled from the demo catalogue and no way
 * to the network. `env` adds to or replaces its settings; nothing is taken from the caller's environment.
 * Throws with what the server printed when it does not get ready.
 */
export async function startServer({ env = {}, seeded, hosts }: SiteOptions = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'chopmark-e2e-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = join(folder, 'data')
  if (seeded && env.SEED === undefined) await cp(seeded, dataDir, { recursive: true })
  const command = hosts ? await withOwnNames(hosts, folder) : []
  const options = { cwd: folder, env: { ...machine(), ...settings(port, origin, dataDir), ...env }, command }
  const runs: Run[] = []
  const start = () => {
    const run = runServer(options)
    runs.push(run)
    return ready(run)
  }
  const endLast = (signal: 'SIGTERM' | 'SIGKILL') => end(runs.at(-1)?.child, signal)
  const stop = async () => {
    await endLast('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
  await start().catch(async (error) => {
    await stop()
    throw error
  })
  const printed = () => runs.map((run) => run.printed()).join('')
  const pid = () => runs.at(-1)?.child.pid
  const [orderly, sudden] = [() => endLast('SIGTERM'), () => endLast('SIGKILL')]
  return { origin, dataDir, printed, pid, end: orderly, kill: sudden, restart: start, stop }
}

type Run = { child: ChildProcess; printed: () => string }

type RunOptions = { cwd: string; env: Record<string, string>; command: string[] }

function runServer({ command, ...options }: RunOptions): Run {
  const [program = '', ...args] = [...command, process.execPath, join(root, 'dist/server/server.js')]
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, printed: collect(child) }
}

/** What to put before a command, so that it and nobody else finds names in a file and nowhere else. */
async function withOwnNames(hosts: string, folder: string): Promise<string[]> {
  const resolver = join(folder, 'resolv.conf')
  await writeFile(resolver, 'nameserver 127.0.0.1\n') // where none listens
  const script = 'mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/resolv.conf && shift 2 && exec "$@"'
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', hosts, resolver]
}

function machine(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME }
}

function settings(port: number, origin: string, dataDir: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2', // as the command that starts the site sets it
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    LINK_PREVIEW: 'off',
    SHORT_LINKS: 'off',
    PICTURE_JOBS: 'off',
    LOG_LEVEL: 'warn',
  }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  return () => text
}

/** Waits for the line that says so; the socket is open by then. */
async function ready({ child, printed }: Run): Promise<void> {
  const patience = AbortSignal.timeout(READY_MS)
  const ended = once(child, 'exit', { signal: patience })
  ended.catch(() => {}) // looked at below, where it is raced
  while (!printed().includes('Chopmark is ready on ')) {
    const next = child.stdout ? once(child.stdout, 'data', { signal: patience }) : ended
    const isOver = await Promise.race([next.then(() => false), ended.then(() => true)]).catch(() => true)
    if (isOver) throw new Error(`The server did not get ready. It printed:\n${printed()}`)
  }
}

async function end(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = delay(STOP_MS, 'late', { ref: false })
  if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL')
  await ended
}

/** Asked of the system beforehand, because the server must know its public address from the start. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.')
  return address.port
}
