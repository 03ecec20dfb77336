import type { MessagePort } from 'node:worker_threads'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** PGlite's defaults, but with a cache of 32 MB. The default of 128 MB takes 110 MB more memory and is not faster. */
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

if (!parentPort) throw new Error('pglite-worker.ts runs only as a worker thread.')
const mainThread = parentPort
const { dataDir }: { dataDir: string } = workerData
const database = await PGlite.create(dataDir, { startParams: START_PARAMETERS })
let connection: MessagePort | undefined

mainThread.on('message', (message: MessagePort | 'close') => {
  if (message === 'close') void shutDown()
  else connection = acceptConnection(message)
})
mainThread.postMessage('ready')

/** Sends a copy of each chunk of the response, because PGlite reuses the memory of the chunk. */
function acceptConnection(port: MessagePort): MessagePort {
  const sendCopy = (bytes: Uint8Array) => {
    const copy = new Uint8Array(bytes)
    port.postMessage(copy, [copy.buffer])
  }
  return port.on('message', (request: Uint8Array) => {
    void database.execProtocolRawStream(request, { onRawData: sendCopy })
  })
}

/** The worker ends by itself when it has no listeners. So the exit code shows whether it ended normally or crashed. */
async function shutDown(): Promise<void> {
  connection?.close()
  await database.close()
  mainThread.close()
}
