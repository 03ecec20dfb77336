import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'

/** Where the site listens; an IPv6 address without brackets. */
export type ListenTarget = { host: string; port: number }

/**
 * Listens and stops at once, so that a wrong `HOST` or a used `PORT` is reported before anything is opened.
 * Throws one sentence that names the variable.
 */
export async function assertCanListen({ host, port }: ListenTarget): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    throw createListenError(error, { host, port })
  }
  server.close()
  await once(server, 'close')
}

const reasons: Record<string, (target: ListenTarget) => string> = {
  EADDRINUSE: ({ port }) =>
    `PORT ${port} is taken by another process. Stop that process, or set PORT to a free one.`,
  EACCES: ({ port }) =>
    `PORT ${port} may not be used by this user. Set PORT to 1024 or above, with a reverse proxy in front.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1, 0.0.0.0, :: or one of its addresses.`,
  ENOTFOUND: ({ host }) =>
    `HOST ${host} is a name that does not resolve. Set HOST to an address such as 127.0.0.1.`,
}

/** The sentence for a failure to listen, with the error as its cause. */
export function createListenError(cause: unknown, target: ListenTarget): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = reasons[code === 'EAI_AGAIN' ? 'ENOTFOUND' : code]
  const fallback = `HOST ${target.host} and PORT ${target.port} cannot be used (${code || cause}).`
  return new Error(reason?.(target) ?? fallback, { cause })
}

/** The URL that opens the site in a browser on this machine. */
export function formatOrigin({ host, port }: ListenTarget): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::'].includes(host)
  const [address = ''] = host.split('%') // a URL cannot contain the zone of an IPv6 address
  return `http://${isLocal ? 'localhost' : isIPv6(host) ? `[${address}]` : host}:${port}`
}
