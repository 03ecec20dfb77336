import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound, type ResolveOptions } from './outbound.ts'

/** One loopback address stands for the public internet, the others stay private. */
const publicHost = '127.0.0.2'
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listen(listener: RequestListener, host = publicHost): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  servers.push(server)
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Resolves `http://go.test/1` at a server with this listener. */
async function resolveFromServer(listener: RequestListener, more: Partial<ResolveOptions> = {}) {
  const requestedPaths: string[] = []
  const port = await listen((request, response) => {
    requestedPaths.push(request.url ?? '')
    listener(request, response)
  })
  const outbound = createOutbound({
    breakerResetMs: 1000,
    publicUrl: 'https://chopmark.test',
    log: { warn: () => {}, info: () => {} },
    ports: [port],
    isAllowed: (address) => address === publicHost,
    lookup: (hostname, _options, callback) => {
      callback(null, [{ address: hostname.startsWith('inside.') ? '127.0.0.1' : publicHost, family: 4 }])
    },
  })
  const start = `http://go.test:${port}/1`
  const resolved = outbound.resolve(start, { hosts: ['go.test'], timeoutMs: 2000, ...more })
  return { resolved, requestedPaths, port }
}
const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end()
const page =
  (body: string | Buffer, type = 'text/html; charset=utf-8', headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)

describe('the target of a URL', () => {
  test.each([
    ['https://item.taobao.com/item.htm?id=1', 301],
    ['http://127.0.0.1:6379/', 302],
    ['http://[::1]/', 303],
    ['taobao://item.taobao.com/item.htm?id=1', 307],
    ['taobao://go.test/item?id=1', 302],
    ['intent://go.test/#Intent;end', 302],
    ['https://user@evil.test/', 308],
  ])('is returned without a request when its host is not listed: %s (%i)', async (goal, status) => {
    const { resolved, requestedPaths } = await resolveFromServer(redirectTo(goal, status))
    const { hops, next, text } = await resolved
    expect([next?.href, text]).toEqual([goal, ''])
    expect([hops.length, requestedPaths]).toEqual([1, ['/1']])
  })

  test('is found through five redirects on listed hosts, which are returned', async () => {
    const { resolved, port } = await resolveFromServer((request, response) => {
      const step = Number(request.url?.slice(1))
      const listener = step <= 5 ? redirectTo(`/${step + 1}`) : page('<p>here</p>')
      listener(request, response)
    })
    const { hops, next, text } = await resolved
    expect(hops.map(({ href }) => href)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `http://go.test:${port}/${n}`))
    expect([next, text]).toEqual([undefined, '<p>here</p>'])
  })

  test('is not found after six redirects, so a loop ends', async () => {
    const { resolved, requestedPaths } = await resolveFromServer(redirectTo('/1'))
    await expect(resolved).rejects.toMatchObject({ kind: 'blocked' })
    expect(requestedPaths).toHaveLength(6)
  })

  test.each([
    ['another port', 'http://go.test:6379/'],
    ['a user name', 'http://user@go.test/'],
    ['an address inside behind a listed name', 'http://inside.go.test:PORT/'],
    ['an address inside that is listed itself', 'http://127.0.0.1:PORT/'],
    ['what cannot be read', 'http://:'],
  ])('is not requested on a listed host when the URL is forbidden: %s', async (_name, goal) => {
    let reached = 0
    const inside = await listen((_request, response) => {
      reached += 1
      response.end()
    }, '127.0.0.1')
    const { resolved } = await resolveFromServer(redirectTo(goal.replace('PORT', String(inside))), {
      hosts: ['go.test', '127.0.0.1'],
    })
    await expect(resolved).rejects.toMatchObject({ kind: 'blocked' })
    expect(reached).toBe(0)
  })

  test('is not requested when the first host is not listed', async () => {
    const { resolved, requestedPaths } = await resolveFromServer(page('x'), { hosts: ['other.test'] })
    await expect(resolved).rejects.toMatchObject({ kind: 'blocked' })
    expect(requestedPaths).toEqual([])
  })
})

describe('the final response', () => {
  test('is read up to 64 KB when it is a page', async () => {
    const { resolved } = await resolveFromServer(page('x'.repeat(200_000)))
    expect((await resolved).text).toHaveLength(65_536)
  })

  test('is read up to 64 KB when a compressed page is larger', async () => {
    const packed = gzipSync(Buffer.alloc(5_000_000, 'x'))
    const { resolved } = await resolveFromServer(page(packed, 'text/html', { 'content-encoding': 'gzip' }))
    expect((await resolved).text).toHaveLength(65_536)
  })

  test('is not read when it is not a page', async () => {
    const { resolved } = await resolveFromServer(page('{"url":"x"}', 'application/json'))
    expect(await resolved).toMatchObject({ next: undefined, text: '' })
  })

  test.each([404, 410, 500, 429])('rejects with status %i', async (status) => {
    const { resolved } = await resolveFromServer((_request, response) => response.writeHead(status).end())
    await expect(resolved).rejects.toMatchObject({ kind: 'status', status })
  })

  test('times out when the server stops sending', async () => {
    const silent: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>')
    }
    const { resolved } = await resolveFromServer(silent, { timeoutMs: 100 })
    await expect(resolved).rejects.toMatchObject({ kind: 'timeout' })
  })
})
