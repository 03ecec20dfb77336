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

/** Large enough that PostgreSQL's own check of the stack depth comes first: after a JavaScript stack overflow, PGlite hangs. */
const STACK_MB = 128
const CLOSE_TIMEOUT_MS = 2_000

/** Has the same extension as this file: the worker is a source (.ts) or part of a build (.js). */
const WORKER_FILE = new URL(`./pglite-worker${extname(import.meta.url)}`, import.meta.url)

export type Pglite = {
  poolConfig: PoolConfig
  /** Starts the heartbeat; `onFatal` is called when the worker does not respond. */
  watchHeartbeat: () => void
  /** Whether the worker has not responded for ten seconds. */
  isUnresponsive: () => boolean
  stop: () => Promise<void>
}

/** `onFatal` is called once when the worker ends unexpectedly or stops responding; `heartbeatMs` is for tests. */
type PgliteOptions = {
  onFatal: (error: Error) => void
  findBackup?: FindBackup | undefined
  heartbeatMs?: number | undefined
}

/**
 * Starts PGlite in a worker thread and returns the configuration of a pool that uses it. Locks the folder before the worker
 * starts, because opening the folder already writes to it.
 */
export async function startPglite(
  dataDir: string,
  { onFatal, findBackup, heartbeatMs }: PgliteOptions,
): Promise<Pglite> {
  const unlock = lockFolder(dataDir)
  try {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) await createFolder(dataDir)
    const worker = await startServing(dataDir)
    const ignoreExit = watchWorker(worker, onFatal)
    let heartbeat: ReturnType<typeof watchHeartbeat> | undefined
    return {
      poolConfig: createPglitePoolConfig(worker),
      watchHeartbeat: () => {
        heartbeat ??= watchHeartbeat(worker, onFatal, heartbeatMs)
      },
      isUnresponsive: () => heartbeat?.isUnresponsive() ?? false,
      stop: () => {
        heartbeat?.stop()
        return stopWorker(worker, ignoreExit).finally(unlock)
      },
    }
  } catch (cause) {
    unlock()
    throw await createOpenError(dataDir, cause, findBackup)
  }
}

/** Uses a separate worker, because creating the folder needs 400 MB, which are freed only when the thread ends. */
async function createFolder(dataDir: string): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error('It contains files, but no PG_VERSION.')
  }
  const [code] = await once(startWorker(dataDir, 'create'), 'exit')
  if (code !== 0) throwWorkerEnded([code])
}

/**
 * Waits for the worker's first message, so that the start fails when the folder is damaged, and not the first request.
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

/** Calls `onFatal` when the worker ends unexpectedly. Returns a function that stops watching. */
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

/** Terminates a worker that does not end in time, because the shutdown must not wait for a query. A restart replays its log. */
async function stopWorker(worker: Worker, ignoreExit: () => void): Promise<void> {
  ignoreExit()
  const exited = once(worker, 'exit')
  worker.postMessage('close')
  await Promise.race([exited, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  await worker.terminate()
}

/** Sets everything that `pg` would otherwise read from PG* variables, which are for a server. */
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
