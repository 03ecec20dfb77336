import { renameSync, rmSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { buildHeartbeat, buildSessionReset } from './wire-messages.ts'

/** PGlite's defaults, but with a cache of 32 MB. The default of 128 MB takes 110 MB more memory and is not faster. */
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

if (!parentPort) throw new Error('pglite-worker.ts runs only as a worker thread.')
const mainThread = parentPort
const { dataDir, task }: { dataDir: string; task: 'create' | 'serve' } = workerData

if (task === 'create') await createDatabaseFolder(dataDir)
else await serveFolder(dataDir)

/** Creates the database in a temporary folder and renames it, because an interrupted start would leave an incomplete one. */
async function createDatabaseFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const created = await PGlite.create(draft)
  await created.close()
  renameSync(draft, folder)
}

/** Serves connections until the main thread sends 'close'. */
async function serveFolder(folder: string): Promise<void> {
  const database = await PGlite.create(folder, { startParams: START_PARAMETERS })
  let connection: MessagePort | undefined
  mainThread.on('message', (message: MessagePort | 'beat' | 'close') => {
    if (message === 'beat')
      return executeRequest(database, buildHeartbeat(), () => mainThread.postMessage('alive'))
    connection?.close()
    if (message === 'close') void shutDown(database)
    else connection = acceptConnection(database, message)
  })
  mainThread.postMessage('ready')
}

/**
 * Resets the session first, because PGlite has only one, which may contain state of the previous connection.
 */
function acceptConnection(database: PGlite, port: MessagePort): MessagePort {
  executeRequest(database, buildSessionReset(), () => {})
  return port.on('message', (request: Uint8Array) => {
    executeRequest(database, request, (bytes) => port.postMessage(bytes, [bytes.buffer]))
  })
}

/** Sends a copy of each chunk of the response, because PGlite reuses the memory of the chunk. */
function executeRequest(
  database: PGlite,
  request: Uint8Array,
  send: (bytes: Uint8Array<ArrayBuffer>) => void,
): void {
  void database.execProtocolRawStream(request, { onRawData: (bytes) => send(new Uint8Array(bytes)) })
}

/** The worker ends by itself when it has no listeners. So the exit code shows whether it ended normally or crashed. */
async function shutDown(database: PGlite): Promise<void> {
  await database.close()
  mainThread.close()
}
