import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Caller, Endpoint, SessionRef } from '#shared/contract.ts'
import { normalizeAddress } from './rate-limits.ts'

/** A user who acts, and the request in which they do. */
export type Actor = { session: SessionRef; caller: Caller }

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

/** The Authorization header; undefined when it is sent twice, since Node would return only the first. */
export function getAuthorization({ raw, headers }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization',
  )
  return names.length === 1 ? headers.authorization : undefined
}

/** The token in an Authorization header, either raw (§7) or after `Bearer `; undefined for any other form. */
export function parseToken(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(/^bearer /i, '')
  return token && /^[\w.~+/=-]{1,8192}$/.test(token) ? token : undefined
}
