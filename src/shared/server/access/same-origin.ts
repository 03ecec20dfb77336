import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request with cookies comes from our own pages: browsers say so in Sec-Fetch-Site, older ones by
 * an Origin that is the site's public one, or that of the requested host.
 */
export function isSameOriginRequest(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = URL.parse(headers.origin ?? '')
  if (!origin) return false
  const ours = new URL(publicUrl)
  return origin.origin === ours.origin || (origin.host === headers.host && origin.protocol === ours.protocol)
}
