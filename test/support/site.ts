import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, link, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectDatabase, type Database } from '#db/client.ts'
import { stopOrphanedServer } from '#db/postgres/launch.ts'
import { createDatabase, type TestDatabase } from './databases.ts'
import { returnPort, takePort } from './ports.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const READY_MS = 60_000
const STOP_MS = 10_000

export type Site = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string
  /** Where it keeps mails, media and, if it is embedded, its database. */
  dataDir: string
  /** How long its first start took. */
  readyMs: number
  /** Address and name of its database on a server; undefined where the database is embedded. */
  databaseUrl: string | undefined
  databaseName: string | undefined
  /** Its database on a server, opened beside it; an embedded one belongs to the site's own process. */
  openDatabase: () => Promise<Database>
  /** Everything that the server has printed so far, its log included. */
  printed: () => string
  /** Of the process that runs, or ran last. */
  pid: () => number | undefined
  /** Ends the process in order and keeps its data. */
  end: () => Promise<void>
  /** Ends the process at once, without a chance to finish anything. */
  kill: () => Promise<void>
  /** Starts it again with the same data, on the same port; ready when this is over, after so many ms. */
  restart: () => Promise<number>
  /** Ends the server and removes its data; calling it twice is harmless. */
  stop: () => Promise<void>
}

/** What a test needs of a site that others use as well. */
export type SharedSite = Pick<Site, 'origin' | 'dataDir' | 'openDatabase'>
/** Where one is, in words that pass from one process to another. */
export type SiteAddress = Pick<Site, 'origin' | 'dataDir' | 'databaseUrl'>

export type SiteOptions = {
  env?: Record<string, string>
  /** The PostgreSQL server on which the site gets a database of its own; without it the database is embedded. */
  server?: string | undefined
  /** What another site had when it ended: a copy of it spares filling an empty database. Not used with SEED. */
  seeded?: SeededState | undefined
  /** A file that the site reads as /etc/hosts, alone and without a name server: for that it gets a namespace (Linux). */
  hosts?: string
  /** A copy of the project, whose current build is started instead. */
  project?: string
}

/** The state of a site that has ended: its data folder, and its database where that is on a server. */
export type SeededState = { dataDir: string; database?: string | undefined }

/**
 * Starts the built server as its own process, with empty data filled from the demo catalogue and no way to the
 * network. `env` adds to or replaces its settings; nothing is taken from the caller's environment.
 * Throws with what the server printed when it does not get ready.
 */
export async function startSite(siteOptions: SiteOptions = {}): Promise<Site> {
  const { env = {}, server, seeded, hosts, project = root } = siteOptions
  const folder = await mkdtemp(join(tmpdir(), 'chopmark-site-'))
  const dataDir = join(folder, 'data')
  const port = await takePort()
  const origin = `http://127.0.0.1:${port}`
  const copied = env.SEED === undefined ? seeded : undefined
  if (copied) await copySeed(copied.dataDir, dataDir)
  const database = server ? await createDatabase(server, copied?.database) : undefined
  const command = hosts ? await createNamespaceCommand(hosts, folder) : []
  const options = {
    cwd: folder,
    env: { ...createSettings({ port, origin, dataDir, database }), ...env },
    command,
    project,
  }
  const runs: ServerRun[] = []
  const start = async () => {
    const begun = performance.now()
    const run = runServer(options)
    runs.push(run)
    await waitUntilReady(run)
    return Math.round(performance.now() - begun)
  }
  const endLast = (signal: 'SIGTERM' | 'SIGKILL') => endProcess(runs.at(-1)?.child, signal)
  const { leave, ...shared } = useSite({ origin, dataDir, databaseUrl: database?.url })
  const stop = async () => {
    await Promise.all([endLast('SIGTERM'), leave()])
    await endLeftOver(dataDir)
    returnPort(port)
    await Promise.all([database?.drop(), rm(folder, { recursive: true, force: true })])
  }
  const readyMs = await start().catch(async (error) => {
    await stop()
    throw error
  })
  return {
    ...shared,
    readyMs,
    databaseUrl: database?.url,
    databaseName: database?.name,
    printed: () => runs.map((run) => run.printed()).join(''),
    pid: () => runs.at(-1)?.child.pid,
    end: () => endLast('SIGTERM'),
    kill: () => endLast('SIGKILL'),
    restart: start,
    stop,
  }
}

/** A site that runs; `leave` closes what was opened beside it. */
export function useSite({ origin, dataDir, databaseUrl }: SiteAddress): SharedSite & {
  leave: () => Promise<void>
} {
  let opened: Promise<Database> | undefined
  return {
    origin,
    dataDir,
    openDatabase: () => {
      const location = { url: databaseUrl, dataDir: join(dataDir, 'db'), isBesideSite: true }
      opened ??= connectDatabase({ ...location, applicationName: 'tests' })
      return opened
    },
    leave: async () => (await opened)?.close(),
  }
}

type ServerRun = { child: ChildProcess; printed: () => string }

type RunOptions = { cwd: string; env: Record<string, string>; command: string[]; project: string }

function runServer({ command, project, ...options }: RunOptions): ServerRun {
  const [program = '', ...args] = [
    ...command,
    process.execPath,
    join(project, 'dist/current/server/server.js'),
  ]
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, printed: collectOutput(child) }
}

/** The prefix of a command with which it alone resolves names from a file, and from nowhere else. */
async function createNamespaceCommand(hosts: string, folder: string): Promise<string[]> {
  const resolver = join(folder, 'resolv.conf')
  await writeFile(resolver, 'nameserver 127.0.0.1\n') // where none listens
  const script = 'mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/resolv.conf && shift 2 && exec "$@"'
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', hosts, resolver]
}

/** Where pictures lie, which are links to the same files: no site changes one once it is written. */
const pictureFolders = ['media', 'pictures']

async function copySeed(from: string, to: string): Promise<void> {
  const folders = pictureFolders.map((name) => join(from, name))
  await cp(from, to, { recursive: true, filter: (path) => !folders.includes(path) })
  const items = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  )
  for (const item of items.flat()) {
    const path = join(item.parentPath, item.name)
    const copy = join(to, path.slice(from.length))
    if (item.isDirectory()) await mkdir(copy, { recursive: true })
    else await mkdir(dirname(copy), { recursive: true }).then(() => link(path, copy))
  }
}

type ServerPlace = { port: number; origin: string; dataDir: string; database: TestDatabase | undefined }

function createSettings({ port, origin, dataDir, database }: ServerPlace): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH,
    HOME,
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '8388608',
    MALLOC_TRIM_THRESHOLD_: '4194304', // as `npm start`
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), // a tenth of a second of each start
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url }),
    LINK_PREVIEW: 'off',
    SHORT_LINKS: 'off',
    PICTURE_JOBS: 'off',
    LOG_LEVEL: 'warn',
  }
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  return () => text
}

/** Resident memory of a process in MB as Linux counts it; 0 where there is no such file. */
export function readResidentMb(pid: number | undefined): number {
  try {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kb ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** Waits for the line that says so; the socket is open by then. */
async function waitUntilReady({ child, printed }: ServerRun): Promise<void> {
  const patience = AbortSignal.timeout(READY_MS)
  const ended = once(child, 'exit', { signal: patience })
  ended.catch(() => {}) // looked at below, where it is raced
  while (!printed().includes('Chopmark is ready on ')) {
    const next = child.stdout ? once(child.stdout, 'data', { signal: patience }) : ended
    const isOver = await Promise.race([next.then(() => false), ended.then(() => true)]).catch(() => true)
    if (isOver) throw new Error(`The server did not get ready. It printed:\n${printed()}`)
  }
}

/** Ends the database server that a killed site left, which the next start would have taken over. */
async function endLeftOver(dataDir: string): Promise<void> {
  await stopOrphanedServer(join(dataDir, 'db'))
}

async function endProcess(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = delay(STOP_MS, 'late', { ref: false })
  if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL')
  await ended
}
