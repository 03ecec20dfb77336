import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { readableEncodings } from './limited-body.ts'
import { SourceError } from './source-error.ts'
import { getSourceScope } from './source-scope.ts'
import type { IsAllowed } from './ssrf-guard.ts'

const maxHeaderSize = 16 * 1024

/** Settings that all requests of one client share. */
export type OutboundClient = {
  agentName: string
  lookup: LookupFunction
  isAllowed: IsAllowed
  ports: readonly number[]
}
export type OutboundRequest = {
  client: OutboundClient
  signal: AbortSignal
  headers?: Record<string, string> | undefined
  body?: string
}

/**
 * Sends one request and resolves when the headers of the response arrive. Unless `isTrusted`, the addresses of the host are
 * checked when it connects.
 */
export function sendRequest(
  url: URL,
  { client, headers, signal, body }: OutboundRequest,
  isTrusted: boolean,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: body === undefined ? 'GET' : 'POST',
    agent: false, // A new connection for each request, because it was checked only for this URL.
    signal,
    maxHeaderSize,
    ...(!isTrusted && { lookup: client.lookup }),
    headers: { 'user-agent': client.agentName, 'accept-encoding': readableEncodings, ...headers },
  })
  // A connection can end without an error and without a response, by an upgrade that was not requested.
  const endError = new SourceError('refused', 'The connection ended without a response.')
  const scope = getSourceScope()
  request.once('response', resolve).on('error', reject)
  request.once('close', () => {
    scope?.events.received(scope.source, request.socket?.bytesRead ?? 0)
    reject(endError)
  })
  request.end(body)
  return promise
}

/** A URL as it is, or relative to `base`. */
export function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url) throw new SourceError('blocked', 'The URL is invalid.')
  return url
}
