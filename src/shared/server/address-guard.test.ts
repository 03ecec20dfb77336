import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from './address-guard.ts'
import { createOutbound } from './outbound.ts'

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

/** Names of the internet as an attacker would set them up, without asking the internet. */
const names = new Map([
  ['localhost', ['127.0.0.1', '::1']],
  ['localhost.', ['127.0.0.1']],
  ['localhost.localdomain', ['127.0.0.1']],
  ['127.0.0.1.nip.io', ['127.0.0.1']],
  ['7f000001.nip.io', ['127.0.0.1']],
  ['127-0-0-1.sslip.io', ['127.0.0.1']],
  ['localtest.me', ['127.0.0.1']],
  ['spoofed.burpcollaborator.net', ['127.0.0.1']],
  ['xn--lclhst-bya.test', ['127.0.0.1']],
  ['v6.test', ['::1']],
  ['mapped.test', ['::ffff:127.0.0.1']],
  ['mixed.test', ['93.184.216.34', '127.0.0.1']],
  ['mixed-v6.test', ['2606:2800:220:1:248:1893:25c8:1946', '::1']],
  ['private.test', ['10.0.0.1']],
  ['metadata.google.internal', ['169.254.169.254']],
  ['metadata.test', ['fd00:ec2::254']],
  ['empty.test', []],
])

function lookup(
  hostname: string,
  _options: unknown,
  callback: (error: null, addresses: { address: string; family: number }[]) => void,
): void {
  const addresses = names.get(hostname) ?? ['127.0.0.1']
  callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
}

const outbound = (moreNames: Partial<Parameters<typeof createOutbound>[0]> = {}) =>
  createOutbound({
    breakerResetMs: 1000,
    publicUrl: 'http://localhost:3000',
    log,
    lookup,
    ports: [80, 443, port],
    ...moreNames,
  })

/** Addresses of something inside, in every spelling a parser may take for it; `P` is the port of the canaries. */
const inside = [
  // Loopback as names.
  ...['localhost', 'LOCALHOST', 'localhost.', 'LocalHost.LocalDomain', '127.0.0.1.nip.io', '7f000001.nip.io'],
  ...['127-0-0-1.sslip.io', 'localtest.me', 'spoofed.burpcollaborator.net', 'löcälhöst.test', 'v6.test'],
  ...['mapped.test', 'mixed.test', 'mixed-v6.test', 'private.test', 'metadata.google.internal'],
  ...[
    'metadata.test',
    'empty.test',
    'ＬＯＣＡＬＨＯＳＴ',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'ʟocalhost',
    'localho%73t',
    '%6c%6f%63%61lhost',
  ],
  // Loopback as numbers.
  ...[
    '127.0.0.1',
    '127.0.0.2',
    '127.1.1.1',
    '127.255.255.254',
    '127.0.0.0',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
  ],
  ...['2130706433', '017700000001', '0x7f000001', '0x7F.0x0.0x0.0x1', '0177.0.0.1', '0177.0.0.01', '0x7f.1'],
  ...['00000177.0.0.1', '127.0x0.0.1', '0177.1', '127.000.000.001', '0x7f.0.0.1', '0x7f.0x1', '2130706433.'],
  ...[
    '①②⑦.⓪.⓪.①',
    '①②⑦.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '127．0．0．1',
    '127｡0｡0｡1',
    '%31%32%37.0.0.1',
  ],
  ...['127.0.0.1%2e', '127%2e0%2e0%2e1', '127.0.0.1%E3%80%82', '127\t.0.0.1', '127.0.\n0.1', '127.0.0.\r1'],
  // Nothing and everything.
  ...['0', '0.0.0.0', '0x0', '00', '0.0', '0.1.2.3', '255.255.255.255', '4294967295', '0xffffffff'],
  // Private, shared, link-local, reserved, multicast.
  ...['10.0.0.1', '10.255.255.255', '0xa000001', '167772161', '012.0.0.1', '172.16.0.1', '172.31.255.254'],
  ...['192.168.0.1', '192.168.255.255', '3232235521', '0xc0a80001', '0300.0250.0.1', '100.64.0.1'],
  ...['100.127.255.254', '169.254.169.254', '169.254.0.1', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ...['0xa9.0xfe.0xa9.0xfe', '169.254.43518', '①⑥⑨.②⑤④.①⑥⑨.②⑤④', '192.0.0.1', '192.0.2.1', '192.88.99.1'],
  ...[
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
  ],
  // IPv6.
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::]',
    '[0::0]',
    '[::1%25lo]',
  ],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:10.0.0.1]'],
  ...[
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:0:127.0.0.1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
  ],
  ...['[::10.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
  ...['[2002:7f00:0001::1]', '[2002:a00:1::]', '[2002:a9fe:a9fe::]', '[2001:0:7f00:1::]', '[2001::1]'],
  ...['[fe80::1]', '[fe80::1%25eth0]', '[febf::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[fdff::1]'],
  ...['[ff02::1]', '[ff0e::1]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[2001:10::1]', '[2001:20::1]'],
  ...['[5f00::1]', '[2606:4700::5efe:7f00:1]', '[2606:4700::200:5efe:10.0.0.1]', '[4000::1]', '[8000::1]'],
]

/** Whole addresses that try to hide what they lead to. */
const disguised = [
  'http://user@127.0.0.1:P/',
  'http://user:password@localhost:P/',
  'http://img.alicdn.com@127.0.0.1:P/',
  'http://img.alicdn.com:80@127.0.0.1:P/',
  'http://127.0.0.1:P\\@img.alicdn.com/',
  'http://127.0.0.1:P#@img.alicdn.com/',
  'http://127.0.0.1:P?@img.alicdn.com/',
  'http://127.0.0.1:P/img.alicdn.com',
  'http://127.0.0.1:P;img.alicdn.com/',
  'http://img.alicdn.com%00@127.0.0.1:P/',
  'http://127.0.0.1:P%00.alicdn.com/',
  'http://img.alicdn.com%0d%0a@127.0.0.1:P/',
  'http://\t127.0.0.1:P/',
  'http:\\\\127.0.0.1:P\\',
  'http:127.0.0.1:P',
  'http:/127.0.0.1:P',
  'http:///127.0.0.1:P',
  'HTTP://127.0.0.1:P',
  ' http://127.0.0.1:P',
  'http://127.0.0.1:P .alicdn.com',
  'http://[::1]:P.alicdn.com/',
  'http://[127.0.0.1]:P/',
  'http://[::1',
  'http://',
  'http://.',
  'http://%',
  '//127.0.0.1:P/',
  '127.0.0.1:P',
  '/etc/passwd',
  '',
  'http://127.0.0.1:22/',
  'http://127.0.0.1:25/',
  'http://93.184.216.34:6379/',
  'http://93.184.216.34:5432/',
  'http://93.184.216.34:22/',
  'http://93.184.216.34:8080/',
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'gopher://127.0.0.1:P/_GET',
  'dict://127.0.0.1:P/info',
  'ftp://127.0.0.1:P/',
  'ws://127.0.0.1:P/',
  'data:text/plain,canary',
  'blob:http://127.0.0.1:P/0',
  'jar:http://127.0.0.1:P!/',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
]

describe('no form of an inside address is ever connected to', () => {
  test('there are enough forms', () => {
    expect(new Set([...inside, ...disguised]).size).toBeGreaterThanOrEqual(130)
  })

  test.each(inside)('%s, even if its host were on the list', async (host) => {
    const address = `http://${host}:${port}/`
    // A suffix list that holds whatever the parser makes of it leaves only the address guard in the way.
    const hosts = [URL.parse(address)?.hostname ?? host]
    await expect(outbound().fetchBytes(address, { ...limits, hosts })).rejects.toMatchObject({
      name: 'SourceError',
      kind: 'blocked',
    })
    expect(connections).toBe(0)
  })

  test.each(disguised)('%s', async (form) => {
    const address = form.replace('P', String(port))
    const hosts = ['alicdn.com', '127.0.0.1', '[::1]', 'localhost', '93.184.216.34']
    await expect(outbound().fetchBytes(address, { ...limits, hosts })).rejects.toMatchObject({
      kind: 'blocked',
    })
    expect(connections).toBe(0)
  })

  test.each([
    ...inside,
    'alicdn.com.evil.test',
    'notalicdn.com',
    'alicdn.com.',
    'alicdn.comx',
    'xn--alicdn-.com',
  ])('%s is not on a list that does not name it', async (host) => {
    const refused = outbound().fetchBytes(`http://${host}:${port}/`, { ...limits, hosts: ['alicdn.com'] })
    await expect(refused).rejects.toMatchObject({ kind: 'blocked' })
    expect(connections).toBe(0)
  })

  test('a name that becomes private after the first answer is refused at the connection', async () => {
    let asked = 0
    const flipping: typeof lookup = (hostname, options, callback) => {
      asked += 1
      if (asked > 1) return lookup(hostname, options, callback)
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    }
    const first = outbound({ lookup: flipping, isAllowed: () => true })
    const strict = outbound({ lookup: flipping })
    const get = (from: typeof first) =>
      from.fetchText(`http://img.alicdn.com:${port}/`, { ...limits, hosts: ['alicdn.com'] })
    expect(await get(first)).toMatchObject({ text: 'canary' })
    await expect(get(strict)).rejects.toMatchObject({ kind: 'blocked' })
    expect([asked, connections]).toEqual([2, 1])
  })

  test('what the operator named may be inside, which also shows that the canaries work', async () => {
    const { fetchText } = outbound()
    for (const host of ['127.0.0.1', '[::1]']) {
      const { text } = await fetchText(`http://${host}:${port}/`, { ...limits, hosts: 'configured' })
      expect(text).toBe('canary')
    }
    expect(connections).toBe(2)
  })

  test('not even the operator may name a file or a user', async () => {
    for (const address of [`http://user:secret@127.0.0.1:${port}/`, 'file:///etc/passwd']) {
      const asked = outbound().fetchText(address, { ...limits, hosts: 'configured' })
      await expect(asked).rejects.toMatchObject({ kind: 'blocked' })
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

test('what is no address is not public', () => {
  for (const text of ['', 'localhost', '1.2.3', '0x7f000001', '::gg'])
    expect(isPublicAddress(text)).toBe(false)
})
