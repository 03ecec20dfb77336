import { createServer, type RequestListener, type Server } from 'node:http'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { fetchOriginal } from './originals.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections()
})

/** Fetches from a configured host that responds to every request in the same way. */
async function fetchFrom(handler: RequestListener): Promise<Buffer> {
  const server = createServer(handler)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const log = { warn: vi.fn(), info: vi.fn() }
  const outbound = createOutbound({ breakerResetMs: 1000, publicUrl: 'https://chopmark.test', log })
  return fetchOriginal(`${origin}/a`, {
    outbound,
    hosts: { suffixes: [], origins: [origin] },
    timeoutMs: 60_000,
  })
}

describe('an original', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('fetches a complete %s', async (format) => {
    const size = { width: 9, height: 9, channels: 3 as const, background: 'teal' }
    const bytes = await sharp({ create: size }).toFormat(format).toBuffer()
    const fetched = await fetchFrom((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/x' }).end(bytes),
    )
    expect(fetched.equals(bytes)).toBe(true)
  })

  test('stops fetching when the first bytes are not an image', async () => {
    const fetching = fetchFrom((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).write('this is no picture')
    })
    await expect(fetching).rejects.toMatchObject({ name: 'SourceError', kind: 'bad-body' })
  })
})
