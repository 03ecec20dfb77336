import { once } from 'node:events'
import { extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { createOpenError, type FindBackup } from '../damage.ts'
import { lockFolder } from '../folder-lock.ts'
import { WireStream } from './wire-stream.ts'

/** Leaves room for PostgreSQL's own depth check, because PGlite answers a JavaScript stack overflow by hanging. */
const STACK_MB = 128
const CLOSE_MS = 2_000

/** With the suffix of this very file, so that it finds the worker as source (.ts) and as bundle (.js). */
const WORKER_FILE = new URL(`./pglite-worker${extname(import.meta.url)}`, import.meta.url)

export type PgliteDatabase = { pool: pg.Pool; close: () => Promise<void> }

/**
 * Opens a folder of PGlite with one connection, to copy it to a server. Runs in a worker thread, because only its end
 * gives the memory back. Takes the folder's lock first, because opening already writes to the folder.
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

/** Ends a worker by force when it does not end by itself. */
async function stopWorker(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit')
  worker.postMessage('close')
  await Promise.race([exited, delay(CLOSE_MS, undefined, { ref: false })])
  await worker.terminate()
}

/** Sets everything which `pg` would otherwise take from PG* variables meant for a server. */
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
