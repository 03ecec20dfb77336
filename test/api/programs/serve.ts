import { once } from 'node:events'
import { connectDatabase } from '#db/client.ts'

// Keeps the server of a folder running as a site would: one line with what it is when ready, a clean end on SIGTERM.
const [dataDir = ''] = process.argv.slice(2)
const termination = once(process, 'SIGTERM')
const alive = setInterval(() => {}, 60_000) // as a site's open port: a signal that is waited for keeps no process alive
const { kind, close } = await connectDatabase({ dataDir, applicationName: 'tests' }).catch((error: Error) => {
  console.error(error.message)
  process.exit(2)
})
console.log(kind)
await termination
clearInterval(alive)
await close()
