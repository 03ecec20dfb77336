import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { createOutbound } from './outbound.ts'

const log = { warn: vi.fn(), info: vi.fn() }
const outbound = createOutbound({ breakerResetMs: 1000, publicUrl: 'https://chopmark.test', log })
const value = { views: [{ path: '/', kind: 'home' }] }
const open: Server[] = []

afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections()
})

/** The URL of a server on loopback, which the operator may configure. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/in`
}

type ReceivedPost = {
  method: string | undefined
  type: string | undefined
  cookie: string | undefined
  body: string
}

/** Posts the value to a server that always gives the same response. */
async function postValue(status: number, headers: Record<string, string> = {}) {
  const received: ReceivedPost[] = []
  const address = await listen(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { cookie, 'content-type': type } = request.headers
    received.push({ method: request.method, type, cookie, body })
    response.writeHead(status, headers).end('thanks')
  })
  return { received, sent: outbound.postJson(address, value, { timeoutMs: 2000 }) }
}

test.each([200, 202, 204])('posts JSON and accepts status %i', async (status) => {
  const { received, sent } = await postValue(status)
  await sent
  const body = '{"views":[{"path":"/","kind":"home"}]}'
  expect(received).toEqual([{ method: 'POST', type: 'application/json', cookie: undefined, body }])
})

test('rejects a status other than 2xx', async () => {
  const { sent } = await postValue(500)
  await expect(sent).rejects.toMatchObject({ kind: 'status', status: 500 })
})

test('does not follow a redirect', async () => {
  const elsewhere = vi.fn()
  const location = await listen((_request, response) => {
    elsewhere()
    response.end()
  })
  const { received, sent } = await postValue(307, { location })
  await expect(sent).rejects.toMatchObject({ kind: 'status', status: 307 })
  expect(received).toHaveLength(1)
  expect(elsewhere).not.toHaveBeenCalled()
})

test('rejects a URL that is neither http nor https', async () => {
  const sending = outbound.postJson('ftp://127.0.0.1/in', value, { timeoutMs: 500 })
  await expect(sending).rejects.toMatchObject({ kind: 'blocked' })
})

test('rejects when the server does not respond in time', async () => {
  const address = await listen(() => undefined)
  const sending = outbound.postJson(address, value, { timeoutMs: 50 })
  await expect(sending).rejects.toMatchObject({ kind: 'timeout' })
})
