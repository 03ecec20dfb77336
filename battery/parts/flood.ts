import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient, newAddress, type Reply } from '../client.ts'
import { logInAdmin } from '../people.ts'
import { quantile, type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

const floodSize = 200
const slowdown = 3
const mostMb = 160
/** Below this the difference is the machine's, not ours. */
const floorMs = 5
const pauseMs = 2

/** C6: a flood of logins neither starves other routes nor fills the memory. */
export async function flood(report: Report): Promise<void> {
  await withSite({ SEED: 'demo' }, async (site) => {
    const client = createClient(site.origin)
    const { token } = await logInAdmin(client)
    const samples = report.amount(200, 600)
    await probe(client, token, samples) // warms up
    const idle = await probe(client, token, samples)
    const before = site.memory()
    let isOver = false
    const flooding = Promise.all(Array.from({ length: floodSize }, () => logInUntil(client, () => isOver)))
    const busy = await probe(client, token, samples)
    isOver = true
    const replies = (await flooding).flat()
    const after = site.memory()

    const [calm, stormy] = [quantile(idle.times, 0.99), quantile(busy.times, 0.99)]
    const bound = slowdown * Math.max(calm, floorMs)
    report.check(`other routes beside ${floodSize} logins at once`, {
      tried: busy.times.length,
      failed: stormy > bound ? 1 : 0,
      figure: `99 of 100 within ${stormy.toFixed(1)} ms, idle ${calm.toFixed(1)} ms, bound ${bound.toFixed(1)} ms`,
    })
    report.check(
      'they all answer',
      tally(
        busy.replies,
        ({ status }) => status === 200,
        ({ status }) => String(status),
      ),
    )
    const counts = [401, 429, 503].map(
      (status) => `${replies.filter((reply) => reply.status === status).length} × ${status}`,
    )
    report.check('logins are judged or sent away with a time to come again', {
      ...tally(replies, isOrderly, ({ status, text }) => `${status} ${text}`),
      figure: counts.join(', '),
    })
    const grown = Math.max(after.peak - before.now, after.now - before.now)
    report.check(`memory grows by at most ${mostMb} MB`, {
      tried: 1,
      failed: grown > mostMb ? 1 : 0,
      figure: `${grown} MB at most`,
    })
    client.close()
  })
}

function isOrderly({ status, headers }: Reply): boolean {
  return status === 401 || ((status === 429 || status === 503) && Number(headers['retry-after']) > 0)
}

/** Each login is another account's, from another address: no limit holds it back. */
async function logInUntil(client: Client, isOver: () => boolean): Promise<Reply[]> {
  const replies = []
  while (!isOver()) {
    const from = newAddress()
    const value = { email: `flood-${from}@example.com`, password: 'not the right one' }
    replies.push(await client.call('POST /auth/login', value, { from }))
  }
  return replies
}

async function probe(
  client: Client,
  token: string,
  count: number,
): Promise<{ times: number[]; replies: Reply[] }> {
  const asks = [
    () => client.call('GET /users/me', undefined, { headers: { authorization: token } }),
    () => client.call('GET /agent/getAgent'),
    () => client.call('GET /users/getAllUser', undefined, { headers: { authorization: token } }),
    () => client.send('/'),
    () => client.send('/healthz'),
  ]
  const replies: Reply[] = []
  for (let at = 0; at < count; at += 1) {
    for (const ask of asks) replies.push(await ask())
    await delay(pauseMs)
  }
  return { times: replies.map(({ ms }) => ms), replies }
}
