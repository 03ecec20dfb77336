import type { MessagePort } from 'node:worker_threads'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** PGlite's own settings and a cache of 32 MB instead of 128 MB, which costs 110 MB of memory and saves no time. */
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

if (!parentPort) throw new Error('pglite-worker.ts runs only as a worker thread.')
const owner = parentPort
const { dataDir }: { dataDir: string } = workerData
const database = await PGlite.create(dataDir, { startParams: START_PARAMETERS })
let connection: MessagePort | undefined

owner.on('message', (message: MessagePort | 'close') => {
  if (message === 'close') void shutDown()
  else connection = acceptConnection(message)
})
owner.postMessage('ready')

/** Copies every piece of the answer, because it is a view into memory which PGlite uses again. */
function acceptConnection(port: MessagePort): MessagePort {
  const sendCopy = (bytes: Uint8Array) => {
    const copy = new Uint8Array(bytes)
    port.postMessage(copy, [copy.buffer])
  }
  return port.on('message', (request: Uint8Array) => {
    void database.execProtocolRawStream(request, { onRawData: sendCopy })
  })
}

/** The worker ends by itself once it has no listeners, so that the exit code distinguishes a clean end from a crash. */
async function shutDown(): Promise<void> {
  connection?.close()
  await database.close()
  owner.close()
}
