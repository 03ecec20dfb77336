import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { createAddress, createTestClient, type Reply, runInParallel } from '#support/http-client.ts'
import { takePort } from '#support/ports.ts'
import { createUser } from '#support/users.ts'
import { quantile, type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

const slowestMs = 300
const patienceMs = 300_000
const duplicatesIn500 = 1

/** F4: the mail server is down and the site is killed; every mail arrives afterwards, once. */
export async function mailOutage(report: Report): Promise<void> {
  const port = await takePort()
  await withSite({ SMTP_URL: `smtp://127.0.0.1:${port}`, RATE_MULTIPLIER: '100000' }, async (site) => {
    const client = createTestClient(site.origin)
    const people = Array.from({ length: report.amount(50, 500) }, createUser)
    const replies = await runInParallel(people, 1, ({ email, password }) =>
      client.call(
        'POST /users/createUser',
        { name: 'Mat Ruler', email, password },
        { from: createAddress() },
      ),
    )
    client.close()
    const show = ({ status, text }: Reply) => `${status} ${text}`
    report.check(
      'registrations succeed while mail is down',
      tally(replies, ({ status }) => status === 200, show),
    )
    const times = replies.map(({ ms }) => ms)
    report.check(`within ${slowestMs} ms`, {
      ...tally(
        times,
        (ms) => ms < slowestMs,
        (ms) => `${ms.toFixed(0)} ms`,
      ),
      figure: `median ${quantile(times, 0.5).toFixed(0)} ms, slowest ${quantile(times, 1).toFixed(0)} ms`,
    })
    await delay(1000 * report.amount(2, 60, 600))
    await site.kill()
    await site.restart()
    const { server, received } = await openMailServer(port)
    const startMs = performance.now()
    const isDone = () => people.every(({ email }) => received.has(email))
    while (!isDone() && performance.now() - startMs < patienceMs) await delay(200)
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
    await delay(5000) // for mails that arrive twice
    report.check('every mail comes once the server is up again', {
      ...tally(
        people,
        ({ email }) => received.has(email),
        ({ email }) => email,
      ),
      figure: `all within ${seconds} s`,
    })
    const doubled = [...received.values()].filter((count) => count > 1).length
    report.check('and once', {
      tried: people.length,
      failed: Math.max(0, doubled - duplicatesIn500),
      figure: `${doubled} twice`,
    })
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
}

/** Accepts every mail and counts them by recipient. */
async function openMailServer(port: number): Promise<{ server: SMTPServer; received: Map<string, number> }> {
  const received = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      stream.resume().once('end', () => {
        for (const { address } of envelope.rcptTo) received.set(address, (received.get(address) ?? 0) + 1)
        done()
      })
    },
  })
  server.on('error', () => {}) // a client that disconnects
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return { server, received }
}
