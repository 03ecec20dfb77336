import { isHostBelow } from '#shared/server/outbound/ssrf-guard.ts'
import { imageLimits, marketplaceHosts } from '../limits.ts'
import { isMediaName } from '../media-name.ts'

/**
 * Allowed image hosts: suffixes of host names, and origins that the operator configured, which may be private and use
 * http.
 */
export type ImageHosts = { suffixes: readonly string[]; origins: readonly string[] }

/** Reads `IMAGE_HOSTS`: `alicdn.com` is a suffix, `http://localhost:4010` an origin. */
export function parseImageHosts(configured: readonly string[] = marketplaceHosts): ImageHosts {
  const origins = configured.filter((host) => host.includes('://')).map((address) => new URL(address).origin)
  const suffixes = configured.filter((host) => host && !host.includes('://'))
  return { suffixes, origins }
}

/** A path of this site, like an agent's logo in the public folder; it needs no signed URL. */
export function isOwnPath(source: string): boolean {
  return /^\/(?![/\\])/.test(source)
}

/**
 * A path of this site in its simplest form, which no browser can read as the URL of another site.
 */
export function isPlainPath(path: string): boolean {
  return path.startsWith('/') && isMediaName(path.slice(1))
}

/**
 * Normalizes an external image URL; undefined when it may not be shown. Protocol-relative and http URLs of allowed
 * hosts become https.
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
  const configured = suffixes.find((suffix) => isHostBelow(source.hostname, [suffix]))
  return origins.includes(source.origin) ? source.origin : (configured ?? source.hostname)
}
