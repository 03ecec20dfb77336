import type { IncomingMessage } from 'node:http'
import { type Opening, open, parseAddress } from './request.ts'
import { SourceError } from './source-error.ts'
import { assertAllowedTarget, assertValidUrl } from './ssrf-guard.ts'

const redirects = [301, 302, 303, 307, 308]
const most = 5

export type Route = Opening & {
  hosts: readonly string[] | 'configured'
  /** Where a redirect ends the way instead of being gone. */
  isBeyond?: (next: URL) => boolean
}
export type Way = {
  /** What was asked, first to last. */
  hops: URL[]
  /** The last of them, and the head of its answer. */
  url: URL
  response: IncomingMessage
  /** The redirect that was not gone. */
  next: URL | undefined
}

/** Asks an address and, at most five times, what it redirects to; each step is checked like a stranger's address. */
export async function follow(address: string, route: Route): Promise<Way> {
  const { hosts, client, isBeyond } = route
  let url = parseAddress(address)
  const isConfigured = hosts === 'configured'
  const rules = { ...client, hosts: isConfigured ? [url.hostname] : hosts }
  if (isConfigured) assertValidUrl(url)
  else assertAllowedTarget(url, rules)
  const hops = [url]
  let response = await open(url, route, isConfigured)
  while (redirects.includes(response.statusCode ?? 0)) {
    response.destroy()
    if (hops.length > most) throw new SourceError('blocked', 'There are too many redirects.')
    const next = parseAddress(response.headers.location ?? '', url)
    if (isBeyond?.(next)) return { hops, url, response, next }
    assertAllowedTarget(next, { ...rules, from: url })
    url = next
    hops.push(url)
    response = await open(url, route, false)
  }
  return { hops, url, response, next: undefined }
}
