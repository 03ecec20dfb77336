import type { IncomingHttpHeaders } from 'node:http'

/**
 * True for a request from our own pages: Sec-Fetch-Site says so or, in older browsers, the Origin is the site's
 * public one or that of the requested host.
 */
export function isSameOriginRequest(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = URL.parse(headers.origin ?? '')
  if (!origin) return false
  const publicOrigin = new URL(publicUrl)
  return (
    origin.origin === publicOrigin.origin ||
    (origin.host === headers.host && origin.protocol === publicOrigin.protocol)
  )
}
