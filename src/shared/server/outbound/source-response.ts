import type { IncomingMessage } from 'node:http'
import { type BodyLimits, readLimited, readPrefix } from './limited-body.ts'
import { SourceError } from './source-error.ts'

/** The maximum size of the beginning of a page. */
const maxPageBytes = 64 * 1024
const pageTypes = ['text/html', 'application/xhtml+xml']

type ResponseLimits = BodyLimits & { types: readonly string[] }

/** The body of a successful response with an accepted content type. */
export async function readResponse(
  response: IncomingMessage,
  limits: ResponseLimits,
): Promise<{ bytes: Buffer; type: string }> {
  try {
    const type = readContentType(response)
    if (!isAcceptedType(type, limits.types))
      throw new SourceError('bad-type', 'The response has the wrong content type.')
    return { bytes: await readLimited(response, limits), type }
  } finally {
    response.destroy()
  }
}

/** The first 64 KB of a successful HTML response; empty for other content types. */
export async function readPageStart(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  try {
    const type = readContentType(response)
    if (!isAcceptedType(type, pageTypes)) return ''
    return decodeText(await readPrefix(response, { maxBytes: maxPageBytes, signal }), type)
  } finally {
    response.destroy()
  }
}

/** The error for a response without a success status. */
export function createStatusError({ statusCode = 0, headers }: IncomingMessage): SourceError {
  const mayRetryLater = statusCode === 429 || statusCode === 503
  const retryAfterMs = mayRetryLater ? parseRetryAfter(headers['retry-after']) : undefined
  const message = `The source responded with status ${statusCode}.`
  return new SourceError('status', message, statusCode, retryAfterMs)
}

/** Parses a number of seconds or a date (RFC 9110, 10.2.3) to a wait in ms; undefined when there is none. */
export function parseRetryAfter(text = ''): number | undefined {
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return waitMs > 0 ? waitMs : undefined
}

/** The content type of a successful response. */
function readContentType(response: IncomingMessage): string {
  if (response.statusCode !== 200) throw createStatusError(response)
  return response.headers['content-type'] ?? ''
}

function isAcceptedType(contentType: string, types: readonly string[]): boolean {
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  return types.some((type) => mediaType === type || (type.endsWith('/') && mediaType.startsWith(type)))
}

/** Decodes a text; Chinese marketplaces still use GBK. A text in an unknown encoding is read as UTF-8. */
export function decodeText(bytes: Buffer, type: string): string {
  const headerCharset = /charset\s*=\s*"?([\w-]{2,20})/i.exec(type)?.[1]
  const metaCharset = /<meta[^>]{0,100}charset\s*=\s*["']?([\w-]{2,20})/i.exec(
    bytes.toString('latin1', 0, 2048),
  )?.[1]
  try {
    return new TextDecoder(headerCharset ?? metaCharset ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
