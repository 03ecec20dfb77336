import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createTestClient } from '#support/http-client.ts'
import { type AttackPlan, type RequestTemplate, unique } from './attack.ts'
import { holdSockets } from './socket-states.ts'
import type { Attacker, Tally } from './tally.ts'

export type Assignment = { origin: string; attacker: Attacker; plan: AttackPlan; ms: number }

/** Pause after a failed request, so the attacker does not load its own machine instead of the site. */
const pauseMs = 5

// A separate thread, so sending does not slow down the measurement.
const { origin, attacker, plan, ms }: Assignment = workerData
const until = performance.now() + ms
const tally: Tally = { sent: 0, statuses: {}, closed: 0 }
if ('requests' in plan) await sendRequests(plan)
else await holdSockets(plan.state, { origin, attacker, until, tally })
parentPort?.postMessage(tally)
process.exit() // closes all remaining sockets

/** Each socket sends all requests in turn, starting at a different one. */
async function sendRequests({
  requests,
  concurrency,
}: {
  requests: RequestTemplate[]
  concurrency: number
}): Promise<void> {
  const client = createTestClient(origin, { maxSockets: concurrency })
  let number = 100_000 + Math.floor(Math.random() * 700_000)
  const senders = Array.from({ length: concurrency }, async (_, senderIndex) => {
    for (let index = senderIndex; performance.now() < until; index += 1) {
      const template = requests[index % requests.length]
      if (!template) return
      number += 1
      await sendRequest(template, String(number))
    }
  })

  async function sendRequest(
    { method, path, headers, body }: RequestTemplate,
    number: string,
  ): Promise<void> {
    tally.sent += 1
    const filled = typeof body === 'string' ? body.replaceAll(unique, number) : body
    const requestOptions = {
      method,
      from: attacker.from,
      ...(headers && { headers }),
      ...(filled && { body: filled }),
    }
    try {
      const { status } = await client.send(path.replaceAll(unique, number), requestOptions)
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    } catch {
      tally.closed += 1
      await delay(pauseMs)
    }
  }

  await Promise.race([Promise.all(senders), delay(ms)])
}
