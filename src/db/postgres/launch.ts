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
import { blockThread, callAtProcessExit } from './end-with-process.ts'
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

/** A database folder, the PostgreSQL programs for it, and the user that runs them. */
export type Cluster = { folder: string; programs: PostgresPrograms; as: RunAs }

/** How often the state of a server is read. */
const pollMs = 15
/** A server that does not respond for this time is killed. */
const silenceTimeoutMs = 10_000
export const responseTimeoutMs = 2_000
/** The longest wait for a killed server. It checks `postmaster.pid` once a minute and ends when the file is missing. */
const orphanTimeoutMs = 90_000
/** A wait for a killed server is reported after this time. */
const warnAfterMs = 3_000
/** The error while a killed server is still in the process table, or while its helper processes still run. */
const orphanPattern = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/

/**
 * The options of a client for the server on a socket. All are set, because `pg` would read missing ones from PG* variables.
 */
export function createClientConfig(socketFolder: string) {
  const identity = { user: 'postgres', database: 'postgres', password: '', ssl: false } as const
  return { host: socketFolder, port: socketPort, ...identity }
}

/**
 * Starts the server of a folder, or uses the one that already runs on it. Resolves when it accepts connections. Throws the
 * server's message when it does not start. `warn` receives the reason for a long wait.
 */
export async function startPostmaster(
  cluster: Cluster,
  warn: (message: string) => void,
): Promise<Postmaster> {
  const { folder } = cluster
  const startedAtMs = Date.now()
  for (let isReported = false; ; await delay(500)) {
    const postmaster = await findPostmaster(folder)
    if (postmaster) {
      stopAtExit(folder)
      return assertAcceptsConnections(folder, postmaster)
    }
    deleteStalePidFile(folder)
    const outcome = await launchServer(cluster)
    if (typeof outcome !== 'string') return assertAcceptsConnections(folder, outcome)
    const waitedMs = Date.now() - startedAtMs
    if (!orphanPattern.test(outcome) || waitedMs > orphanTimeoutMs) throw new Error(findErrorMessage(outcome))
    if (!isReported && waitedMs > warnAfterMs) {
      warn(`${describeOrphan(folder)} Waiting for its end, at most ${orphanTimeoutMs / 1000} seconds.`)
      isReported = true
    }
  }
}

function describeOrphan(folder: string): string {
  const pids = listServerProcesses(folder)
  const processText = pids.length > 0 ? ` (process ${pids.join(', ')})` : ''
  return `An earlier server${processText} still uses the database folder ${folder} and is ending.`
}

/** Throws the server's error when it runs but rejects every connection permanently, and stops it first. */
async function assertAcceptsConnections(folder: string, server: Postmaster): Promise<Postmaster> {
  try {
    await queryOnce(server.socketFolder, 'select 1')
  } catch (error) {
    if (error instanceof pg.DatabaseError && !isTemporary(error)) {
      await stopPostmaster(folder, server)
      throw error
    }
  }
  return server
}

/** The server is starting or shutting down, or has no free connection. */
const isTemporary = ({ code = '' }: pg.DatabaseError) => /^(?:57P|53)/.test(code)

/** Stops a server that an older release started as another user, because the folder will get another owner. */
export async function stopForeignServer(folder: string, uid: number): Promise<void> {
  const listForeignPids = () =>
    listServerProcesses(folder).filter(
      (pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid !== uid,
    )
  if (listForeignPids().length === 0) return
  await stopOrphanedServer(folder)
  for (let pids = listForeignPids(); pids.length > 0; pids = listForeignPids()) {
    for (const pid of pids) killIfRunning(pid)
    await delay(pollMs)
  }
}

/** The visible processes of PostgreSQL on a folder; only on Linux. */
function listServerProcesses(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => isServerProcess(pid, folder))
}

function isServerProcess(pid: number, folder: string): boolean {
  try {
    const isInFolder = readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    return isInFolder && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}

/**
 * The server that runs on a folder, when it accepts connections: it may first have to recover from a crash. Undefined when no
 * server runs or it is shutting down. A server that does not respond for ten seconds is killed.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  let respondedAtMs = Date.now()
  for (
    let postmaster = readPostmaster(folder);
    postmaster && isAlive(postmaster.pid, folder);
    postmaster = readPostmaster(folder)
  ) {
    const message = await probeServer(postmaster.socketFolder)
    if (message === 'ready') return postmaster
    if (message === 'not yet') respondedAtMs = Date.now()
    if (Date.now() - respondedAtMs > silenceTimeoutMs) process.kill(postmaster.pid, 'SIGKILL')
    await delay(pollMs)
  }
  return undefined
}

/** The state of a server by its response on a socket. `not yet`: it is starting or shutting down, or has no free connection. */
export async function probeServer(
  socketFolder: string,
  timeoutMs: number = responseTimeoutMs,
): Promise<'ready' | 'not yet' | 'no response'> {
  try {
    await queryOnce(socketFolder, 'select 1', timeoutMs)
    return 'ready'
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return 'no response'
    return isTemporary(error) ? 'not yet' : 'ready' // the client that connects gets the error
  }
}

/** Runs one statement on a new connection. */
export async function queryOnce(
  socketFolder: string,
  statement: string,
  timeoutMs: number = responseTimeoutMs,
) {
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
  const client = new pg.Client({ ...createClientConfig(socketFolder), ...timeouts })
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
 * Whether a process id is the server of a folder; the system may have reused the id. Only Linux provides this: on other
 * systems, every existing process counts as the server.
 */
function identifyProcess(pid: number, folder: string): 'server' | 'gone' | 'ending' | 'another' {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return 'server'
    if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return 'ending'
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) ? 'server' : 'another'
  } catch (error) {
    const belongsToOtherUser =
      error instanceof Error && 'code' in error && ['EPERM', 'EACCES'].includes(`${error.code}`)
    return belongsToOtherUser ? 'another' : 'gone'
  }
}

/**
 * Deletes `postmaster.pid` when its process is not the server: after a crash of the machine, the id may belong to any process,
 * and the file would prevent the server from starting.
 */
function deleteStalePidFile(folder: string): void {
  const server = readPostmaster(folder)
  if (server && identifyProcess(server.pid, folder) === 'another')
    rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/** Stops the server of a folder: closes its connections and keeps committed data. If it does not end, kills it. */
export async function stopPostmaster(folder: string, server: Postmaster): Promise<void> {
  for (const _ of stopInSteps(folder, server)) await delay(pollMs)
  exitHandlerCancellers.get(folder)?.()
}

/** Yields when the caller must wait for some time. When it returns, the server has ended. */
function* stopInSteps(
  folder: string,
  { pid, socketFolder }: Postmaster,
  isRunning = () => isAlive(pid, folder),
): Generator<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const deadlineMs = Date.now() + timeoutMs
    if (isRunning()) process.kill(pid, signal)
    while (isRunning() && Date.now() < deadlineMs) yield
  }
  if (socketFolder) removeSocketFolder(socketFolder)
}

/** By folder: functions that cancel the stop of its server at the end of this process. */
const exitHandlerCancellers = new Map<string, () => void>()

/** Stops a server when this process ends. `child`: a server just started, which has not written its pid file yet. */
function stopAtExit(folder: string, child?: Postmaster): () => void {
  exitHandlerCancellers.get(folder)?.()
  const cancel = callAtProcessExit(() => {
    const server = child ?? readPostmaster(folder)
    const isRunning = child && (() => ['server', 'another'].includes(identifyProcess(child.pid, folder)))
    if (server) for (const _ of stopInSteps(folder, server, isRunning)) blockThread(pollMs)
  })
  exitHandlerCancellers.set(folder, cancel)
  return cancel
}

/** Stops the server of a killed process on a folder, even if it is still starting. */
export async function stopOrphanedServer(folder: string): Promise<void> {
  const server = readPidFile(folder)
  if (server.pid > 0) await stopPostmaster(folder, server)
}

/** Starts a server. Resolves to its output when it ends instead of accepting connections. */
async function launchServer({ folder, programs, as }: Cluster): Promise<Postmaster | string> {
  const socketFolder = makeSocketFolder(folder, as)
  const logPath = `${folder}.log` // beside the folder, whose content may belong to another user
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants
  const logFile = openSync(logPath, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  const commandLine = [
    ...as.commandPrefix,
    getProgramPath(programs, 'postgres'),
    ...getServerArguments(folder, socketFolder),
  ]
  const [command = '', ...args] = commandLine
  // In its own process group, so that Ctrl-C reaches only the site, which needs the server for requests in progress.
  const child = spawn(command, args, {
    uid: as.uid,
    gid: as.gid,
    cwd: '/',
    detached: true,
    env: createEnvironment(programs),
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  child.unref()
  const cancel = stopAtExit(folder, { pid: child.pid ?? 0, socketFolder })
  let endMessage: string | undefined
  const handleEnd = (text: string) => {
    endMessage = text
    cancel()
  }
  child.once('exit', (code, signal) => handleEnd(`It ended by ${signal ?? `code ${code}`}.`))
  child.once('error', ({ message }) => handleEnd(message))
  while (endMessage === undefined) {
    const postmaster = readPostmaster(folder)
    if (postmaster && (await probeServer(socketFolder)) === 'ready') return postmaster
    await delay(pollMs)
  }
  removeSocketFolder(socketFolder)
  return readFileSync(logPath, 'utf8') || endMessage
}

function findErrorMessage(text: string): string {
  const [message] = text.match(/(?<=(?:FATAL|PANIC): {2}).+/g)?.slice(-1) ?? []
  return message ?? text.trim().split('\n').at(-1) ?? ''
}
