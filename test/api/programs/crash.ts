import type { Worker } from 'node:worker_threads'
import { connectDatabase } from '#db/client.ts'
import { WireStream } from '#db/pglite/wire-stream.ts'

// Two ways to end: an exception inside the worker, and termination while a query runs.
const [dataDir = '', way] = process.argv.slice(2)
const workers: Worker[] = []
process.on('worker', (worker) => workers.push(worker))
const { pool } = await connectDatabase({ dataDir, onlyPglite: true, applicationName: 'tests' })

if (way === 'exception') {
  const stream = pool.options.stream?.()
  if (!(stream instanceof WireStream)) throw new Error('not embedded')
  stream.write(Buffer.from([0, 0, 0, 8, 0, 1, 0, 0]))
} else {
  await pool.query('select 1')
  const query = pool.query('select pg_sleep(60)')
  setImmediate(() => workers.at(-1)?.terminate())
  await query.catch((error: Error) => console.log('rejected:', error.message))
}
