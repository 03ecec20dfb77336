import type { FastifyBaseLogger } from 'fastify'
import type { Outbound, ResolvedAddress } from '#shared/server/outbound/outbound.ts'
import { isGone, SourceError } from '#shared/server/outbound/source-error.ts'
import type { ParsedLink } from '../contract.ts'
import { type Shortener, shorteners } from '../link-shorteners.ts'
import { parseLink } from '../parse.ts'
import type { ParseErrorCode, ShortLinkFailure } from '../parse-error-codes.ts'
import type { ItemRef } from '../url-parser.ts'
import { findShortLink, type ShortLink } from './short-link-address.ts'
import { findAddresses } from './short-link-page.ts'

export type Followed = ItemRef | ShortLinkFailure

/** In ms for one link, with all that it leads through; how many pages of shorteners it may lead through. */
const limits = { timeoutMs: 5_000, pages: 3 } as const

const failureByCode: Partial<Record<ParseErrorCode, ShortLinkFailure>> = {
  SHOP_PAGE: 'shop',
  SEARCH_PAGE: 'search',
  HIDDEN_ID: 'hidden',
  UNSUPPORTED_MARKETPLACE: 'unsupported',
}

type ShortLinkResolverDeps = {
  outbound: Pick<Outbound, 'call' | 'resolve'>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  addressFor?: ((address: string) => string) | undefined
}

/**
 * Resolves a short link. Only the shorteners' own hosts are ever requested; the target is parsed from its URL
 * only, by the parser of all links.
 */
export function createShortLinkResolver({
  outbound,
  log,
  addressFor = (address) => `https://${address}`,
}: ShortLinkResolverDeps) {
  async function resolve(
    { address, shortener: { owner } }: ShortLink,
    signal: AbortSignal,
  ): Promise<ResolvedAddress> {
    const asked = addressFor(address)
    const ofOwner = shorteners.filter((one) => one.owner === owner).map(({ host }) => host)
    const hosts = [new URL(asked).hostname, ...ofOwner]
    const sendRequest = () => outbound.resolve(asked, { hosts, timeoutMs: limits.timeoutMs, signal })
    return outbound.call(`short links of ${owner}`, sendRequest, isSourceFault)
  }

  async function followLink(link: ShortLink): Promise<Followed> {
    const signal = AbortSignal.timeout(limits.timeoutMs)
    let next = link
    for (let page = 0; page < limits.pages; page += 1) {
      const led = readTarget(await resolve(next, signal), next.shortener)
      if (typeof led === 'string' || 'shopType' in led) return restrictToShops(led, link.shortener)
      next = led
    }
    return 'nowhere'
  }

  return (link: ShortLink): Promise<Followed> =>
    followLink(link).catch((error) => toShortLinkFailure(error, link, log))
}

/** The item, the next short link, or what there is instead. */
function readTarget({ next, text }: ResolvedAddress, { shops }: Shortener): Followed | ShortLink {
  if (next) return classifyAddress(next.href)
  const { sent, all } = findAddresses(text)
  const [first] = sent.map(classifyAddress).filter((led) => typeof led !== 'string' || led !== 'nowhere')
  if (first) return first
  const items = all
    .map((address) => parseLink(address))
    .filter((link) => link.ok && shops.includes(link.shopType))
  const different = new Map(items.flatMap((link) => (link.ok ? [[`${link.shopType} ${link.id}`, link]] : [])))
  const [only, another] = different.values()
  // A page that shows several items does not say which one was meant.
  return only && !another ? toFoundItem(only) : 'nowhere'
}

function classifyAddress(address: string): Followed | ShortLink {
  const link = parseLink(address)
  if (link.ok) return toFoundItem(link)
  return (link.code === 'SHORT_LINK' && findShortLink(address)) || (failureByCode[link.code] ?? 'nowhere')
}

function toFoundItem({ shopType, id }: ParsedLink): ItemRef {
  return { shopType, id }
}

function restrictToShops(followed: Followed, { shops }: Shortener): Followed {
  return typeof followed === 'string' || shops.includes(followed.shopType) ? followed : 'nowhere'
}

/** A broken link, or one to a forbidden target, is no fault of its site. */
function isSourceFault(error: unknown): boolean {
  return !(error instanceof SourceError) || (!isGone(error) && isOutage(error))
}

function isOutage({ kind }: SourceError): boolean {
  return ['timeout', 'refused', 'status', 'open', 'busy'].includes(kind)
}

function toShortLinkFailure(
  error: unknown,
  { shortener }: ShortLink,
  log: ShortLinkResolverDeps['log'],
): ShortLinkFailure {
  if (!(error instanceof SourceError)) {
    log.error({ err: error }, 'a short link could not be followed')
    return 'unavailable'
  }
  if (isGone(error)) return 'gone'
  if (error.kind !== 'open') {
    log.warn({ source: shortener.owner, kind: error.kind, status: error.status }, error.message)
  }
  return isOutage(error) ? 'unavailable' : 'nowhere'
}
