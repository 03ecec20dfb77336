import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createTestClient } from '#support/http-client.ts'
import { type Orders, type Shot, unique } from './attack.ts'
import { holdSockets } from './socket-states.ts'
import type { Attacker, Tally } from './tally.ts'

export type Assignment = { origin: string; attacker: Attacker; orders: Orders; ms: number }

/** Pause after a failed request, so the attacker does not load its own machine instead of the site. */
const pauseMs = 5

// A separate thread, so sending does not slow down the measurement.
const { origin, attacker, orders, ms }: Assignment = workerData
const until = performance.now() + ms
const tally: Tally = { sent: 0, statuses: {}, cut: 0 }
if ('shots' in orders) await shoot(orders)
else await holdSockets(orders.state, { origin, attacker, until, tally })
parentPort?.postMessage(tally)
process.exit() // closes all remaining sockets

/** Each socket sends all requests in turn, starting at a different one. */
async function shoot({ shots, atOnce }: { shots: Shot[]; atOnce: number }): Promise<void> {
  const client = createTestClient(origin, { maxSockets: atOnce })
  let number = 100_000 + Math.floor(Math.random() * 700_000)
  const lanes = Array.from({ length: atOnce }, async (_, lane) => {
    for (let at = lane; performance.now() < until; at += 1) {
      const shot = shots[at % shots.length]
      if (!shot) return
      number += 1
      await fire(shot, String(number))
    }
  })

  async function fire({ method, path, headers, body }: Shot, number: string): Promise<void> {
    tally.sent += 1
    const filled = typeof body === 'string' ? body.replaceAll(unique, number) : body
    const ask = { method, from: attacker.from, ...(headers && { headers }), ...(filled && { body: filled }) }
    try {
      const { status } = await client.send(path.replaceAll(unique, number), ask)
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    } catch {
      tally.cut += 1
      await delay(pauseMs)
    }
  }

  await Promise.race([Promise.all(lanes), delay(ms)])
}
