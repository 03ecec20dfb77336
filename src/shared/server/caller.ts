import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Caller, Endpoint } from '#shared/contract.ts'
import { authorizationOf, tokenIn } from './authorization.ts'
import { addressOf } from './rate-limits.ts'

/** The caller of a request; with cookies only for a call whose contract declares them. */
export function callerOf(request: FastifyRequest, { cookies }: Pick<Endpoint, 'cookies'> = {}): Caller {
  const { headers, id } = request
  const address = addressOf(request.ip)
  const purpose = headers['sec-purpose'] ?? headers.purpose
  return {
    address,
    visitor: address,
    userAgent: headers['user-agent'] ?? '',
    isPrefetch: String(purpose).includes('prefetch'),
    wantsNoTracking: headers.dnt === '1' || headers['sec-gpc'] === '1',
    requestId: id,
    token: tokenIn(authorizationOf(request)),
    cookies: cookies && headers.cookie ? parseCookie(headers.cookie) : {},
  }
}
