import { createServer, type RequestListener, type Server } from 'node:http'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { fetchOriginal } from './originals.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections()
})

/** Asks a host of pictures that the operator named, and that answers everything in the same way. */
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
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('that is a %s comes whole', async (format) => {
    const size = { width: 9, height: 9, channels: 3 as const, background: 'teal' }
    const bytes = await sharp({ create: size }).toFormat(format).toBuffer()
    const came = await fetchFrom((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/x' }).end(bytes),
    )
    expect(came.equals(bytes)).toBe(true)
  })

  test('that begins like no picture is left there, though it calls itself one and has no end', async () => {
    const fetching = fetchFrom((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).write('this is no picture')
    })
    await expect(fetching).rejects.toMatchObject({ name: 'SourceError', kind: 'bad-body' })
  })
})
