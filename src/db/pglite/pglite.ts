import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { createOpenError, type FindBackup } from '../damage.ts'
import { lockFolder } from '../folder-lock.ts'
import { watchHeartbeat } from '../heartbeat.ts'
import { WireStream } from './wire-stream.ts'

/** Leaves room for PostgreSQL's own depth check, because PGlite answers a JavaScript stack overflow by hanging. */
const STACK_MB = 128
const CLOSE_MS = 2_000

/** With the suffix of this very file, so that it finds the worker as source (.ts) and as bundle (.js). */
const WORKER_FILE = new URL(`./pglite-worker${extname(import.meta.url)}`, import.meta.url)

export type Pglite = {
  poolConfig: PoolConfig
  /** Starts the heartbeat; `onFatal` is called when it is not answered. */
  watchHeartbeat: () => void
  /** Whether the heartbeat was not answered for ten seconds. */
  isUnresponsive: () => boolean
  stop: () => Promise<void>
}

/** `onFatal` is called once when the worker ends unexpectedly or stops answering; `beatMs` is for tests. */
type PgliteOptions = {
  onFatal: (error: Error) => void
  findBackup?: FindBackup | undefined
  beatMs?: number | undefined
}

/**
 * Starts PGlite in a worker thread and returns the configuration of a pool which talks to it. It takes the
 * lock before the worker starts, because opening the folder already writes to it.
 */
export async function startPglite(
  dataDir: string,
  { onFatal, findBackup, beatMs }: PgliteOptions,
): Promise<Pglite> {
  const unlock = lockFolder(dataDir)
  try {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) await createFolder(dataDir)
    const worker = await startServing(dataDir)
    const disarm = watchWorker(worker, onFatal)
    let heart: ReturnType<typeof watchHeartbeat> | undefined
    return {
      poolConfig: createPglitePoolConfig(worker),
      watchHeartbeat: () => {
        heart ??= watchHeartbeat(worker, onFatal, beatMs)
      },
      isUnresponsive: () => heart?.isUnresponsive() ?? false,
      stop: () => {
        heart?.stop()
        return stopWorker(worker, disarm).finally(unlock)
      },
    }
  } catch (cause) {
    unlock()
    throw await createOpenError(dataDir, cause, findBackup)
  }
}

/** Uses a worker of its own, because the first start needs 400 MB which only the end of a thread gives back. */
async function createFolder(dataDir: string): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error('It holds files, but no PG_VERSION.')
  }
  const [code] = await once(startWorker(dataDir, 'create'), 'exit')
  if (code !== 0) throwWorkerEnded([code])
}

/**
 * Waits for the worker's first message, so that a broken folder fails the start and not the first visitor.
 */
async function startServing(dataDir: string): Promise<Worker> {
  const worker = startWorker(dataDir, 'serve')
  await Promise.race([once(worker, 'message'), once(worker, 'exit').then(throwWorkerEnded)])
  return worker
}

function startWorker(dataDir: string, task: 'create' | 'serve'): Worker {
  const resourceLimits = { stackSizeMb: STACK_MB }
  return new Worker(WORKER_FILE, { name: 'pglite', workerData: { dataDir, task }, resourceLimits })
}

function throwWorkerEnded([code]: number[]): never {
  throw new Error(`The worker ended with code ${code} before it was ready.`)
}

/** Reports an unexpected end, because without its database the process cannot serve. */
function watchWorker(worker: Worker, onFatal: (error: Error) => void): () => void {
  let cause: unknown
  const onExit = (code: number): void => {
    onFatal(new Error(`The embedded database stopped unexpectedly (exit code ${code}).`, { cause }))
  }
  worker.on('error', (error) => {
    cause = error
  })
  worker.once('exit', onExit)
  return () => worker.off('exit', onExit)
}

/** Ends a worker stuck in a query by force, because shutdown must not wait for it; a restart replays its log. */
async function stopWorker(worker: Worker, disarm: () => void): Promise<void> {
  disarm()
  const exited = once(worker, 'exit')
  worker.postMessage('close')
  await Promise.race([exited, delay(CLOSE_MS, undefined, { ref: false })])
  await worker.terminate()
}

/** Sets everything which `pg` would otherwise take from PG* variables meant for a server. */
function createPglitePoolConfig(worker: Worker): PoolConfig {
  return {
    stream: () => new WireStream(worker),
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
  }
}
