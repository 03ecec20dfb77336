import { isHostBelow } from '#shared/server/outbound/ssrf-guard.ts'
import { imageLimits, marketplaceHosts } from '../limits.ts'
import { isMediaName } from '../media-name.ts'

/**
 * Hosts below which images may be, and whole origins that the operator configured, which may be private and
 * http.
 */
export type ImageHosts = { suffixes: readonly string[]; origins: readonly string[] }

/** Reads `IMAGE_HOSTS`: `alicdn.com` is a suffix, `http://localhost:4010` an origin. */
export function parseImageHosts(named: readonly string[] = marketplaceHosts): ImageHosts {
  const origins = named.filter((host) => host.includes('://')).map((address) => new URL(address).origin)
  const suffixes = named.filter((host) => host && !host.includes('://'))
  return { suffixes, origins }
}

/** A path of our own pages, such as an agent's mark in the public folder; it needs no URL of ours. */
export function isOwnPath(source: string): boolean {
  return /^\/(?![/\\])/.test(source)
}

/**
 * A path of our own pages in its plainest form: nothing in it that a browser would read as another site's
 * URL.
 */
export function isPlainPath(path: string): boolean {
  return path.startsWith('/') && isMediaName(path.slice(1))
}

/**
 * The URL behind an external image URL, or undefined when it may not be shown. Protocol-relative and http
 * forms of allowed hosts become https.
 */
export function toWebSource(raw: string, { suffixes, origins }: ImageHosts): string | undefined {
  if (raw.length > imageLimits.addressLength) return undefined
  const url = URL.parse(raw.startsWith('//') ? `https:${raw}` : raw)
  if (!url || url.username || url.password) return undefined
  url.hash = ''
  if (origins.includes(url.origin)) return url.href
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.port || !isHostBelow(url.hostname, suffixes)) return undefined
  url.protocol = 'https:'
  return url.href
}

/** The circuit breaker of a URL: one for all hosts below a suffix. */
export function getHostGroup(source: URL, { suffixes, origins }: ImageHosts): string {
  const named = suffixes.find((suffix) => isHostBelow(source.hostname, [suffix]))
  return origins.includes(source.origin) ? source.origin : (named ?? source.hostname)
}
