import dns from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { siteName } from '#shared/site.ts'
import { createBreakers } from './breaker.ts'
import type { BodyLimits } from './limited-body.ts'
import { type OutboundClient, parseAddress, sendRequest } from './outbound-request.ts'
import { followRedirects } from './redirects.ts'
import { retryOnce } from './retry-once.ts'
import { SourceError } from './source-error.ts'
import { createStatusError, decodeText, readPageStart, readResponse } from './source-response.ts'
import type { SourceEvents } from './source-scope.ts'
import {
  assertValidUrl,
  createGuardedLookup,
  type IsAllowed,
  isHostBelow,
  isPublicAddress,
} from './ssrf-guard.ts'

export type FetchOptions = Pick<BodyLimits, 'maxBytes' | 'isValidStart'> & {
  /**
   * Exact host suffixes that may be requested. `configured`: the operator configured this URL, so it may be private.
   */
  hosts: readonly string[] | 'configured'
  /** For the whole request, from the DNS lookup to the last byte of the body. */
  timeoutMs: number
  /** Accepted content types: whole (`text/html`), a family (`image/`), or `''` for a response without one. */
  types: readonly string[]
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Called with the headers of every response that is not a redirect, whatever its status. */
  onHeaders?: ((headers: IncomingHttpHeaders) => void) | undefined
}
/** `url` is the response's URL after all redirects. */
export type FetchedBody = { bytes: Buffer; type: string; url: URL }

export type OutboundDeps = {
  breakerResetMs: number
  /** Sent in the User-Agent, so that the source's operator can contact the site. */
  publicUrl: string
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Called with the source whose circuit has opened. */
  onBreak?: (source: string) => void
  /** Notified of every call. */
  events?: SourceEvents | undefined
  lookup?: Parameters<typeof createGuardedLookup>[0]
  isAllowed?: IsAllowed
  /** Ports that may be used at URLs that the operator did not configure. */
  ports?: readonly number[]
}
export type Outbound = ReturnType<typeof createOutbound>

const webProtocols = ['https:', 'http:']

export type ResolveOptions = Pick<FetchOptions, 'timeoutMs' | 'headers' | 'signal'> & {
  /** Exact host suffixes that may be requested. */
  hosts: readonly string[]
}
export type ResolvedAddress = {
  /** The requested URLs, first to last. */
  hops: URL[]
  /** The target of the last redirect when its host is not on the list: any URL, which was not requested. */
  next: URL | undefined
  /** The first 64 KB of the final page; empty when the response is no page. */
  text: string
}

/**
 * All outgoing HTTP. GET only; POST only to URLs that the operator configured. Sends no cookies and no
 * Referer, connects to public addresses only (configured ones excepted), throws only SourceError.
 */
export function createOutbound(deps: OutboundDeps) {
  const { breakerResetMs, publicUrl, log, isAllowed = isPublicAddress, ports = [80, 443] } = deps
  const client: OutboundClient = {
    agentName: `${siteName.replaceAll(/[^\w.-]/g, '')}Bot/1.0 (+${new URL(publicUrl).href})`,
    lookup: createGuardedLookup(deps.lookup ?? dns.lookup, isAllowed),
    isAllowed,
    ports,
  }

  /** The body's bytes after at most five redirects, each checked like an untrusted URL. */
  const fetchBytes = (address: string, options: FetchOptions) => fetchFrom(client, address, options)

  /** The same as text, in the encoding that the response declares. */
  async function fetchText(address: string, options: FetchOptions): Promise<{ text: string; url: URL }> {
    const { bytes, type, url } = await fetchBytes(address, options)
    return { text: decodeText(bytes, type), url }
  }

  /** The same as parsed JSON of unknown shape. */
  async function fetchJson(address: string, options: Omit<FetchOptions, 'types'>): Promise<unknown> {
    const { text } = await fetchText(address, { ...options, types: jsonTypes })
    try {
      return JSON.parse(text)
    } catch {
      throw new SourceError('bad-body', 'The response is not JSON.')
    }
  }

  /** Posts a value to a URL that the operator configured; any 2xx status is a success. */
  const postJson = (address: string, value: unknown, options: { timeoutMs: number }) =>
    postBody(client, address, { body: JSON.stringify(value), ...options })

  /** Resolves where a URL leads, through at most five redirects. Reads pages only. */
  const resolve = (address: string, options: ResolveOptions) => resolveFrom(client, address, options)

  const call = createBreakers({
    resetMs: breakerResetMs,
    onChange: (source, state) => {
      if (state === 'closed') return log.info({ source }, 'source responds again, its circuit breaker closed')
      log.warn({ source }, 'source failed repeatedly, its circuit breaker opened')
      deps.onBreak?.(source)
    },
    events: deps.events,
  })
  return { fetchBytes, fetchText, fetchJson, postJson, resolve, call, watch: call.watch, status: call.status }
}

/** Servers send JSON with several content types. Only HTML must not be parsed as JSON. */
const jsonTypes = ['application/json', 'text/json', 'text/plain', '']

async function fetchFrom(
  client: OutboundClient,
  address: string,
  options: FetchOptions,
): Promise<FetchedBody> {
  const signal = createDeadlineSignal(options)
  try {
    const limits = { ...options, signal }
    return await retryOnce(async () => {
      const { response, url } = await followRedirects(address, { ...limits, client })
      options.onHeaders?.(response.headers)
      return { ...(await readResponse(response, limits)), url }
    }, limits)
  } catch (error) {
    throw toSourceError(error, signal)
  }
}

/** Posts a body. A redirect is an error, because nothing may be posted to a URL that the operator did not configure. */
async function postBody(
  client: OutboundClient,
  address: string,
  { body, timeoutMs }: { body: string; timeoutMs: number },
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const url = parseAddress(address)
    assertValidUrl(url)
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const response = await sendRequest(url, { client, headers, signal, body }, true)
    response.destroy()
    const { statusCode = 0 } = response
    if (statusCode < 200 || statusCode > 299) throw createStatusError(response)
  } catch (error) {
    throw toSourceError(error, signal)
  }
}

async function resolveFrom(
  client: OutboundClient,
  address: string,
  options: ResolveOptions,
): Promise<ResolvedAddress> {
  const signal = createDeadlineSignal(options)
  const isOutsideHosts = ({ protocol, hostname }: URL) =>
    !webProtocols.includes(protocol) || !isHostBelow(hostname, options.hosts)
  try {
    const limits = { ...options, signal }
    return await retryOnce(async () => {
      const { hops, next, response } = await followRedirects(address, {
        ...limits,
        client,
        shouldStop: isOutsideHosts,
      })
      return { hops, next, text: next ? '' : await readPageStart(response, signal) }
    }, limits)
  } catch (error) {
    throw toSourceError(error, signal)
  }
}

function createDeadlineSignal({
  timeoutMs,
  signal,
}: Pick<FetchOptions, 'timeoutMs' | 'signal'>): AbortSignal {
  const deadline = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([deadline, signal]) : deadline
}

function toSourceError(error: unknown, signal: AbortSignal): SourceError {
  if (error instanceof SourceError) return error
  if (signal.aborted) return new SourceError('timeout', 'The source took too long.')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(HPE_|Z_|ERR__?ZLIB|ERR_BROTLI|ERR_PADDING)/.test(code)) {
    return new SourceError('bad-body', 'The response is malformed.')
  }
  return new SourceError('refused', `The connection failed or was interrupted${code && ` (${code})`}.`)
}
