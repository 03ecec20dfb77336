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

/** The address of a server on loopback, which the operator may name. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
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

/** Hands the value to a server that answers everything in the same way. */
async function postValue(status: number, headers: Record<string, string> = {}) {
  const got: ReceivedPost[] = []
  const address = await listen(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { cookie, 'content-type': type } = request.headers
    got.push({ method: request.method, type, cookie, body })
    response.writeHead(status, headers).end('thanks')
  })
  return { got, sent: outbound.postJson(address, value, { timeoutMs: 2000 }) }
}

test.each([200, 202, 204])('what is handed over is JSON, and %i is an answer', async (status) => {
  const { got, sent } = await postValue(status)
  await sent
  const body = '{"views":[{"path":"/","kind":"home"}]}'
  expect(got).toEqual([{ method: 'POST', type: 'application/json', cookie: undefined, body }])
})

test('a refusal is a failure', async () => {
  const { sent } = await postValue(500)
  await expect(sent).rejects.toMatchObject({ kind: 'status', status: 500 })
})

test('nothing goes on to where a redirect leads', async () => {
  const elsewhere = vi.fn()
  const location = await listen((_request, response) => {
    elsewhere()
    response.end()
  })
  const { got, sent } = await postValue(307, { location })
  await expect(sent).rejects.toMatchObject({ kind: 'status', status: 307 })
  expect(got).toHaveLength(1)
  expect(elsewhere).not.toHaveBeenCalled()
})

test('nothing goes to what is no web address', async () => {
  const handed = outbound.postJson('ftp://127.0.0.1/in', value, { timeoutMs: 500 })
  await expect(handed).rejects.toMatchObject({ kind: 'blocked' })
})

test('fails when the other side does not answer in time', async () => {
  const address = await listen(() => undefined)
  const handed = outbound.postJson(address, value, { timeoutMs: 50 })
  await expect(handed).rejects.toMatchObject({ kind: 'timeout' })
})
