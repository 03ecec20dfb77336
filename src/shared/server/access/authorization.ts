import type { FastifyRequest } from 'fastify'

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
