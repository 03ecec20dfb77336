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

type RawReply = { headers: Record<string, string>; createRequestId: () => string }

/**
 * Answers bytes that never become a request because their framing is broken, too large or too slow: writes the error
 * envelope to the socket. Closes the connection, because the start of the next request is unknown.
 */
export function sendRawError({ headers, createRequestId }: RawReply) {
  return ({ code }: { code?: string }, socket: Socket): void => {
    const problem = problems.get(code) ?? failures.input
    if (code !== 'ECONNRESET' && socket.writable)
      socket.write(renderRawResponse(problem, { headers, createRequestId }))
    socket.destroy()
  }
}

function renderRawResponse(problem: Problem, { headers, createRequestId }: RawReply): string {
  const id = createRequestId()
  const body = JSON.stringify(toErrorEnvelope(problem, id))
  const allHeaders = {
    ...headers,
    'x-request-id': id,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
  const { status } = problem
  return [`HTTP/1.1 ${status} ${reasons.get(status)}`, ...lines, '', body].join('\r\n')
}

/** Whether a request names its host exactly once (RFC 9112, 3.2); only HTTP/1.0 may omit it. */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  )
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0')
}
