import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'

/** What one client may hold by its sockets. Sizes are counts, times ms. */
export const socketLimits = {
  /**
   * Requests of one socket that were read and not answered. Browsers send one at a time, pipelining tools
   * ten; but one packet brings over a thousand small ones, which Node reads in any case: such a socket is
   * closed.
   */
  open: 16,
  /**
   * Sockets of an address that may be closed for that in `banMs`; then its idle ones are closed too, and no
   * new one is accepted.
   */
  floods: 3,
  /** Short, since others may share the address, and long enough that such packets cost next to nothing. */
  banMs: 10_000,
  /**
   * A response of which no byte was received for so long is aborted. Even a phone in a tunnel receives some
   * of it in between.
   */
  quietMs: 30_000,
  /**
   * Bytes per second that must be received beyond that time: a phone at 1 Mbit/s receives 30 times as many.
   */
  minTakenPerSecond: 4 * 1024,
  /**
   * Per address: a browser opens six, so that dozens of readers behind a carrier's address never reach it.
   */
  perAddress: 512,
  /**
   * In all; an idle one takes some 20 KB, and a file descriptor of the tens of thousands that systems allow.
   */
  inAll: 4_096,
  /** How long responses and uploads in progress may take when the site stops: a photo on its way arrives. */
  stopMs: 5_000,
} as const
export type SocketLimits = { [name in keyof typeof socketLimits]: number }

/**
 * Addresses whose closed sockets are remembered; losing all of them costs no more than a few further packets.
 */
const maxBans = 10_000

type SocketHandler = (request: IncomingMessage, reply: ServerResponse) => void
/**
 * A socket's requests: `open` counts the `latest` too, the one that is being answered or was answered last.
 */
type SocketLine = {
  address: string
  open: number
  waiting: (() => void)[]
  latest?: IncomingMessage
  /** Bytes received by the client when that last changed, and when that was. */
  taken: number
  takenAt: number
}
/** By open socket, the oldest first. */
type SocketLines = Map<Socket, SocketLine>

/**
 * Makes a server answer the requests of each socket one after the other, and bounds the sockets. `isProxied`:
 * the addresses at the other end are those of proxies, each of which speaks for all its clients. Returns a
 * function to call when the server stops.
 */
export function boundSockets(
  server: Server,
  { isProxied, limits = socketLimits }: { isProxied: boolean; limits?: SocketLimits },
): { endSoon: () => void } {
  const perAddress = isProxied ? Number.POSITIVE_INFINITY : limits.perAddress
  const floods = isProxied ? Number.POSITIVE_INFINITY : limits.floods
  const bans = createBans({ ...limits, floods })
  const lines = trackSockets(server, { ...limits, perAddress }, bans)
  answerInTurn(server, lines, limits, (address) => {
    if (bans.add(address)) cutIdle(lines, address)
  })
  server.setTimeout(limits.quietMs, (socket) => {
    const isAtWork = (lines.get(socket)?.open ?? 0) > 0 && socket.writableLength === 0
    if (!isAtWork) socket.destroy()
  })
  cutUntaken(server, lines, limits)
  return { endSoon: () => void setTimeout(() => cutUnsent(lines), limits.stopMs).unref() }
}

/**
 * Addresses that get no socket for a while, because several of theirs were closed for pipelining too much.
 */
function createBans({ floods, banMs }: SocketLimits) {
  const cuts = createBoundedCache<number>(maxBans, { ttl: banMs })
  return {
    has: (address: string) => (cuts.get(address) ?? 0) >= floods,
    /** Returns whether that is one too many. */
    add(address: string): boolean {
      const count = (cuts.get(address) ?? 0) + 1
      cuts.set(address, count, { noUpdateTTL: true })
      return count >= floods
    },
  }
}

/**
 * An address with too many sockets loses its oldest idle one; when there are too many in all, the address
 * with the most does. Where none is idle the new one is closed.
 */
function trackSockets(
  server: Server,
  { perAddress, inAll }: SocketLimits,
  bans: { has: (address: string) => boolean },
): SocketLines {
  const lines: SocketLines = new Map()
  const addresses = new Map<string, Set<Socket>>()

  function forget(socket: Socket): void {
    const { address = '' } = lines.get(socket) ?? {}
    const others = addresses.get(address)
    others?.delete(socket)
    if (others?.size === 0) addresses.delete(address)
    lines.delete(socket)
  }

  function makeRoom(crowds: Set<Socket>[]): boolean {
    const sockets = crowds.values().flatMap((crowd) => crowd.values())
    const idle = sockets.find((socket) => lines.get(socket)?.open === 0)
    if (!idle) return false
    forget(idle)
    idle.destroy()
    return true
  }

  const largestFirst = () => [...addresses.values()].toSorted((one, other) => other.size - one.size)

  server.on('connection', (socket) => {
    const { remoteAddress: address = '' } = socket
    if (bans.has(address)) return socket.destroy()
    const own = addresses.get(address) ?? new Set()
    if (own.size >= perAddress && !makeRoom([own])) return socket.destroy()
    if (lines.size >= inAll && !makeRoom(largestFirst())) return socket.destroy()
    addresses.set(address, own.add(socket))
    lines.set(socket, { address, open: 0, waiting: [], taken: 0, takenAt: performance.now() })
    socket.once('close', () => forget(socket))
  })
  return lines
}

/** Puts itself before the server's handler. */
function answerInTurn(
  server: Server,
  lines: SocketLines,
  { open: most }: SocketLimits,
  onFlood: (address: string) => void,
): void {
  // Node's own type of a listener does not declare its arguments; these are a server's.
  const handlers = server.listeners('request') as SocketHandler[]
  server.removeAllListeners('request')
  server.on('request', (request, reply) => {
    const { socket } = request
    const line = lines.get(socket)
    if (!line || socket.destroyed) return
    line.open += 1
    if (line.open > most) {
      line.waiting.length = 0
      socket.destroy()
      onFlood(line.address)
      return
    }
    const answer = () => {
      line.latest = request
      reply.once('close', () => {
        line.open -= 1
        if (!socket.destroyed) line.waiting.shift()?.()
      })
      for (const handle of handlers) handle(request, reply)
    }
    if (line.open > 1) line.waiting.push(answer)
    else answer()
  })
}

/**
 * A client that receives a little now and then holds a response only for as long as it would take at the
 * minimum rate.
 */
function cutUntaken(server: Server, lines: SocketLines, { quietMs, minTakenPerSecond }: SocketLimits): void {
  const look = () => {
    const now = performance.now()
    for (const [socket, line] of lines) {
      const { writableLength: left } = socket
      const taken = socket.bytesWritten - left
      if (left === 0 || taken > line.taken) Object.assign(line, { taken, takenAt: now })
      else if (now - line.takenAt > quietMs + (left / minTakenPerSecond) * 1000) socket.destroy()
    }
  }
  const timer = setInterval(look, quietMs / 4).unref()
  server.once('close', () => clearInterval(timer))
}

function cutIdle(lines: SocketLines, address: string): void {
  for (const [socket, line] of lines) if (line.address === address && line.open === 0) socket.destroy()
}

/** Closes sockets with an incomplete request; the others are being answered. */
function cutUnsent(lines: SocketLines): void {
  for (const [socket, { open, latest }] of lines) if (open === 0 || !latest?.complete) socket.destroy()
}
