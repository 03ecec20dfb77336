import { spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { blockFor, endWithProcess } from './end-with-process.ts'
import { createEnvironment, getProgramPath, type PostgresPrograms } from './programs.ts'
import type { RunAs } from './run-as.ts'
import { getServerArguments } from './settings.ts'
import {
  makeSocketFolder,
  type Postmaster,
  readPidFile,
  readPostmaster,
  removeSocketFolder,
  socketPort,
} from './socket-folder.ts'

/** A folder and the programs that run it. */
export type Cluster = { folder: string; programs: PostgresPrograms; as: RunAs }

/** How often a server's state is polled, ms; how long what a killed one left may take to end, and when that is said. */
const pollMs = 15
const silenceTimeoutMs = 10_000
export const answerTimeoutMs = 2_000
/** A server whose `postmaster.pid` is gone looks for it once a minute, and then ends. */
const leftOverTimeoutMs = 90_000
const tellWaitingAfterMs = 3_000
/** A killed server is still in the process table, or its helper processes still run. */
const leftOverPattern = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/

/**
 * What a client needs to reach the server on a socket; nothing of it comes from PG* variables meant for
 * another.
 */
export function createClientConfig(socketFolder: string) {
  const who = { user: 'postgres', database: 'postgres', password: '', ssl: false } as const
  return { host: socketFolder, port: socketPort, ...who }
}

/**
 * Starts the server of a folder, or takes over the one that runs on it already; resolves when it accepts
 * connections. Throws what it says when it does not; `warn` receives what is waited for.
 */
export async function startPostmaster(
  cluster: Cluster,
  warn: (message: string) => void,
): Promise<Postmaster> {
  const { folder } = cluster
  const since = Date.now()
  for (let isTold = false; ; await delay(500)) {
    const postmaster = await findPostmaster(folder)
    if (postmaster) {
      stopAtExit(folder)
      return assertServes(folder, postmaster)
    }
    deleteReusedPid(folder)
    const outcome = await launchServer(cluster)
    if (typeof outcome !== 'string') return assertServes(folder, outcome)
    const waitedMs = Date.now() - since
    if (!leftOverPattern.test(outcome) || waitedMs > leftOverTimeoutMs) throw new Error(findLastLine(outcome))
    if (!isTold && waitedMs > tellWaitingAfterMs) {
      warn(`${describeLeftOver(folder)} Waiting for that, ${leftOverTimeoutMs / 1000} seconds at most.`)
      isTold = true
    }
  }
}

function describeLeftOver(folder: string): string {
  const pids = listServerProcesses(folder)
  const which = pids.length > 0 ? ` (process ${pids.join(', ')})` : ''
  return `A server that was left over${which} still uses the database folder ${folder} and is about to end.`
}

/** A server may run and refuse every connection for good: then it is stopped, and what it says thrown. */
async function assertServes(folder: string, server: Postmaster): Promise<Postmaster> {
  try {
    await queryOnce(server.socketFolder, 'select 1')
  } catch (error) {
    if (error instanceof pg.DatabaseError && !isPassing(error)) {
      await stopPostmaster(folder, server)
      throw error
    }
  }
  return server
}

/** It starts, shuts down, or has no free connection. */
const isPassing = ({ code = '' }: pg.DatabaseError) => /^(?:57P|53)/.test(code)

/** Ends what an older release left running as another user, who is about to lose the folder. */
export async function stopForeignServer(folder: string, uid: number): Promise<void> {
  const listForeign = () =>
    listServerProcesses(folder).filter(
      (pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid !== uid,
    )
  if (listForeign().length === 0) return
  await stopLeftOver(folder)
  for (let left = listForeign(); left.length > 0; left = listForeign()) {
    for (const pid of left) killIfThere(pid)
    await delay(pollMs)
  }
}

/** The processes of PostgreSQL on a folder that we may see; only Linux tells. */
function listServerProcesses(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => isServerProcess(pid, folder))
}

function isServerProcess(pid: number, folder: string): boolean {
  try {
    const isThere = readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    return isThere && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}

/**
 * The server that runs on a folder, once it accepts connections: it may still recover from a crash. Undefined
 * when there is none, or it is shutting down. One that does not answer for ten seconds is killed.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  let saidAt = Date.now()
  for (
    let postmaster = readPostmaster(folder);
    postmaster && isAlive(postmaster.pid, folder);
    postmaster = readPostmaster(folder)
  ) {
    const message = await probeServer(postmaster.socketFolder)
    if (message === 'ready') return postmaster
    if (message === 'not yet') saidAt = Date.now()
    if (Date.now() - saidAt > silenceTimeoutMs) process.kill(postmaster.pid, 'SIGKILL')
    await delay(pollMs)
  }
  return undefined
}

/** A server's answer on a socket in time; `not yet`: it starts, shuts down or has no free connection. */
export async function probeServer(
  socketFolder: string,
  timeoutMs: number = answerTimeoutMs,
): Promise<'ready' | 'not yet' | 'nothing'> {
  try {
    await queryOnce(socketFolder, 'select 1', timeoutMs)
    return 'ready'
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return 'nothing'
    return isPassing(error) ? 'not yet' : 'ready' // the client that connects gets the error
  }
}

/** One statement on a connection of its own. */
export async function queryOnce(
  socketFolder: string,
  statement: string,
  patienceMs: number = answerTimeoutMs,
) {
  const patience = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }
  const client = new pg.Client({ ...createClientConfig(socketFolder), ...patience })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query<Record<string, string>>(statement)
  } finally {
    client.end().catch(() => {})
  }
}

export const isAlive = (pid: number, folder: string) => identifyProcess(pid, folder) === 'server'

/**
 * Whether a process id, which may have been reused, is the server of a folder. Only Linux tells; elsewhere
 * the number has to do.
 */
function identifyProcess(pid: number, folder: string): 'server' | 'gone' | 'ending' | 'another' {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return 'server'
    if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return 'ending'
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) ? 'server' : 'another'
  } catch (error) {
    const isOthers =
      error instanceof Error && 'code' in error && ['EPERM', 'EACCES'].includes(`${error.code}`)
    return isOthers ? 'another' : 'gone'
  }
}

/**
 * After a crash of the machine the pid in the file may be that of any process, and would keep the server from
 * starting.
 */
function deleteReusedPid(folder: string): void {
  const left = readPostmaster(folder)
  if (left && identifyProcess(left.pid, folder) === 'another')
    rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/** Stops the server of a folder: its connections are cut and committed data stays. Then by force. */
export async function stopPostmaster(folder: string, server: Postmaster): Promise<void> {
  for (const _ of stopStepwise(folder, server)) await delay(pollMs)
  releases.get(folder)?.()
}

/** Yields whenever a while has to pass; the server has ended when it returns. */
function* stopStepwise(
  folder: string,
  { pid, socketFolder }: Postmaster,
  isRunning = () => isAlive(pid, folder),
): Generator<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const until = Date.now() + timeoutMs
    if (isRunning()) process.kill(pid, signal)
    while (isRunning() && Date.now() < until) yield
  }
  if (socketFolder) removeSocketFolder(socketFolder)
}

/** By folder: what releases a server that would be stopped when this process ends. */
const releases = new Map<string, () => void>()

/** `child`: a server that this process has just launched, whose folder does not name it yet. */
function stopAtExit(folder: string, child?: Postmaster): () => void {
  releases.get(folder)?.()
  const release = endWithProcess(() => {
    const server = child ?? readPostmaster(folder)
    const isRunning = child && (() => ['server', 'another'].includes(identifyProcess(child.pid, folder)))
    if (server) for (const _ of stopStepwise(folder, server, isRunning)) blockFor(pollMs)
  })
  releases.set(folder, release)
  return release
}

/** Stops the server that a killed process left on a folder, also one that is still starting. */
export async function stopLeftOver(folder: string): Promise<void> {
  const left = readPidFile(folder)
  if (left.pid > 0) await stopPostmaster(folder, left)
}

/** Resolves to the server's output when it ended instead of accepting connections. */
async function launchServer({ folder, programs, as }: Cluster): Promise<Postmaster | string> {
  const socketFolder = makeSocketFolder(folder, as)
  const log = `${folder}.log` // beside the folder, whose content may belong to another user
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants
  const file = openSync(log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  const all = [
    ...as.before,
    getProgramPath(programs, 'postgres'),
    ...getServerArguments(folder, socketFolder),
  ]
  const [command = '', ...args] = all
  // In a process group of its own: Ctrl-C is for the site, which first answers the requests in progress.
  const child = spawn(command, args, {
    uid: as.uid,
    gid: as.gid,
    cwd: '/',
    detached: true,
    env: createEnvironment(programs),
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  child.unref()
  const release = stopAtExit(folder, { pid: child.pid ?? 0, socketFolder })
  let outcome: string | undefined
  const end = (text: string) => {
    outcome = text
    release()
  }
  child.once('exit', (code, signal) => end(`It ended by ${signal ?? `code ${code}`}.`))
  child.once('error', ({ message }) => end(message))
  while (outcome === undefined) {
    const postmaster = readPostmaster(folder)
    if (postmaster && (await probeServer(socketFolder)) === 'ready') return postmaster
    await delay(pollMs)
  }
  removeSocketFolder(socketFolder)
  return readFileSync(log, 'utf8') || outcome
}

function findLastLine(text: string): string {
  const [message] = text.match(/(?<=(?:FATAL|PANIC): {2}).+/g)?.slice(-1) ?? []
  return message ?? text.trim().split('\n').at(-1) ?? ''
}
