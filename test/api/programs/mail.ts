import { once } from 'node:events'
import { connectDatabase } from '#db/client.ts'
import { createJobs } from '#db/jobs.ts'
import { createMailQueue } from '#features/auth/server/mail/mail-queue.ts'
import { createMailTransport } from '#features/auth/server/mail/mail-transport.ts'
import { createMailWorker } from '#features/auth/server/mail/mail-worker.ts'

// Sends the queued emails of a database until it is told to stop, as a server would.
const [location = '{}', smtpUrl] = process.argv.slice(2)
const { db, pool, close } = await connectDatabase({ ...JSON.parse(location), applicationName: 'tests' })
const log = { info: () => {}, warn: () => {} }
const about = { mailFrom: 'post@chopmark.test', publicUrl: 'https://chopmark.test', dataDir: '', log }

const jobs = createJobs({ pool, log, superviseSeconds: 1 })
const transport = createMailTransport({ ...about, smtpUrl })
createMailQueue({ jobs, send: createMailWorker({ ...about, db, transport }) })
await jobs.start()
console.log('ready')

await once(process, 'SIGTERM')
await jobs.stop()
await close()
