import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What one client may hold by its sockets. Sizes are counts, times ms. */
export const socketLimits = {
  /**
   * Requests of one socket that were read and not answered. Browsers send one at a time, tools that send ahead ten; but
   * one packet brings over a thousand small ones, which Node reads whether wanted or not: whoever does that is cut.
   */
  open: 16,
  /** An answer of which nothing was taken for so long is given up. Even a phone in a tunnel takes some of it in between. */
  quietMs: 30_000,
  /** From one address: a browser has six, so that dozens of readers behind a carrier's address never meet it. */
  perAddress: 512,
  /** Of everybody together; one that waits takes some 20 KB, and a file of the tens of thousands that systems allow. */
  inAll: 4_096,
} as const
export type SocketLimits = { [name in keyof typeof socketLimits]: number }

type Handle = (request: IncomingMessage, reply: ServerResponse) => void
/** The requests of one socket: `open` counts the one that is being answered too. */
type Line = { open: number; waiting: (() => void)[] }

/**
 * Has a server answer the requests of each socket one after the other, and bounds the sockets. `isProxied`: the
 * addresses at the other end are those of proxies, each of which speaks for everybody.
 */
export function boundSockets(
  server: Server,
  { isProxied, limits = socketLimits }: { isProxied: boolean; limits?: SocketLimits },
): void {
  server.maxConnections = limits.inAll
  const lines = answerInTurn(server, limits)
  server.setTimeout(limits.quietMs, (socket) => {
    const isAtWork = (lines.get(socket)?.open ?? 0) > 0 && socket.writableLength === 0
    if (!isAtWork) socket.destroy()
  })
  if (!isProxied) boundAddresses(server, { lines, most: limits.perAddress })
}

/** Puts itself before the server's handler. */
function answerInTurn(server: Server, { open: most }: SocketLimits): WeakMap<Socket, Line> {
  const lines = new WeakMap<Socket, Line>()
  // Node's own type of a listener says nothing of its arguments; these are a server's.
  const handlers = server.listeners('request') as Handle[]
  server.removeAllListeners('request')
  server.on('connection', (socket) => lines.set(socket, { open: 0, waiting: [] }))
  server.on('request', (request, reply) => {
    const { socket } = request
    const line = lines.get(socket)
    if (!line || socket.destroyed) return
    line.open += 1
    if (line.open > most) {
      line.waiting.length = 0
      socket.destroy()
      return
    }
    const answer = () => {
      reply.once('close', () => {
        line.open -= 1
        if (!socket.destroyed) line.waiting.shift()?.()
      })
      for (const handle of handlers) handle(request, reply)
    }
    if (line.open > 1) line.waiting.push(answer)
    else answer()
  })
  return lines
}

type Addresses = { lines: WeakMap<Socket, Line>; most: number }

/** Whoever has too many loses the oldest that waits for nothing; who waits for answers on all of them gets no other. */
function boundAddresses(server: Server, { lines, most }: Addresses): void {
  const kept = new Map<string, Set<Socket>>()
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    const others = kept.get(remoteAddress) ?? new Set()
    if (others.size >= most) {
      const idle = others.values().find((one) => lines.get(one)?.open === 0)
      if (!idle) return socket.destroy()
      others.delete(idle)
      idle.destroy()
    }
    kept.set(remoteAddress, others.add(socket))
    socket.once('close', () => {
      others.delete(socket)
      if (others.size === 0 && kept.get(remoteAddress) === others) kept.delete(remoteAddress)
    })
  })
}
