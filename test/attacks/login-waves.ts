import { parentPort, workerData } from 'node:worker_threads'
import { createAddress, createTestClient } from '#support/http-client.ts'

/** A response, with its Retry-After in seconds. */
export type WaveReply = { status: number; retryAfter: number; text: string }
export type Waves = { origin: string; waves: number; size: number }

// A separate thread, so sending the flood does not slow down the measurement.
const { origin, waves, size }: Waves = workerData
const client = createTestClient(origin)
const replies: WaveReply[] = []
for (let wave = 0; wave < waves; wave += 1) {
  replies.push(...(await Promise.all(Array.from({ length: size }, logIn))))
}
client.close()
parentPort?.postMessage(replies)

/** A new account and address each time, so no rate limit applies. */
async function logIn(): Promise<WaveReply> {
  const from = createAddress()
  const value = { email: `flood-${from}@example.com`, password: 'not the right one' }
  const { status, headers, text } = await client.call('POST /auth/login', value, { from })
  return { status, retryAfter: Number(headers['retry-after'] ?? 0), text }
}
