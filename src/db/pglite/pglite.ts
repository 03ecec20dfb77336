import { once } from 'node:events'
import { extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { createOpenError, type FindBackup } from '../damage.ts'
import { lockFolder } from '../folder-lock.ts'
import { WireStream } from './wire-stream.ts'

/** Large enough that PostgreSQL's own check of the stack depth comes first: after a JavaScript stack overflow, PGlite hangs. */
const STACK_MB = 128
const CLOSE_TIMEOUT_MS = 2_000

/** Has the same extension as this file: the worker is a source (.ts) or part of a build (.js). */
const WORKER_FILE = new URL(`./pglite-worker${extname(import.meta.url)}`, import.meta.url)

export type PgliteDatabase = { pool: pg.Pool; close: () => Promise<void> }

/**
 * Opens a folder of PGlite with one connection, to copy it to a server. Runs in a worker thread, because its memory is freed
 * only when the thread ends. Locks the folder first, because opening it already writes to it.
 */
export async function openPglite(dataDir: string, findBackup?: FindBackup): Promise<PgliteDatabase> {
  const unlock = lockFolder(dataDir)
  try {
    const worker = await startWorker(dataDir)
    const pool = new pg.Pool(createPoolConfig(worker))
    pool.on('error', () => {}) // the next query reports it
    return {
      pool,
      close: async () => {
        await pool.end()
        await stopWorker(worker).finally(unlock)
      },
    }
  } catch (cause) {
    unlock()
    throw await createOpenError(dataDir, cause, findBackup)
  }
}

/** Waits for the worker's first message, so that a broken folder is refused here. */
async function startWorker(dataDir: string): Promise<Worker> {
  const resourceLimits = { stackSizeMb: STACK_MB }
  const worker = new Worker(WORKER_FILE, { name: 'pglite', workerData: { dataDir }, resourceLimits })
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`The worker ended with code ${code} before it was ready.`)
  })
  await Promise.race([once(worker, 'message'), ended])
  worker.on('error', () => {}) // its connection closes, which the query in progress reports
  return worker
}

/** Terminates a worker that does not end in time. */
async function stopWorker(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit')
  worker.postMessage('close')
  await Promise.race([exited, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  await worker.terminate()
}

/** Sets everything that `pg` would otherwise read from PG* variables, which are for a server. */
function createPoolConfig(worker: Worker): pg.PoolConfig {
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
