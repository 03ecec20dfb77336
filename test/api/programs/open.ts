import { once } from 'node:events'
import { connectDatabase } from '#db/client.ts'

// Opens the folder as a server would: one line when ready, a clean end on SIGTERM.
const [dataDir = '', busy] = process.argv.slice(2)
const { pool, close } = await connectDatabase({ dataDir, onlyPglite: true, applicationName: 'tests' }).catch(
  (error: Error) => {
    console.error(error.message)
    process.exit(2)
  },
)

const closed = once(process, 'SIGTERM').then(close)
console.log('ready')

while (busy) {
  const result = await pool.query('select count(*) from generate_series(1, 1000)').catch(() => undefined)
  if (!result) break
}
await closed
console.log('closed')
