import { once } from 'node:events'
import { connectDatabase } from '#db/client.ts'

// Keeps the server of a folder running as a site would: one line with what it is when ready, a clean end on SIGTERM.
const [dataDir = ''] = process.argv.slice(2)
const termination = once(process, 'SIGTERM')
const alive = setInterval(() => {}, 60_000) // keeps the process running, like the open port of a site: waiting for a signal does not
const { kind, close } = await connectDatabase({ dataDir, applicationName: 'tests' }).catch((error: Error) => {
  console.error(error.message)
  process.exit(2)
})
console.log(kind)
await termination
clearInterval(alive)
await close()
