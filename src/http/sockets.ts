import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'

/** Limits on the sockets of one client. Sizes are counts, times are in ms. */
export const socketLimits = {
  /**
   * Unanswered requests of one socket. Browsers send one at a time, pipelining tools ten. One packet can contain
   * over a thousand small requests, all of which Node reads; such a socket is closed.
   */
  open: 16,
  /**
   * Sockets of an address that may be closed for this reason within `banMs`. Then its idle ones are closed too, and
   * no new one is accepted.
   */
  floods: 3,
  /** Short, because other clients may share the address, and long enough to make such packets cheap. */
  banMs: 10_000,
  /**
   * A response is aborted when the client receives no byte for this time. Even a phone in a tunnel receives some
   * bytes in between.
   */
  quietMs: 30_000,
  /**
   * Minimum bytes per second after that time; a phone at 1 Mbit/s receives 30 times as many.
   */
  minReceivedPerSecond: 4 * 1024,
  /**
   * Sockets per address. A browser opens six, so dozens of visitors behind a carrier's address never reach the limit.
   */
  perAddress: 512,
  /**
   * Sockets in total. An idle one takes about 20 KB and a file descriptor, of which systems allow tens of thousands.
   */
  inAll: 4_096,
  /** How long responses and uploads in progress may take when the site stops, so that an upload can finish. */
  stopMs: 5_000,
} as const
export type SocketLimits = { [name in keyof typeof socketLimits]: number }

/**
 * Addresses whose closed sockets are remembered; losing an entry allows only a few more packets.
 */
const maxBans = 10_000

type SocketHandler = (request: IncomingMessage, reply: ServerResponse) => void
/**
 * The requests of a socket. `open` includes `latest`, the one that is being answered or was answered last.
 */
type SocketQueue = {
  address: string
  open: number
  waiting: (() => void)[]
  latest?: IncomingMessage
  /** Bytes received by the client, and the time of the last increase in ms. */
  receivedBytes: number
  receivedAtMs: number
}
/** The queues by open socket, the oldest first. */
type SocketQueues = Map<Socket, SocketQueue>

/**
 * Makes a server answer the requests of each socket one after the other, and limits the sockets. `isProxied`: remote
 * addresses are those of proxies, each of which serves many clients. Returns a function to call when the server
 * stops.
 */
export function boundSockets(
  server: Server,
  { isProxied, limits = socketLimits }: { isProxied: boolean; limits?: SocketLimits },
): { endSoon: () => void } {
  const perAddress = isProxied ? Number.POSITIVE_INFINITY : limits.perAddress
  const floods = isProxied ? Number.POSITIVE_INFINITY : limits.floods
  const bans = createBans({ ...limits, floods })
  const queues = trackSockets(server, { ...limits, perAddress }, bans)
  answerInTurn(server, queues, limits, (address) => {
    if (bans.add(address)) closeIdle(queues, address)
  })
  server.setTimeout(limits.quietMs, (socket) => {
    const isWorking = (queues.get(socket)?.open ?? 0) > 0 && socket.writableLength === 0
    if (!isWorking) socket.destroy()
  })
  closeSlowReaders(server, queues, limits)
  return { endSoon: () => void setTimeout(() => closeUnlessAnswering(queues), limits.stopMs).unref() }
}

/**
 * Addresses that get no socket for a while, because several of their sockets were closed for too much pipelining.
 */
function createBans({ floods, banMs }: SocketLimits) {
  const closedCounts = createBoundedCache<number>(maxBans, { ttl: banMs })
  return {
    has: (address: string) => (closedCounts.get(address) ?? 0) >= floods,
    /** Counts a closed socket; returns whether the limit is reached. */
    add(address: string): boolean {
      const count = (closedCounts.get(address) ?? 0) + 1
      closedCounts.set(address, count, { noUpdateTTL: true })
      return count >= floods
    },
  }
}

/**
 * An address with too many sockets loses its oldest idle one; with too many sockets in total, the address with the
 * most sockets does. If none is idle, the new socket is closed.
 */
function trackSockets(
  server: Server,
  { perAddress, inAll }: SocketLimits,
  bans: { has: (address: string) => boolean },
): SocketQueues {
  const queues: SocketQueues = new Map()
  const addresses = new Map<string, Set<Socket>>()

  function untrack(socket: Socket): void {
    const { address = '' } = queues.get(socket) ?? {}
    const remaining = addresses.get(address)
    remaining?.delete(socket)
    if (remaining?.size === 0) addresses.delete(address)
    queues.delete(socket)
  }

  function makeRoom(groups: Set<Socket>[]): boolean {
    const sockets = groups.values().flatMap((group) => group.values())
    const idle = sockets.find((socket) => queues.get(socket)?.open === 0)
    if (!idle) return false
    untrack(idle)
    idle.destroy()
    return true
  }

  const largestFirst = () => [...addresses.values()].toSorted((a, b) => b.size - a.size)

  server.on('connection', (socket) => {
    const { remoteAddress: address = '' } = socket
    if (bans.has(address)) return socket.destroy()
    const own = addresses.get(address) ?? new Set()
    if (own.size >= perAddress && !makeRoom([own])) return socket.destroy()
    if (queues.size >= inAll && !makeRoom(largestFirst())) return socket.destroy()
    addresses.set(address, own.add(socket))
    queues.set(socket, { address, open: 0, waiting: [], receivedBytes: 0, receivedAtMs: performance.now() })
    socket.once('close', () => untrack(socket))
  })
  return queues
}

/** Replaces the server's request handlers with one that calls them in turn. */
function answerInTurn(
  server: Server,
  queues: SocketQueues,
  { open: maxOpen }: SocketLimits,
  onFlood: (address: string) => void,
): void {
  // Node's own type of a listener does not declare its arguments; these are a server's.
  const handlers = server.listeners('request') as SocketHandler[]
  server.removeAllListeners('request')
  server.on('request', (request, reply) => {
    const { socket } = request
    const queue = queues.get(socket)
    if (!queue || socket.destroyed) return
    queue.open += 1
    if (queue.open > maxOpen) {
      queue.waiting.length = 0
      socket.destroy()
      onFlood(queue.address)
      return
    }
    const handleRequest = () => {
      queue.latest = request
      reply.once('close', () => {
        queue.open -= 1
        if (!socket.destroyed) queue.waiting.shift()?.()
      })
      for (const handle of handlers) handle(request, reply)
    }
    if (queue.open > 1) queue.waiting.push(handleRequest)
    else handleRequest()
  })
}

/**
 * Closes sockets whose client receives nothing, or receives a response more slowly than the minimum rate.
 */
function closeSlowReaders(
  server: Server,
  queues: SocketQueues,
  { quietMs, minReceivedPerSecond }: SocketLimits,
): void {
  const checkSockets = () => {
    const nowMs = performance.now()
    for (const [socket, queue] of queues) {
      const { writableLength: unsentBytes } = socket
      const receivedBytes = socket.bytesWritten - unsentBytes
      if (unsentBytes === 0 || receivedBytes > queue.receivedBytes)
        Object.assign(queue, { receivedBytes, receivedAtMs: nowMs })
      else if (nowMs - queue.receivedAtMs > quietMs + (unsentBytes / minReceivedPerSecond) * 1000)
        socket.destroy()
    }
  }
  const timer = setInterval(checkSockets, quietMs / 4).unref()
  server.once('close', () => clearInterval(timer))
}

function closeIdle(queues: SocketQueues, address: string): void {
  for (const [socket, queue] of queues) if (queue.address === address && queue.open === 0) socket.destroy()
}

/** Closes idle sockets and those with an incomplete request; the others are being answered. */
function closeUnlessAnswering(queues: SocketQueues): void {
  for (const [socket, { open, latest }] of queues) if (open === 0 || !latest?.complete) socket.destroy()
}
