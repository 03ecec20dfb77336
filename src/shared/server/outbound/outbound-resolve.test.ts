import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound, type ResolveOptions } from './outbound.ts'

/** One loopback address plays the public internet here, the others stay what they are. */
const publicHost = '127.0.0.2'
const opened: Server[] = []
afterEach(() => {
  for (const server of opened.splice(0)) server.close().closeAllConnections()
})

async function listen(answer: RequestListener, host = publicHost): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  opened.push(server)
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Resolves `http://go.test/1` at a server that gives each path the answer named for it. */
async function resolveFromServer(answer: RequestListener, more: Partial<ResolveOptions> = {}) {
  const asked: string[] = []
  const port = await listen((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
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
  return { resolved, asked, port }
}
const to =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end()
const page =
  (body: string | Buffer, type = 'text/html; charset=utf-8', headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)

describe('where an address leads', () => {
  test.each([
    ['https://item.taobao.com/item.htm?id=1', 301],
    ['http://127.0.0.1:6379/', 302],
    ['http://[::1]/', 303],
    ['taobao://item.taobao.com/item.htm?id=1', 307],
    ['taobao://go.test/item?id=1', 302],
    ['intent://go.test/#Intent;end', 302],
    ['https://user@evil.test/', 308],
  ])('outside the list it is told and not asked: %s (%i)', async (goal, status) => {
    const { resolved, asked } = await resolveFromServer(to(goal, status))
    const { hops, next, text } = await resolved
    expect([next?.href, text]).toEqual([goal, ''])
    expect([hops.length, asked]).toEqual([1, ['/1']])
  })

  test('every step on the list is gone and told, up to five redirects', async () => {
    const { resolved, port } = await resolveFromServer((request, response) => {
      const step = Number(request.url?.slice(1))
      const answer = step <= 5 ? to(`/${step + 1}`) : page('<p>here</p>')
      answer(request, response)
    })
    const { hops, next, text } = await resolved
    expect(hops.map(({ href }) => href)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `http://go.test:${port}/${n}`))
    expect([next, text]).toEqual([undefined, '<p>here</p>'])
  })

  test('a sixth redirect is refused, so a loop ends', async () => {
    const { resolved, asked } = await resolveFromServer(to('/1'))
    await expect(resolved).rejects.toMatchObject({ kind: 'blocked' })
    expect(asked).toHaveLength(6)
  })

  test.each([
    ['another port', 'http://go.test:6379/'],
    ['a user name', 'http://user@go.test/'],
    ['an address inside behind a listed name', 'http://inside.go.test:PORT/'],
    ['an address inside that is listed itself', 'http://127.0.0.1:PORT/'],
    ['what cannot be read', 'http://:'],
  ])('a listed host is asked only as a stranger may be: %s', async (_name, goal) => {
    let reached = 0
    const inside = await listen((_request, response) => {
      reached += 1
      response.end()
    }, '127.0.0.1')
    const { resolved } = await resolveFromServer(to(goal.replace('PORT', String(inside))), {
      hosts: ['go.test', '127.0.0.1'],
    })
    await expect(resolved).rejects.toMatchObject({ kind: 'blocked' })
    expect(reached).toBe(0)
  })

  test('nothing that is not on the list is asked at all', async () => {
    const { resolved, asked } = await resolveFromServer(page('x'), { hosts: ['other.test'] })
    await expect(resolved).rejects.toMatchObject({ kind: 'blocked' })
    expect(asked).toEqual([])
  })
})

describe('of what comes in the end', () => {
  test('a page is read, 64 KB of it', async () => {
    const { resolved } = await resolveFromServer(page('x'.repeat(200_000)))
    expect((await resolved).text).toHaveLength(65_536)
  })

  test('a packed page is read as far, however much it unpacks to', async () => {
    const packed = gzipSync(Buffer.alloc(5_000_000, 'x'))
    const { resolved } = await resolveFromServer(page(packed, 'text/html', { 'content-encoding': 'gzip' }))
    expect((await resolved).text).toHaveLength(65_536)
  })

  test('what is no page is not read', async () => {
    const { resolved } = await resolveFromServer(page('{"url":"x"}', 'application/json'))
    expect(await resolved).toMatchObject({ next: undefined, text: '' })
  })

  test.each([404, 410, 500, 429])('status %i is a failure that says so', async (status) => {
    const { resolved } = await resolveFromServer((_request, response) => response.writeHead(status).end())
    await expect(resolved).rejects.toMatchObject({ kind: 'status', status })
  })

  test('silence ends at the time limit', async () => {
    const silent: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>')
    }
    const { resolved } = await resolveFromServer(silent, { timeoutMs: 100 })
    await expect(resolved).rejects.toMatchObject({ kind: 'timeout' })
  })
})
