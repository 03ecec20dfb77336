import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutbound } from './outbound.ts'
import type { SourceEvents } from './source-scope.ts'

const servers: Server[] = []
const recordEvent = vi.fn()
const events: SourceEvents = {
  ended: (source, outcome, tookMs) => recordEvent('ended', source, outcome, typeof tookMs),
  received: () => {},
  retried: (source) => recordEvent('retried', source),
}
beforeEach(() => recordEvent.mockClear())
afterEach(() => {
  vi.useRealTimers()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A source that handles each request with the next listener, and all further ones with the last. */
async function startSource(...listeners: RequestListener[]) {
  let requestCount = 0
  const server = createServer((request, response) => {
    const listener = listeners[Math.min(requestCount, listeners.length - 1)]
    requestCount += 1
    listener?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  const log = { warn: () => {}, info: () => {} }
  const outbound = createOutbound({ breakerResetMs: 1000, publicUrl: 'http://localhost:3000', log, events })
  const options = { hosts: 'configured' as const, timeoutMs: 4000, maxBytes: 1000, types: ['text/plain'] }
  return {
    requestCount: () => requestCount,
    get: (more: { timeoutMs?: number } = {}) =>
      outbound.call('shop', () => outbound.fetchText(url, { ...options, ...more })),
    post: () => outbound.call('shop', () => outbound.postJson(url, {}, { timeoutMs: 4000 })),
    bare: () => outbound.fetchText(url, options),
    status: () => outbound.status()[0],
  }
}
const good: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/plain' }).end('fine')
const status =
  (code: number, headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(code, headers).end()
const reset: RequestListener = (request) => request.socket.resetAndDestroy()
const cut: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 9 })
  response.write('half', () => response.destroy())
}

describe('a retry', () => {
  test.each<[string, RequestListener]>([
    ['a reset', reset],
    ['half a body', cut],
    ['status 502', status(502)],
    ['status 503', status(503)],
  ])('follows %s and hides the first failure', async (_name, first) => {
    const source = await startSource(first, good)
    expect((await source.get()).text).toBe('fine')
    expect(source.requestCount()).toBe(2)
    expect(recordEvent.mock.calls).toEqual([
      ['retried', 'shop'],
      ['ended', 'shop', 'ok', 'number'],
    ])
  })

  test('is made only once', async () => {
    const source = await startSource(reset)
    await expect(source.get()).rejects.toMatchObject({ kind: 'refused' })
    expect(source.requestCount()).toBe(2)
  })

  test.each([400, 401, 403, 404, 410, 429, 500, 504])('does not follow status %i', async (code) => {
    const source = await startSource(status(code), good)
    await expect(source.get()).rejects.toMatchObject({ kind: 'status', status: code })
    expect(source.requestCount()).toBe(1)
  })

  test('does not follow a 503 with Retry-After', async () => {
    const source = await startSource(status(503, { 'retry-after': '1' }), good)
    await expect(source.get()).rejects.toMatchObject({ status: 503, retryAfterMs: 1000 })
    expect(source.requestCount()).toBe(1)
  })

  test('is not made when half of the timeout has passed', async () => {
    const source = await startSource(reset, good)
    await expect(source.get({ timeoutMs: 180 })).rejects.toMatchObject({ kind: 'refused' })
    expect(source.requestCount()).toBe(1)
  })

  test('is not made at a source whose last call failed too', async () => {
    const source = await startSource(reset)
    for (let i = 0; i < 3; i += 1) await expect(source.get()).rejects.toMatchObject({ kind: 'refused' })
    expect(source.requestCount()).toBe(4)
  })

  test('is not made for a POST or outside of a call', async () => {
    const source = await startSource(status(502))
    await expect(source.post()).rejects.toMatchObject({ status: 502 })
    await expect(source.bare()).rejects.toMatchObject({ status: 502 })
    expect(source.requestCount()).toBe(2)
  })
})

describe('a source that sends Retry-After', () => {
  test.each([
    ['in seconds', 429, '12', 12_000],
    ['in seconds, unavailable', 503, '30', 30_000],
    ['as a moment', 429, 'Sat, 21 Nov 2026 08:00:20 GMT', 20_000],
    ['for longer than the maximum pause', 429, '86400', 30_000],
  ])('is not called for that time, %s', async (_name, code, retryAfter, waitMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') })
    const source = await startSource(status(code, { 'retry-after': retryAfter }), good)
    await expect(source.get()).rejects.toMatchObject({ status: code })
    expect(source.status()?.quietUntil).toBe(Date.now() + waitMs)
    vi.advanceTimersByTime(waitMs - 1)
    await expect(source.get()).rejects.toMatchObject({ kind: 'open' })
    expect(source.requestCount()).toBe(1)
    vi.advanceTimersByTime(1)
    expect((await source.get()).text).toBe('fine')
    expect(source.status()?.quietUntil).toBeUndefined()
  })

  test.each(['', '0', '-5', 'soon', 'Sat, 21 Nov 2020 08:05:00 GMT'])(
    'is called again at once when the value is invalid (%j)',
    async (retryAfter) => {
      const source = await startSource(status(429, { 'retry-after': retryAfter }), good)
      await expect(source.get()).rejects.toMatchObject({ status: 429 })
      expect((await source.get()).text).toBe('fine')
    },
  )
})

test('reports the outcome of every call, also of rejected ones', async () => {
  const source = await startSource(status(404), status(500), good)
  await source.get().catch(() => {})
  await source.get().catch(() => {})
  await source.get()
  const failing = await startSource(status(500))
  for (let i = 0; i < 6; i += 1) await failing.get().catch(() => {})
  expect(recordEvent.mock.calls.map(([, , outcome, took]) => [outcome, took])).toEqual([
    ['gone', 'number'],
    ['status', 'number'],
    ['ok', 'number'],
    ...Array.from({ length: 5 }, () => ['status', 'number']),
    ['open', 'undefined'],
  ])
})
