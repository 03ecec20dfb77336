import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
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

/** How often a server's state is polled, ms; and how long its shutdown may take. */
const pollMs = 15
const exitTimeoutMs = 20_000
const silenceTimeoutMs = 10_000
export const answerTimeoutMs = 2_000
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
 * connections.
 */
export async function startPostmaster(cluster: Cluster): Promise<Postmaster> {
  const until = Date.now() + exitTimeoutMs
  for (;;) {
    const found = await findPostmaster(cluster.folder)
    if (found) return found
    deleteReusedPid(cluster.folder)
    const outcome = await launchServer(cluster)
    if (typeof outcome !== 'string') return outcome
    if (!leftOverPattern.test(outcome) || Date.now() > until) throw new Error(findLastLine(outcome))
    await delay(200)
  }
}

/**
 * The server that runs on a folder, once it accepts connections: it may still recover from a crash. Undefined
 * when there is none, or it is shutting down. One that does not answer for ten seconds is killed.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  let saidAt = Date.now()
  for (
    let found = readPostmaster(folder);
    found && isAlive(found.pid, folder);
    found = readPostmaster(folder)
  ) {
    const said = await probeServer(found.socketFolder)
    if (said === 'ready') return found
    if (said === 'not yet') saidAt = Date.now()
    if (Date.now() - saidAt > silenceTimeoutMs) process.kill(found.pid, 'SIGKILL')
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
    return error instanceof pg.DatabaseError ? 'not yet' : 'nothing'
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
export async function stopPostmaster(folder: string, { pid, socketFolder }: Postmaster): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const until = Date.now() + timeoutMs
    if (isAlive(pid, folder)) process.kill(pid, signal)
    while (isAlive(pid, folder) && Date.now() < until) await delay(pollMs)
  }
  if (socketFolder) removeSocketFolder(socketFolder)
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
  const file = openSync(log, 'w', 0o600)
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
  let isOver = false
  child.once('exit', () => {
    isOver = true
  })
  child.once('error', () => {
    isOver = true
  })
  while (!isOver) {
    const found = readPostmaster(folder)
    if (found && (await probeServer(socketFolder)) === 'ready') return found
    await delay(pollMs)
  }
  return readFileSync(log, 'utf8')
}

function findLastLine(text: string): string {
  const [said] = text.match(/(?<=(?:FATAL|PANIC): {2}).+/g)?.slice(-1) ?? []
  return said ?? text.trim().split('\n').at(-1) ?? ''
}
