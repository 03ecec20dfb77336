import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { FakeRequest, FakeResponse, FakeSource } from '#shared/server/outbound/fake-source.ts'

export type SimulatedExchange = {
  request: IncomingMessage
  response: ServerResponse
  source: FakeSource
  fakeRequest: FakeRequest
  /** Waits; rejects when the simulator is closed. */
  wait: (ms: number) => Promise<void>
}
type FaultHandler = (exchange: SimulatedExchange) => unknown

const hugeBytes = 50 * 1024 * 1024
const slowMs = 2_000
const slowerMs = 10_000

/** Every fault that an outside source may have, by the name for `POST /control` and item ids. */
export const faults = {
  // A source's own port is closed, and its name removed; on the shared port the connection is dropped.
  refused: dropConnection,
  'no-dns': dropConnection,
  slow: (exchange) => respondAfter(exchange, slowMs),
  slower: (exchange) => respondAfter(exchange, slowerMs),
  silent: () => {},
  'headers-then-silent': async (exchange) => {
    const { type, body } = await exchange.source.good(exchange.fakeRequest)
    exchange.response.writeHead(200, { 'content-type': type, 'content-length': body.length }).flushHeaders()
  },
  drip: async (exchange) => {
    const { type, body } = await exchange.source.good(exchange.fakeRequest)
    exchange.response.writeHead(200, { 'content-type': type })
    for (const byte of Buffer.from(body)) {
      if (exchange.response.destroyed) return
      exchange.response.write(Buffer.from([byte]))
      await exchange.wait(1_000)
    }
  },
  reset: async (exchange) => {
    const { type, body } = await exchange.source.good(exchange.fakeRequest)
    exchange.response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
    const half = Buffer.from(body).subarray(0, Math.floor(body.length / 2))
    exchange.response.write(half, () => exchange.request.socket.resetAndDestroy())
  },
  cut: async (exchange) => {
    const { type, body } = await exchange.source.good(exchange.fakeRequest)
    sendFakeResponse(exchange, { type, body: Buffer.from(body).subarray(0, Math.floor(body.length / 2)) })
  },
  html: (exchange) =>
    sendFakeResponse(exchange, { type: 'text/html', body: '<!doctype html><h1>Welcome</h1>' }),
  empty: (exchange) => sendFakeResponse(exchange, { type: 'application/json', body: '' }),
  'wrong-schema': async (exchange) =>
    sendFakeResponse(exchange, await exchange.source.wrongSchema(exchange.fakeRequest)),
  'error-code': (exchange) =>
    sendFakeResponse(exchange, {
      type: 'application/json',
      body: '{"code":10001,"message":"Unauthorized","data":null}',
    }),
  poisoned: async (exchange) =>
    sendFakeResponse(exchange, await exchange.source.poisoned(exchange.fakeRequest)),
  'unknown-item': async (exchange) =>
    sendFakeResponse(exchange, await exchange.source.unknownItem(exchange.fakeRequest)),
  'other-item': async (exchange) =>
    sendFakeResponse(exchange, await exchange.source.otherItem(exchange.fakeRequest)),
  huge: async (exchange) => {
    const { type } = await exchange.source.good(exchange.fakeRequest)
    exchange.response.writeHead(200, { 'content-type': type })
    for (let sent = 0; sent < hugeBytes && !exchange.response.destroyed; sent += spacesBlock.length) {
      if (!exchange.response.write(spacesBlock)) await exchange.wait(1)
    }
    exchange.response.end()
  },
  'gzip-bomb': async (exchange) => {
    const { type } = await exchange.source.good(exchange.fakeRequest)
    exchange.response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipBomb)
  },
  'not-found': createStatusFault(404),
  unauthorized: createStatusFault(401),
  forbidden: createStatusFault(403),
  'too-many': createStatusFault(429, { 'retry-after': '60' }),
  error: createStatusFault(500),
  'bad-gateway': createStatusFault(502),
  down: createStatusFault(503),
  'redirect-loop': ({ request, response }) => response.writeHead(302, { location: request.url }).end(),
  'redirect-inside': ({ response, fakeRequest }) =>
    response.writeHead(302, { location: `${fakeRequest.origin}/inside` }).end(),
} satisfies Record<string, FaultHandler>
export type FaultName = keyof typeof faults

export function isFaultName(name: unknown): name is FaultName {
  return typeof name === 'string' && Object.hasOwn(faults, name)
}

/** The fault that an item's id begins with: `slow`, `error-1`, `redirect-loop7`. */
export function findFault(id: string): FaultName | undefined {
  const matching = Object.keys(faults).filter(
    (name) => id.startsWith(name) && !/^[a-z]/.test(id.slice(name.length)),
  )
  return matching.filter(isFaultName).sort((a, b) => b.length - a.length)[0]
}

export function sendFakeResponse(
  { response }: Pick<SimulatedExchange, 'response'>,
  { type, body, status = 200, headers = {} }: FakeResponse,
): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

function dropConnection({ request }: SimulatedExchange): void {
  request.socket.resetAndDestroy()
}

async function respondAfter(exchange: SimulatedExchange, ms: number): Promise<void> {
  await exchange.wait(ms)
  if (!exchange.response.destroyed)
    sendFakeResponse(exchange, await exchange.source.good(exchange.fakeRequest))
}

function createStatusFault(code: number, headers: Record<string, string> = {}): FaultHandler {
  const body = JSON.stringify({ message: code === 401 ? 'Unauthorized' : 'Fault', code })
  return ({ response }) =>
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(body)
}

const spacesBlock = Buffer.alloc(256 * 1024, ' ')
let gzipBomb = Buffer.alloc(0)

/** Compresses 50 MB of spaces into a few kilobytes, before the first call that needs them. */
export function prepareFaults(): void {
  if (gzipBomb.length === 0) gzipBomb = gzipSync(Buffer.alloc(hugeBytes, ' '), { level: 1 })
}
