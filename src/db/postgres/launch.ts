import { spawn } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { environmentOf, type Programs, program } from './programs.ts'
import type { RunAs } from './run-as.ts'
import { serverArguments } from './settings.ts'
import { makeSocketFolder, type Postmaster, port, readPostmaster } from './socket-folder.ts'

/** A folder and what runs it. */
export type Cluster = { folder: string; programs: Programs; as: RunAs }

/** How often a server is asked whether it is there, ms; and how long one that ends may take. */
const lookMs = 15
const leaveMs = 20_000
const silentMs = 10_000
export const answerMs = 2_000
/** A server that was killed is still in the table of processes, or its helpers still end. */
const leftOver = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/

/** What a client of the server on a socket needs; nothing of it comes from PG* variables meant for another. */
export function clientConfig(socketFolder: string) {
  const who = { user: 'postgres', database: 'postgres', password: '', ssl: false } as const
  return { host: socketFolder, port, ...who }
}

/** Starts the server of a folder, or takes over the one that runs on it already; answers when it takes connections. */
export async function startPostmaster(cluster: Cluster): Promise<Postmaster> {
  const until = Date.now() + leaveMs
  for (;;) {
    const found = await findPostmaster(cluster.folder)
    if (found) return found
    const outcome = await launch(cluster)
    if (typeof outcome !== 'string') return outcome
    if (!leftOver.test(outcome) || Date.now() > until) throw new Error(lastLine(outcome))
    await delay(200)
  }
}

/**
 * The server that runs on a folder, once it takes connections: it may still repair what a crash left. Undefined when
 * there is none, or it is ending. One that says nothing for ten seconds is killed.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  let saidAt = Date.now()
  for (let found = readPostmaster(folder); found && isAlive(found.pid); found = readPostmaster(folder)) {
    const said = await ask(found.socketFolder)
    if (said === 'ready') return found
    if (said === 'not yet') saidAt = Date.now()
    if (Date.now() - saidAt > silentMs) process.kill(found.pid, 'SIGKILL')
    await delay(lookMs)
  }
  return undefined
}

/** What a server says on a socket in time; `not yet`: it starts, ends or has no room. */
export async function ask(
  socketFolder: string,
  patienceMs: number = answerMs,
): Promise<'ready' | 'not yet' | 'nothing'> {
  const patience = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs }
  const client = new pg.Client({ ...clientConfig(socketFolder), ...patience })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return 'ready'
  } catch (error) {
    return error instanceof pg.DatabaseError ? 'not yet' : 'nothing'
  } finally {
    client.end().catch(() => {})
  }
}

/** Whether a process lives and is a server: its number may be another's by now. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  try {
    const [, name, state] = /\((.*)\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === 'postgres' && state !== 'Z'
  } catch {
    return process.platform !== 'linux' // elsewhere its number has to do
  }
}

/** Ends a server: its connections are cut and what was written stays. Then by force. */
export async function stopPostmaster({ pid, socketFolder }: Postmaster): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const until = Date.now() + patienceMs
    if (isAlive(pid)) process.kill(pid, signal)
    while (isAlive(pid) && Date.now() < until) await delay(lookMs)
  }
  rmSync(socketFolder, { recursive: true, force: true })
}

/** Answers what the server said when it ended instead of taking connections. */
async function launch({ folder, programs, as }: Cluster): Promise<Postmaster | string> {
  const socketFolder = makeSocketFolder(folder, as)
  const log = join(folder, 'server.log')
  const file = openSync(log, 'w', 0o600)
  if (as.uid !== undefined && as.gid !== undefined) fchownSync(file, as.uid, as.gid)
  const all = [...as.before, program(programs, 'postgres'), ...serverArguments(folder, socketFolder)]
  const [command = '', ...args] = all
  // In a group of its own: Ctrl-C is for the site, which first answers what it has begun.
  const child = spawn(command, args, {
    ...{ uid: as.uid, gid: as.gid, cwd: '/', detached: true },
    env: environmentOf(programs),
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
    if ((await ask(socketFolder)) === 'ready') return { pid: readPostmaster(folder)?.pid ?? 0, socketFolder }
    await delay(lookMs)
  }
  return readFileSync(log, 'utf8')
}

function lastLine(text: string): string {
  const [said] = text.match(/(?<=(?:FATAL|PANIC): {2}).+/g)?.slice(-1) ?? []
  return said ?? text.trim().split('\n').at(-1) ?? ''
}
