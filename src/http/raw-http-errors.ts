import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { failures, type Problem } from '#shared/failure.ts'
import { toErrorEnvelope } from './failures.ts'

const problems = new Map<string | undefined, Problem>([
  ['HPE_HEADER_OVERFLOW', { ...failures.tooLarge, status: 431 }],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', failures.tooLarge],
  ['ERR_HTTP_REQUEST_TIMEOUT', failures.tooSlow],
])

const reasons = new Map([
  [400, 'Bad Request'],
  [408, 'Request Timeout'],
  [413, 'Payload Too Large'],
  [431, 'Request Header Fields Too Large'],
])

type RawReply = { headers: Record<string, string>; nameRequest: () => string }

/**
 * Answers what never becomes a request because its framing is broken, too large or too slow: in the one
 * envelope, written to the socket. The connection is closed, since the start of the next request is unknown.
 */
export function sendRawError({ headers, nameRequest }: RawReply) {
  return ({ code }: { code?: string }, socket: Socket): void => {
    const problem = problems.get(code) ?? failures.input
    if (code !== 'ECONNRESET' && socket.writable)
      socket.write(renderRawResponse(problem, { headers, nameRequest }))
    socket.destroy()
  }
}

function renderRawResponse(problem: Problem, { headers, nameRequest }: RawReply): string {
  const id = nameRequest()
  const body = JSON.stringify(toErrorEnvelope(problem, id))
  const all = {
    ...headers,
    'x-request-id': id,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const { status } = problem
  return [`HTTP/1.1 ${status} ${reasons.get(status)}`, ...lines, '', body].join('\r\n')
}

/** A request names its host exactly once (RFC 9112, 3.2); only HTTP/1.0 may leave it out. */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  )
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0')
}
