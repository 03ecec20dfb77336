import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createTestClient, type Reply, type TestClient } from '#support/http-client.ts'
import { readResidentMb } from '#support/site.ts'
import { logInOwner } from '#support/users.ts'
import type { WaveReply, Waves } from '../login-waves.ts'
import { quantile, type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

const floodSize = 200
const slowdown = 3
const maxGrowthMb = 160
/** Smaller differences come from the machine. */
const floorMs = 5
const pauseMs = 2

/** C6: hundreds of concurrent logins neither slow down other routes nor fill the memory. */
export async function flood(report: Report): Promise<void> {
  await withSite({ SEED: 'demo' }, async (site) => {
    const client = createTestClient(site.origin)
    const { token } = await logInOwner(client)
    const samples = report.amount(200, 600)
    await probe(client, token, () => samples) // warms up
    const idle = await probe(client, token, () => samples)
    const before = readResidentMb(site.pid())
    const data: Waves = { origin: site.origin, waves: report.amount(3, 10), size: floodSize }
    const worker = new Worker(new URL('../login-waves.ts', import.meta.url), { workerData: data })
    let replies: WaveReply[] | undefined
    const ended = once(worker, 'message').then(([all]: WaveReply[][]) => {
      replies = all
    })
    let maxMb = before
    const busy = await probe(client, token, (doneCount) => {
      maxMb = Math.max(maxMb, readResidentMb(site.pid()))
      return replies ? doneCount : doneCount + 1
    })
    await ended

    const [idleMs, busyMs] = [quantile(idle.times, 0.99), quantile(busy.times, 0.99)]
    const bound = slowdown * Math.max(idleMs, floorMs)
    report.check(`other routes beside ${floodSize} logins at once`, {
      tried: busy.times.length,
      failed: busyMs > bound ? 1 : 0,
      figure: `99 of 100 within ${busyMs.toFixed(1)} ms, idle ${idleMs.toFixed(1)} ms, bound ${bound.toFixed(1)} ms`,
    })
    const show = ({ status, text }: { status: number; text: string }) => `${status} ${text}`
    report.check(
      'all other routes respond with 200',
      tally(busy.replies, ({ status }) => status === 200, show),
    )
    const all = replies ?? []
    const counts = [401, 429, 503].map(
      (status) => `${all.filter((one) => one.status === status).length} × ${status}`,
    )
    report.check('logins are checked, or rejected with a Retry-After', {
      ...tally(all, isCheckedOrRejected, show),
      figure: counts.join(', '),
    })
    report.check(`memory grows by at most ${maxGrowthMb} MB`, {
      tried: 1,
      failed: maxMb - before > maxGrowthMb ? 1 : 0,
      figure: `from ${before} to at most ${maxMb} MB`,
    })
    client.close()
  })
}

function isCheckedOrRejected({ status, retryAfter }: WaveReply): boolean {
  return status === 401 || ((status === 429 || status === 503) && retryAfter > 0)
}

/** Requests other routes in turn, until `computeRounds` returns no more than the finished rounds. */
async function probe(client: TestClient, token: string, computeRounds: (doneCount: number) => number) {
  const headers = { authorization: token }
  const senders = [
    () => client.call('GET /users/me', undefined, { headers }),
    () => client.call('GET /agent/getAgent'),
    () => client.call('GET /users/getAllUser', undefined, { headers }),
    () => client.send('/'),
    () => client.send('/healthz'),
  ]
  const replies: Reply[] = []
  for (let doneCount = 0; doneCount < computeRounds(doneCount); doneCount += 1) {
    for (const requestOptions of senders) replies.push(await requestOptions())
    await delay(pauseMs)
  }
  return { times: replies.map(({ ms }) => ms), replies }
}
