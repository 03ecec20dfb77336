import { createServer, type RequestListener, type Server } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createOutbound, type FetchOptions } from './outbound.ts'
import { assertAllowedTarget } from './ssrf-guard.ts'

/** One loopback address stands for the public internet, the others stay private. */
const publicHost = '127.0.0.2'
const servers: Server[] = []

async function listen(host: string, listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  servers.push(server)
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
afterEach(() => {
  vi.useRealTimers()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const log = { warn: vi.fn(), info: vi.fn() }

/** A client for which every name and 127.0.0.2 are public, on any of the given ports. */
function outboundOn(...ports: number[]) {
  return createOutbound({
    breakerResetMs: 1000,
    publicUrl: 'https://chopmark.test',
    log,
    ports,
    isAllowed: (address) => address === publicHost,
    lookup: (hostname, _options, callback) => {
      callback(null, [{ address: hostname.includes('evil') ? '127.0.0.1' : publicHost, family: 4 }])
    },
  })
}
const options: FetchOptions = { hosts: ['shop.test'], timeoutMs: 2000, maxBytes: 1000, types: ['text/plain'] }
const plain = { 'content-type': 'text/plain' }

/** Fetches from a server that always gives the same response. */
async function fetchFromServer(listener: RequestListener, more: Partial<FetchOptions> = {}) {
  const port = await listen(publicHost, listener)
  return outboundOn(port).fetchText(`http://shop.test:${port}/item`, { ...options, ...more })
}

describe('a response', () => {
  test('is returned as text, and the request identifies the site and nothing else', async () => {
    let headers: NodeJS.Dict<string | string[]> = {}
    const { text, url } = await fetchFromServer((request, response) => {
      headers = request.headers
      response.writeHead(200, plain).end('hello')
    })
    expect([text, url.pathname]).toEqual(['hello', '/item'])
    expect(headers).toEqual({
      host: url.host,
      'user-agent': 'ChopmarkBot/1.0 (+https://chopmark.test/)',
      'accept-encoding': 'gzip, deflate, br',
      connection: 'close',
    })
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is decompressed from %s', async (encoding, pack) => {
    const { text } = await fetchFromServer((_request, response) => {
      response.writeHead(200, { ...plain, 'content-encoding': encoding }).end(pack('packed'))
    })
    expect(text).toBe('packed')
  })

  test.each([
    ['text/html; charset=GBK', Buffer.from([0xca, 0xd6, 0xbb, 0xfa])],
    [
      'text/html',
      Buffer.concat([Buffer.from('<meta charset="gbk">'), Buffer.from([0xca, 0xd6, 0xbb, 0xfa])]),
    ],
    ['text/html; charset=no-such-thing', Buffer.from('手机')],
    ['text/html', Buffer.from('手机')],
  ])('is decoded with its declared encoding: %s', async (type, bytes) => {
    const listener: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(bytes)
    }
    expect((await fetchFromServer(listener, { types: ['text/html'] })).text).toContain('手机')
  })
})

type FaultCase = [name: string, kind: string, listener: RequestListener]
const faults: FaultCase[] = [
  ['status 404', 'status', (_request, response) => response.writeHead(404, plain).end()],
  ['status 401', 'status', (_request, response) => response.writeHead(401, plain).end('Unauthorized')],
  ['status 500', 'status', (_request, response) => response.writeHead(500, plain).end()],
  ['status 204', 'status', (_request, response) => response.writeHead(204).end()],
  ['a redirect to nowhere', 'blocked', (_request, response) => response.writeHead(302).end()],
  [
    'another type',
    'bad-type',
    (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(),
  ],
  ['no type', 'bad-type', (_request, response) => response.writeHead(200).end('x')],
  [
    'an unknown encoding',
    'bad-type',
    (_request, response) => response.writeHead(200, { ...plain, 'content-encoding': 'gzip, gzip' }).end('x'),
  ],
  [
    'a length above the cap',
    'too-large',
    (_request, response) => response.writeHead(200, plain).end('x'.repeat(1001)),
  ],
  [
    'an endless body without length',
    'too-large',
    (_request, response) => {
      response.writeHead(200, plain)
      const more = () => response.write('x'.repeat(300)) && setImmediate(more)
      more()
    },
  ],
  [
    'a gzip bomb',
    'too-large',
    (_request, response) =>
      response.writeHead(200, { ...plain, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(500_000))),
  ],
  [
    'broken gzip',
    'bad-body',
    (_request, response) => response.writeHead(200, { ...plain, 'content-encoding': 'gzip' }).end('no gzip'),
  ],
  [
    'cut gzip',
    'bad-body',
    (_request, response) =>
      response
        .writeHead(200, { ...plain, 'content-encoding': 'gzip' })
        .end(gzipSync('cut short').subarray(0, 15)),
  ],
  ['a reset before the headers', 'refused', (request) => request.socket.resetAndDestroy()],
  [
    'a reset within the body',
    'refused',
    (request, response) => {
      response
        .writeHead(200, { ...plain, 'content-length': 100 })
        .write('half', () => request.socket.destroy())
    },
  ],
  ['what is not HTTP', 'bad-body', (request) => request.socket.end('220 mail.test ESMTP\r\n')],
  [
    'a header flood',
    'bad-body',
    (_request, response) => response.writeHead(200, { ...plain, 'x-flood': 'x'.repeat(20_000) }).end(),
  ],
  [
    'an upgrade',
    'refused',
    (request) => request.socket.end('HTTP/1.1 101 OK\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
]

describe('a fault becomes a SourceError', () => {
  test.each(faults)('%s: %s', async (_name, kind, listener) => {
    await expect(fetchFromServer(listener)).rejects.toMatchObject({ name: 'SourceError', kind })
  })

  test.each<[string, RequestListener]>([
    ['silence', () => {}],
    ['headers and then silence', (_request, response) => void response.writeHead(200, plain).write('a')],
    [
      'one byte at a time',
      (_request, response) => {
        response.writeHead(200, plain)
        const timer = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('times out with %s', async (_name, listener) => {
    await expect(fetchFromServer(listener, { timeoutMs: 150 })).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('no server listens', async () => {
    const port = await listen(publicHost, () => {})
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    const pending = outboundOn(port).fetchText(`http://shop.test:${port}/`, options)
    await expect(pending).rejects.toMatchObject({ kind: 'refused' })
  })

  test('the caller aborts', async () => {
    const pending = fetchFromServer(() => {}, { signal: AbortSignal.timeout(50) })
    await expect(pending).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('invalid JSON', async () => {
    const port = await listen(publicHost, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"cut":')
    })
    const pending = outboundOn(port).fetchJson(`http://shop.test:${port}/`, options)
    await expect(pending).rejects.toMatchObject({ kind: 'bad-body' })
  })
})

describe('a body whose first bytes are checked', () => {
  const limits = {
    isValidStart: (start: Buffer) => start.toString().startsWith('right, and 16 by'),
    maxBytes: 1e9,
  }

  test('is not read further when its first bytes are wrong', async () => {
    const pending = fetchFromServer((_request, response) => {
      response.writeHead(200, plain)
      response.write('not what was wanted')
    }, limits)
    await expect(pending).rejects.toMatchObject({ kind: 'bad-body' })
  })

  test('is read completely when its first bytes are right, in any chunks', async () => {
    const { text } = await fetchFromServer(async (_request, response) => {
      response.writeHead(200, plain)
      for (const letter of 'right, and 16 bytes') await new Promise((done) => response.write(letter, done))
      response.end()
    }, limits)
    expect(text).toBe('right, and 16 bytes')
  })

  test('is read completely when it is shorter', async () => {
    expect(
      (await fetchFromServer((_request, response) => response.writeHead(200, plain).end('r'), limits)).text,
    ).toBe('r')
  })
})

describe('redirects', () => {
  /** A public shop that redirects `depth` times to itself and then to `goal`. */
  async function chain(depth: number, goal: (port: number) => string, status = 302) {
    let hits = 0
    const canary = await listen('127.0.0.1', (_request, response) => {
      hits += 1
      response.writeHead(200, plain).end('inside')
    })
    const port = await listen(publicHost, (request, response) => {
      const step = Number(request.url?.slice(1))
      if (Number.isNaN(step)) return response.writeHead(200, plain).end('goal')
      const location = step < depth ? `/${step + 1}` : goal(canary)
      return response.writeHead(status, { location }).end()
    })
    const outbound = outboundOn(port, canary)
    const get = (hosts: FetchOptions['hosts'] = ['shop.test']) =>
      outbound.fetchText(`http://shop.test:${port}/1`, { ...options, hosts })
    return { get, hits: () => hits }
  }

  test.each([1, 2, 3, 4, 5])('are followed up to %i times on the listed host', async (depth) => {
    const { get } = await chain(depth, () => '/goal')
    expect((await get()).text).toBe('goal')
  })

  test('fail at the sixth and in a loop', async () => {
    await expect((await chain(6, () => '/goal')).get()).rejects.toMatchObject({ kind: 'blocked' })
    await expect((await chain(1, () => '/1')).get()).rejects.toMatchObject({ kind: 'blocked' })
  })

  const goals: [string, (port: number) => string][] = [
    ['loopback', (port) => `http://127.0.0.1:${port}/goal`],
    ['a name of loopback', (port) => `http://evil.shop.test:${port}/goal`],
    ['a number', (port) => `http://2130706433:${port}/goal`],
    ['another host', (port) => `http://evil.test:${port}/goal`],
    ['no scheme', (port) => `//127.0.0.1:${port}/goal`],
    ['a user name', (port) => `http://shop.test@127.0.0.1:${port}/goal`],
    ['another port', () => 'http://shop.test:6379/goal'],
    ['a file', () => 'file:///etc/passwd'],
  ]
  const depths = [1, 2, 3, 4, 5, 6]
  const statuses = [301, 302, 303, 307, 308]
  test.each(goals)('never lead to %s, at any depth and with any status', async (_name, goal) => {
    for (const depth of depths) {
      const { get, hits } = await chain(depth, goal, statuses[depth % statuses.length])
      // The address itself is on the list: only what it leads to is wrong.
      await expect(get(['shop.test', '127.0.0.1'])).rejects.toMatchObject({ kind: 'blocked' })
      expect(hits()).toBe(0)
    }
  })

  test('of a configured URL never lead to a private address, not even its own', async () => {
    let requests = 0
    const port = await listen('127.0.0.1', (_request, response) => {
      requests += 1
      response.writeHead(302, { location: `http://127.0.0.1:${port}/again` }).end()
    })
    const pending = outboundOn(port).fetchText(`http://127.0.0.1:${port}/`, {
      ...options,
      hosts: 'configured',
    })
    await expect(pending).rejects.toMatchObject({ kind: 'blocked' })
    expect(requests).toBe(1)
  })

  test('from https to http fail', () => {
    const rules = { hosts: ['shop.test'], ports: [80, 443], isAllowed: () => true }
    const from = new URL('https://shop.test/')
    expect(() => assertAllowedTarget(new URL('http://shop.test/'), { ...rules, from })).toThrow(
      'from https to http',
    )
    expect(() => assertAllowedTarget(new URL('https://www.shop.test/'), { ...rules, from })).not.toThrow()
  })
})
