import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createBoundedCache } from '#shared/server/bounded-cache.ts'

/** What one client may hold by its sockets. Sizes are counts, times ms. */
export const socketLimits = {
  /**
   * Requests of one socket that were read and not answered. Browsers send one at a time, tools that send ahead ten; but
   * one packet brings over a thousand small ones, which Node reads whether wanted or not: whoever does that is cut.
   */
  open: 16,
  /** So many sockets of an address may be cut for that in `banMs`; then those that wait for nothing go, and no new one comes. */
  floods: 3,
  /** Short, since others may stand behind the same address, and long enough that such packets cost next to nothing. */
  banMs: 10_000,
  /** An answer of which nothing was taken for so long is given up. Even a phone in a tunnel takes some of it in between. */
  quietMs: 30_000,
  /** Bytes a second at which an answer must be taken beyond that time: a phone at 1 Mbit/s takes 30 times as many. */
  leastTaken: 4 * 1024,
  /** From one address: a browser has six, so that dozens of readers behind a carrier's address never meet it. */
  perAddress: 512,
  /** Of everybody together; one that waits takes some 20 KB, and a file of the tens of thousands that systems allow. */
  inAll: 4_096,
  /** What is still being sent when the site stops may take so long: a photo on its way arrives. */
  stopMs: 5_000,
} as const
export type SocketLimits = { [name in keyof typeof socketLimits]: number }

/** Addresses of which cuts are remembered; forgetting all of them costs no more than a few further packets. */
const mostBans = 10_000

type Handle = (request: IncomingMessage, reply: ServerResponse) => void
/** A socket's requests: `open` counts the `latest` too, the one that is being answered or was answered last. */
type Line = {
  address: string
  open: number
  waiting: (() => void)[]
  latest?: IncomingMessage
  /** Bytes the other side had taken when that was last looked at with a change, and when that was. */
  taken: number
  takenAt: number
}
/** Of each open socket, the oldest first. */
type Lines = Map<Socket, Line>

/**
 * Has a server answer the requests of each socket one after the other, and bounds the sockets. `isProxied`: the
 * addresses at the other end are those of proxies, each of which speaks for everybody. Gives back what to call when the
 * server stops.
 */
export function boundSockets(
  server: Server,
  { isProxied, limits = socketLimits }: { isProxied: boolean; limits?: SocketLimits },
): { endSoon: () => void } {
  const perAddress = isProxied ? Number.POSITIVE_INFINITY : limits.perAddress
  const floods = isProxied ? Number.POSITIVE_INFINITY : limits.floods
  const bans = keepBans({ ...limits, floods })
  const lines = keepLines(server, { ...limits, perAddress }, bans)
  answerInTurn(server, lines, limits, (address) => {
    if (bans.add(address)) cutIdle(lines, address)
  })
  server.setTimeout(limits.quietMs, (socket) => {
    const isAtWork = (lines.get(socket)?.open ?? 0) > 0 && socket.writableLength === 0
    if (!isAtWork) socket.destroy()
  })
  giveUpUntaken(server, lines, limits)
  return { endSoon: () => void setTimeout(() => cutUnsent(lines), limits.stopMs).unref() }
}

/** Which addresses get no socket for a while, because several of theirs were cut for what they sent ahead. */
function keepBans({ floods, banMs }: SocketLimits) {
  const cuts = createBoundedCache<number>(mostBans, { ttl: banMs })
  return {
    has: (address: string) => (cuts.get(address) ?? 0) >= floods,
    /** Whether that is one too many. */
    add(address: string): boolean {
      const count = (cuts.get(address) ?? 0) + 1
      cuts.set(address, count, { noUpdateTTL: true })
      return count >= floods
    },
  }
}

/**
 * Whoever has too many loses the oldest that waits for nothing, and when all together have too many, whoever has most.
 * Where all wait for answers the new one is refused.
 */
function keepLines(
  server: Server,
  { perAddress, inAll }: SocketLimits,
  bans: { has: (address: string) => boolean },
): Lines {
  const lines: Lines = new Map()
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
  lines: Lines,
  { open: most }: SocketLimits,
  onFlood: (address: string) => void,
): void {
  // Node's own type of a listener says nothing of its arguments; these are a server's.
  const handlers = server.listeners('request') as Handle[]
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

/** Who takes a little now and then holds an answer only for as long as it would take at the least speed. */
function giveUpUntaken(server: Server, lines: Lines, { quietMs, leastTaken }: SocketLimits): void {
  const look = () => {
    const now = performance.now()
    for (const [socket, line] of lines) {
      const { writableLength: left } = socket
      const taken = socket.bytesWritten - left
      if (left === 0 || taken > line.taken) Object.assign(line, { taken, takenAt: now })
      else if (now - line.takenAt > quietMs + (left / leastTaken) * 1000) socket.destroy()
    }
  }
  const timer = setInterval(look, quietMs / 4).unref()
  server.once('close', () => clearInterval(timer))
}

function cutIdle(lines: Lines, address: string): void {
  for (const [socket, line] of lines) if (line.address === address && line.open === 0) socket.destroy()
}

/** Cuts whoever has not sent a request to its end; the others are being answered. */
function cutUnsent(lines: Lines): void {
  for (const [socket, { open, latest }] of lines) if (open === 0 || !latest?.complete) socket.destroy()
}
