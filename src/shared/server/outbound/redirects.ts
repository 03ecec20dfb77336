import type { IncomingMessage } from 'node:http'
import { type OutboundRequest, parseAddress, sendRequest } from './outbound-request.ts'
import { SourceError } from './source-error.ts'
import { assertAllowedTarget, assertValidUrl } from './ssrf-guard.ts'

const redirectStatuses = [301, 302, 303, 307, 308]
const maxRedirects = 5

export type RedirectOptions = OutboundRequest & {
  hosts: readonly string[] | 'configured'
  /** True when a redirect is returned instead of being followed. */
  shouldStop?: (next: URL) => boolean
}
export type RedirectResult = {
  /** The requested URLs, first to last. */
  hops: URL[]
  /** The last of them, and the head of its response. */
  url: URL
  response: IncomingMessage
  /** The redirect that was not followed. */
  next: URL | undefined
}

/**
 * Requests a URL and, at most five times, what it redirects to; each step is checked like an untrusted URL.
 */
export async function followRedirects(address: string, options: RedirectOptions): Promise<RedirectResult> {
  const { hosts, client, shouldStop } = options
  let url = parseAddress(address)
  const isConfigured = hosts === 'configured'
  const rules = { ...client, hosts: isConfigured ? [url.hostname] : hosts }
  if (isConfigured) assertValidUrl(url)
  else assertAllowedTarget(url, rules)
  const hops = [url]
  let response = await sendRequest(url, options, isConfigured)
  while (redirectStatuses.includes(response.statusCode ?? 0)) {
    response.destroy()
    if (hops.length > maxRedirects) throw new SourceError('blocked', 'There are too many redirects.')
    const next = parseAddress(response.headers.location ?? '', url)
    if (shouldStop?.(next)) return { hops, url, response, next }
    assertAllowedTarget(next, { ...rules, from: url })
    url = next
    hops.push(url)
    response = await sendRequest(url, options, false)
  }
  return { hops, url, response, next: undefined }
}
