import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { failures, RequestError } from '#shared/failure.ts'
import type { Metrics } from './metrics.ts'

/** Headers that a proxy adds: with any of them, the remote address is not the client's. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Counts every request, and serves `/metrics` to programs on this machine and to requests with the operator's token.
 * Responds with 404 to all others.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests.count(request, reply)
    done()
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isLocal(request) && !hasToken(request, token)) throw new RequestError(failures.notFound)
    return reply.type(metrics.contentType).send(await metrics.read())
  })
}

function isLocal(request: FastifyRequest): boolean {
  if (proxyHeaders.some((name) => request.headers[name] !== undefined)) return false
  const addresses = [request.ip, request.socket.remoteAddress ?? '']
  return addresses.every(isLoopback) && isLoopbackName(request.hostname)
}

/**
 * Whether the host is a name of this machine. A proxy that adds no header still forwards the site's host.
 */
function isLoopbackName(name: string): boolean {
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Whether the request has the operator's token. Compares in constant time. */
function hasToken({ headers: { authorization = '' } }: FastifyRequest, token: string | undefined): boolean {
  const [, requestToken] = /^Bearer (.{1,1000})$/i.exec(authorization) ?? []
  if (!requestToken || !token) return false
  return timingSafeEqual(hash('sha256', requestToken, 'buffer'), hash('sha256', token, 'buffer'))
}
