import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SourceError } from './source-error.ts'

/** The only block with public IPv6 addresses; all other addresses have a special meaning. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * True for an address of the public internet. Loopback, private, link-local, shared, multicast and reserved ranges
 * are not, nor is any IPv6 form that carries an IPv4 address inside (mapped, compatible, 6to4, NAT64, Teredo, ISATAP).
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return true
  return parsed.match(globalUnicast) && !isIsatap(parsed)
}

/** ISATAP hides an IPv4 address behind the marker 5efe in the lower half of any prefix. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)
}

export type IsAllowed = (address: string) => boolean
type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void
type LookupCallback = Parameters<LookupFunction>[2]

/**
 * A DNS lookup for sockets that fails when any of the name's addresses is not allowed. The socket connects to
 * the addresses that this call returns, so a name cannot change its address between the check and the connection.
 */
export function createGuardedLookup(lookup: LookupAll, isAllowed: IsAllowed): LookupFunction {
  return (hostname, options, callback: LookupCallback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new SourceError('blocked', 'The host name has an address that is not public.'), '', 0)
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/** The characters of host names; URL parsers accept more. */
const plainHost = /^[a-z\d._-]+$|^\[[a-f\d:.]+\]$/

/** True when the host is one of the suffixes or below one: `img.alicdn.com` for `alicdn.com`, not `notalicdn.com`. */
export function isHostBelow(hostname: string, suffixes: readonly string[]): boolean {
  if (!plainHost.test(hostname)) return false
  return suffixes.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`))
}

export type TargetRules = {
  /** Exact suffixes. */
  hosts: readonly string[]
  ports: readonly number[]
  isAllowed: IsAllowed
  /** The URL that redirected here. */
  from?: URL | undefined
}

/**
 * Throws when a URL that the operator did not configure may not be requested; resolved addresses are checked
 * at connect.
 */
export function assertAllowedTarget(url: URL, { hosts, ports, isAllowed, from }: TargetRules): void {
  assertValidUrl(url)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!ports.includes(port)) throw new SourceError('blocked', 'The port is not allowed.')
  if (from?.protocol === 'https:' && url.protocol !== 'https:') {
    throw new SourceError('blocked', 'A redirect leads from https to http.')
  }
  if (!isHostBelow(url.hostname, hosts)) throw new SourceError('blocked', 'The host is not allowed.')
  // Sockets look up only names, so a literal address must be checked here.
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) && !isAllowed(literal)) throw new SourceError('blocked', 'The address is not public.')
}

/** What is required even of a URL that the operator configured. */
export function assertValidUrl(url: URL): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new SourceError('blocked', 'Only http and https URLs are allowed.')
  }
  if (url.username || url.password) throw new SourceError('blocked', 'The URL contains credentials.')
}
