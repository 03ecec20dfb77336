import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { insideNames } from '#support/address-forms.ts'
import { publicAddress } from './network.ts'

export const nameServer = '127.0.0.53'

/** Private addresses: `inside-N.` resolves to the one at index N. */
export const insideAddresses = [
  ...[
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '169.254.169.254',
  ],
  ...['172.16.0.1', '172.31.255.254', '192.168.0.1', '192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::1', '::', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ...[
    '2001:0:7f00:1::',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '100::1',
  ],
  '2606:4700::5efe:7f00:1',
]
const insidePattern = /^inside-(\d+)\./
const changingPattern = /^(first|later)-\d+\./

export type NameServer = { queryCounts: Map<string, number>; close: () => void }

/**
 * Resolves every name. `inside-N.` is private. `first-N.` is public at the first query and private afterwards. `later-N.` is
 * private at the first query and public afterwards. All other names are public.
 */
export async function startNameServer(): Promise<NameServer> {
  const queryCounts = new Map<string, number>()
  const socket = createSocket('udp4')

  function resolve(name: string, isV6: boolean): string[] {
    const insideMatch = insideNames.get(name)
    if (insideMatch) return insideMatch.filter((address) => isIPv6(address) === isV6)
    const [, number] = insidePattern.exec(name) ?? []
    const [, when] = changingPattern.exec(name) ?? []
    const address = number ? (insideAddresses[Number(number)] ?? publicAddress) : publicAddress
    if (isIPv6(address) !== isV6) return []
    if (!when) return [address]
    const times = (queryCounts.get(name) ?? 0) + 1
    queryCounts.set(name, times)
    return [(times === 1) === (when === 'first') ? publicAddress : '127.0.0.1']
  }

  socket.on('message', (query, from) => {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end)
    const isV6 = type === 28
    const addresses = type === 1 || isV6 ? resolve(name.toLowerCase(), isV6) : []
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(addresses.length, 6)
    head.writeUInt32BE(0, 8)
    const records = addresses.map((address) => createRecord(address, type))
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(53, nameServer, resolve))
  return { queryCounts, close: () => socket.close() }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let index = 12
  for (let length = query[index] ?? 0; length > 0; length = query[index] ?? 0) {
    labels.push(query.toString('latin1', index + 1, index + 1 + length))
    index += 1 + length
  }
  return { name: labels.join('.'), end: index + 1 }
}

/** A record for the name of the query, with a time to live of 0. */
function createRecord(address: string, type: number): Buffer {
  const bytes = type === 1 ? Buffer.from(address.split('.').map(Number)) : toBytesV6(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

function toBytesV6(address: string): Buffer {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [front = '', back] = hex.split('::')
  const splitGroups = (text = '') => text.split(':').filter(Boolean)
  const [first, last] = [splitGroups(front), splitGroups(back)]
  const gap = back === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0')
  const all = [...first, ...gap, ...last].map((group) => Number.parseInt(group, 16))
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}
