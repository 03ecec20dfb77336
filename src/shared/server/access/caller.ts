import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Caller, Endpoint } from '#shared/contract.ts'
import { getAuthorization, parseToken } from './authorization.ts'
import { normalizeAddress } from './rate-limits.ts'

/** The caller of a request; with cookies only for a call whose contract declares them. */
export function toCaller(request: FastifyRequest, { cookies }: Pick<Endpoint, 'cookies'> = {}): Caller {
  const { headers, id } = request
  const address = normalizeAddress(request.ip)
  const purpose = headers['sec-purpose'] ?? headers.purpose
  return {
    address,
    visitor: address,
    userAgent: headers['user-agent'] ?? '',
    isPrefetch: String(purpose).includes('prefetch'),
    wantsNoTracking: headers.dnt === '1' || headers['sec-gpc'] === '1',
    requestId: id,
    token: parseToken(getAuthorization(request)),
    cookies: cookies && headers.cookie ? parseCookie(headers.cookie) : {},
  }
}
