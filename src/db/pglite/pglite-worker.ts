import { renameSync, rmSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { buildHeartbeat, buildSessionReset } from './wire-messages.ts'

/** PGlite's own settings and a cache of 32 MB instead of 128 MB, which costs 110 MB of memory and saves no time. */
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

if (!parentPort) throw new Error('pglite-worker.ts runs only as a worker thread.')
const owner = parentPort
const { dataDir, task }: { dataDir: string; task: 'create' | 'serve' } = workerData

if (task === 'create') await buildFolder(dataDir)
else await serveFolder(dataDir)

/** Builds a new database beside its place, because an interrupted first start would leave half of one. */
async function buildFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const created = await PGlite.create(draft)
  await created.close()
  renameSync(draft, folder)
}

/** Answers connections until the owner says 'close'. */
async function serveFolder(folder: string): Promise<void> {
  const database = await PGlite.create(folder, { startParams: START_PARAMETERS })
  let connection: MessagePort | undefined
  owner.on('message', (message: MessagePort | 'beat' | 'close') => {
    if (message === 'beat') return answerRequest(database, buildHeartbeat(), () => owner.postMessage('alive'))
    connection?.close()
    if (message === 'close') void shutDown(database)
    else connection = acceptConnection(database, message)
  })
  owner.postMessage('ready')
}

/**
 * Resets the session first, because PGlite has only one and the last connection may have left state in it.
 */
function acceptConnection(database: PGlite, port: MessagePort): MessagePort {
  answerRequest(database, buildSessionReset(), () => {})
  return port.on('message', (request: Uint8Array) => {
    answerRequest(database, request, (bytes) => port.postMessage(bytes, [bytes.buffer]))
  })
}

/** Copies every piece of the answer, because it is a view into memory which PGlite uses again. */
function answerRequest(
  database: PGlite,
  request: Uint8Array,
  send: (bytes: Uint8Array<ArrayBuffer>) => void,
): void {
  void database.execProtocolRawStream(request, { onRawData: (bytes) => send(new Uint8Array(bytes)) })
}

/** Ends by itself once it has no listeners, so that the exit code distinguishes a clean end from a crash. */
async function shutDown(database: PGlite): Promise<void> {
  await database.close()
  owner.close()
}
