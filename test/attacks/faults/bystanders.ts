import { setTimeout as delay } from 'node:timers/promises'
import type { Reply, TestClient } from '#support/http-client.ts'
import { quantile } from '../report.ts'
import type { Member } from './stage.ts'

/** Requests of other visitors during a fault; none needs a source. */
const paths = [
  '/',
  '/popular',
  '/healthz',
  '/api/v1/agent/getAgent',
  '/api/v1/products/getAllProduct?page=1',
  '/api/v1/products/getAllProduct?onTrend=true',
]
const everyMs = 8

export type Sample = { times: number[]; wrong: string[]; p99: number }

/** Sends requests until `work` is over, and at least `minRequests`; a member reads from time to time. */
export async function sample(
  { client, member }: { client: TestClient; member: Member },
  { work, minRequests }: { work: Promise<unknown>; minRequests: number },
): Promise<Sample> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  ended.catch(() => {}) // awaited below
  const times: number[] = []
  const wrong: string[] = []
  while (!isOver || times.length < minRequests) {
    const path = paths[times.length % paths.length] ?? '/'
    const reply = await client.send(path, { headers: { accept: 'text/html, application/json' } })
    times.push(reply.ms)
    if (reply.status !== 200) wrong.push(describeReply(path, reply))
    if (times.length % 50 === 0) await member.read()
    await delay(everyMs)
  }
  await ended
  return { times, wrong, p99: quantile(times, 0.99) }
}

export function joinSamples(samples: Sample[]): Sample {
  const times = samples.flatMap((one) => one.times)
  return { times, wrong: samples.flatMap(({ wrong }) => wrong), p99: quantile(times, 0.99) }
}

export function describeReply(path: string, { status, text }: Reply): string {
  return `${path}: ${status} ${text.slice(0, 200)}`
}
