import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { disguisedAddresses, insideHosts, insideNames } from '#support/address-forms.ts'
import { createOutbound } from './outbound.ts'
import { isHostBelow, isPublicAddress } from './ssrf-guard.ts'

const log = { warn: () => {}, info: () => {} }
const limits = { timeoutMs: 1000, maxBytes: 1000, types: ['text/plain'] }

let connections = 0
let port = 0
const canaries: Server[] = []

/** Listens on both loopbacks at one port; every connection is a hole in the guard. */
beforeAll(async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const canary = createServer((socket) => {
      connections += 1
      socket.resume()
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\ncanary')
    })
    await new Promise<void>((resolve) => canary.listen(port, host, resolve))
    const address = canary.address()
    port = typeof address === 'object' && address ? address.port : 0
    canaries.push(canary)
  }
})
afterAll(async () => {
  for (const canary of canaries) await new Promise((resolve) => canary.close(resolve))
})
beforeEach(() => {
  connections = 0
})

function lookup(
  hostname: string,
  _options: unknown,
  callback: (error: null, addresses: { address: string; family: number }[]) => void,
): void {
  const addresses = insideNames.get(hostname) ?? ['127.0.0.1']
  callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
}

const outbound = (overrides: Partial<Parameters<typeof createOutbound>[0]> = {}) =>
  createOutbound({
    breakerResetMs: 1000,
    publicUrl: 'http://localhost:3000',
    log,
    lookup,
    ports: [80, 443, port],
    ...overrides,
  })

describe('never connects to a private address in any form', () => {
  test('covers at least 130 forms', () => {
    expect(new Set([...insideHosts, ...disguisedAddresses]).size).toBeGreaterThanOrEqual(130)
  })

  test.each(insideHosts)('%s, even when its host is listed', async (host) => {
    const address = `http://${host}:${port}/`
    // A suffix list that holds whatever the parser makes of it leaves only the address guard in the way.
    const hosts = [URL.parse(address)?.hostname ?? host]
    await expect(outbound().fetchBytes(address, { ...limits, hosts })).rejects.toMatchObject({
      name: 'SourceError',
      kind: 'blocked',
    })
    const resolved = outbound().resolve(address, { hosts, timeoutMs: 1000 })
    await expect(resolved).rejects.toMatchObject({ kind: 'blocked' })
    expect(connections).toBe(0)
  })

  test.each(disguisedAddresses)('%s', async (form) => {
    const address = form.replace('P', String(port))
    const hosts = ['alicdn.com', '127.0.0.1', '[::1]', 'localhost', '93.184.216.34']
    await expect(outbound().fetchBytes(address, { ...limits, hosts })).rejects.toMatchObject({
      kind: 'blocked',
    })
    expect(connections).toBe(0)
  })

  test.each([
    ...insideHosts,
    'alicdn.com.evil.test',
    'notalicdn.com',
    'alicdn.com.',
    'alicdn.comx',
    'xn--alicdn-.com',
  ])('%s is not covered by a list without it', async (host) => {
    const pending = outbound().fetchBytes(`http://${host}:${port}/`, { ...limits, hosts: ['alicdn.com'] })
    await expect(pending).rejects.toMatchObject({ kind: 'blocked' })
    expect(connections).toBe(0)
  })

  test('rejects at connect a name whose address became private after the first lookup', async () => {
    let lookups = 0
    const flipping: typeof lookup = (hostname, options, callback) => {
      lookups += 1
      if (lookups > 1) return lookup(hostname, options, callback)
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    }
    const first = outbound({ lookup: flipping, isAllowed: () => true })
    const strict = outbound({ lookup: flipping })
    const get = (from: typeof first) =>
      from.fetchText(`http://img.alicdn.com:${port}/`, { ...limits, hosts: ['alicdn.com'] })
    expect(await get(first)).toMatchObject({ text: 'canary' })
    await expect(get(strict)).rejects.toMatchObject({ kind: 'blocked' })
    expect([lookups, connections]).toEqual([2, 1])
  })

  test('allows a private URL that the operator configured', async () => {
    const { fetchText } = outbound()
    for (const host of ['127.0.0.1', '[::1]']) {
      const { text } = await fetchText(`http://${host}:${port}/`, { ...limits, hosts: 'configured' })
      expect(text).toBe('canary')
    }
    expect(connections).toBe(2)
  })

  test('rejects a configured URL with a file scheme or credentials', async () => {
    for (const address of [`http://user:secret@127.0.0.1:${port}/`, 'file:///etc/passwd']) {
      const lookups = outbound().fetchText(address, { ...limits, hosts: 'configured' })
      await expect(lookups).rejects.toMatchObject({ kind: 'blocked' })
    }
    expect(connections).toBe(0)
  })
})

test.each(['93.184.216.34', '1.1.1.1', '223.5.5.5', '2606:4700:4700::1111', '2400:3200::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each(['127.0.0.1;img.alicdn.com', '127.0.0.1,.alicdn.com', '(localhost).alicdn.com', "'.alicdn.com"])(
  '%s is not below a listed host, however a parser reads it',
  (host) => {
    expect(URL.parse(`https://${host}/`)?.hostname).toBe(host)
    expect(isHostBelow(host, ['alicdn.com'])).toBe(false)
  },
)

test('returns false for a text that is no address', () => {
  for (const text of ['', 'localhost', '1.2.3', '0x7f000001', '::gg'])
    expect(isPublicAddress(text)).toBe(false)
})
