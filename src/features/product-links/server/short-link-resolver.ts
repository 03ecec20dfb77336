import type { FastifyBaseLogger } from 'fastify'
import type { AddressHints } from '#shared/items/link-hints.ts'
import type { Outbound, ResolvedAddress } from '#shared/server/outbound/outbound.ts'
import { isNotFoundError, SourceError } from '#shared/server/outbound/source-error.ts'
import type { ParsedLink } from '../contract.ts'
import { readHints } from '../hints/read-hints.ts'
import { type Shortener, shorteners } from '../link-shorteners.ts'
import type { ParseErrorCode, ShortLinkFailure } from '../parse-error-codes.ts'
import { parseLink } from '../parse-link.ts'
import type { ItemRef } from '../url-parser.ts'
import { findShortLink, type ShortLink } from './short-link-address.ts'
import { findPageUrls } from './short-link-page.ts'

/** The item of a short link, with what its long address says; null for links of before. */
export type ResolvedItem = ItemRef & { hints: AddressHints | null }
export type ShortLinkOutcome = ResolvedItem | ShortLinkFailure

/** For one link with all its redirects: the time, and the number of shorteners' pages. */
const limits = { timeoutMs: 5_000, maxPages: 3 } as const

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
 * Resolves a short link. Requests go to the shorteners' hosts only. The target is never requested: its URL is parsed like
 * any pasted link.
 */
export function createShortLinkResolver({
  outbound,
  log,
  addressFor = (address) => `https://${address}`,
}: ShortLinkResolverDeps) {
  async function requestPage(
    { address, shortener: { owner } }: ShortLink,
    signal: AbortSignal,
  ): Promise<ResolvedAddress> {
    const url = addressFor(address)
    const ownerHosts = shorteners.filter((shortener) => shortener.owner === owner).map(({ host }) => host)
    const hosts = [new URL(url).hostname, ...ownerHosts]
    const sendRequest = () => outbound.resolve(url, { hosts, timeoutMs: limits.timeoutMs, signal })
    return outbound.call(`short links of ${owner}`, sendRequest, isSourceFault)
  }

  async function resolveLink(link: ShortLink): Promise<ShortLinkOutcome> {
    const signal = AbortSignal.timeout(limits.timeoutMs)
    let next = link
    for (let page = 0; page < limits.maxPages; page += 1) {
      const target = readTarget(await requestPage(next, signal), next.shortener)
      if (typeof target === 'string' || 'shopType' in target) return restrictToShops(target, link.shortener)
      next = target
    }
    return 'nowhere'
  }

  return (link: ShortLink): Promise<ShortLinkOutcome> =>
    resolveLink(link).catch((error) => toShortLinkFailure(error, link, log))
}

/** The item, the next short link, or the reason why there is none. */
function readTarget({ next, text }: ResolvedAddress, { shops }: Shortener): ShortLinkOutcome | ShortLink {
  if (next) return classifyUrl(next.href)
  const { redirects, all } = findPageUrls(text)
  const [target] = redirects.map(classifyUrl).filter((outcome) => outcome !== 'nowhere')
  if (target) return target
  const items = all.flatMap((url) => {
    const link = parseLink(url)
    return link.ok && shops.includes(link.shopType) ? [toResolvedItem(link, url)] : []
  })
  const [item, another] = new Map(items.map((ref) => [`${ref.shopType} ${ref.id}`, ref])).values()
  // A page with several items does not tell which one is the target.
  return item && !another ? item : 'nowhere'
}

function classifyUrl(url: string): ShortLinkOutcome | ShortLink {
  const link = parseLink(url)
  if (link.ok) return toResolvedItem(link, url)
  return (link.code === 'SHORT_LINK' && findShortLink(url)) || (failureByCode[link.code] ?? 'nowhere')
}

function toResolvedItem({ shopType, id }: ParsedLink, url: string): ResolvedItem {
  const { title: _, ...hints } = readHints(url).hints
  return { shopType, id, hints }
}

function restrictToShops(outcome: ShortLinkOutcome, { shops }: Shortener): ShortLinkOutcome {
  return typeof outcome === 'string' || shops.includes(outcome.shopType) ? outcome : 'nowhere'
}

/** Whether the error counts as a failure of the shortener. A dead link and a forbidden target do not. */
function isSourceFault(error: unknown): boolean {
  return !(error instanceof SourceError) || (!isNotFoundError(error) && isOutage(error))
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
    log.error({ err: error }, 'A short link could not be resolved because of an unexpected error.')
    return 'unavailable'
  }
  if (isNotFoundError(error)) return 'gone'
  if (error.kind !== 'open') {
    log.warn({ source: shortener.owner, kind: error.kind, status: error.status }, error.message)
  }
  return isOutage(error) ? 'unavailable' : 'nowhere'
}
