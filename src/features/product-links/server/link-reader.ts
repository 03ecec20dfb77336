import { setTimeout as delay } from 'node:timers/promises'
import type { AddressHints } from '#shared/items/link-hints.ts'
import { mapYielding } from '#shared/server/event-loop.ts'
import { getCanonicalUrl } from '../canonical-url.ts'
import type { ParsedLink, ParseError, ReadLink, TextFacts } from '../contract.ts'
import { readHints } from '../hints/read-hints.ts'
import { openInBrowserText } from '../parse-error-codes.ts'
import { getParseErrorMessage } from '../parse-error-messages.ts'
import { parseLink } from '../parse-link.ts'
import { createSiteFinder, type LinkedAgent } from '../sites/agent-template-sites.ts'
import type { FindSite } from '../sites/link-site.ts'
import { findShortLink, type ShortLink } from './short-link-address.ts'
import type { ShortLinkOutcome } from './short-link-resolver.ts'
import type { ShortLinks } from './short-links.ts'

/** For one list of texts: how many distinct short links are resolved, how many at a time, and the total time. */
const limits = { links: 20, concurrency: 4, timeoutMs: 8_000 } as const

export type LinkReader = ReturnType<typeof createLinkReader>

type LinkReaderDeps = {
  /** Resolves short links; without it they are parse errors. */
  shortLinks?: ShortLinks | undefined
  /** Lists the dashboard's agents, whose links are parsed too. */
  listAgents?: () => Promise<readonly LinkedAgent[]>
}

/** Parses texts like `parseLink`, and in addition the links of the dashboard's agents. Resolves short links. */
export function createLinkReader({ shortLinks, listAgents = async () => [] }: LinkReaderDeps) {
  const getFinder = createFinderCache(listAgents)

  async function read(text: string): Promise<ReadLink> {
    const plain = parseLink(text)
    if (isFinal(plain)) return { ...plain, ...readHints(text) }
    const find = await getFinder()
    return joinFacts(await readWith(find, text), readHints(text, find))
  }

  async function readWith(find: FindSite, text: string): Promise<FollowedLink> {
    const link = parseLink(text, find)
    const shortLink = shortLinks && findShortLinkIn(link, text, find)
    if (!shortLink) return { link }
    const stored = (await shortLinks.findStored([shortLink])).get(shortLink.address)
    return toFollowedLink(shortLink, stored ?? (await shortLinks.resolve(shortLink)))
  }

  /** Parses each text. Short links beyond the limit of one request get the parse error `many`. */
  async function readAll(texts: readonly string[]): Promise<ReadLink[]> {
    const plain = await mapYielding(texts, (text) => parseLink(text))
    const find = plain.every(isFinal) ? undefined : await getFinder()
    const links = find ? await readAllWith(find, texts, plain) : plain.map((link) => ({ link }))
    return mapYielding(links, (link, index) => joinFacts(link, readHints(texts[index] ?? '', find)))
  }

  async function readAllWith(
    find: FindSite,
    texts: readonly string[],
    plain: readonly (ParsedLink | ParseError)[],
  ): Promise<FollowedLink[]> {
    const links = await mapYielding(plain, (link, index) =>
      isFinal(link) ? link : parseLink(texts[index] ?? '', find),
    )
    if (!shortLinks) return links.map((link) => ({ link }))
    const shortLinkByIndex = await mapYielding(links, (link, index) =>
      findShortLinkIn(link, texts[index] ?? '', find),
    )
    const outcomes = await resolveAll(
      shortLinks,
      shortLinkByIndex.filter((shortLink) => shortLink !== undefined),
    )
    return links.map((link, index) => {
      const shortLink = shortLinkByIndex[index]
      return shortLink ? toFollowedLink(shortLink, outcomes.get(shortLink.address) ?? 'many') : { link }
    })
  }
  return { read, readAll }
}

/** Whether the dashboard's agents cannot change the result. */
function isFinal(link: ParsedLink | ParseError): boolean {
  return link.ok ? link.host === undefined : link.code === 'TOO_LONG'
}

/** Creates the site finder again when the agents have changed. */
function createFinderCache(listAgents: () => Promise<readonly LinkedAgent[]>): () => Promise<FindSite> {
  let cached = { key: '', find: createSiteFinder([]) }
  return async () => {
    const agents = (await listAgents()).map(({ name, to }) => ({ name, to }))
    const key = JSON.stringify(agents)
    if (key !== cached.key) cached = { key, find: createSiteFinder(agents) }
    return cached.find
  }
}

function findShortLinkIn(link: ParsedLink | ParseError, text: string, find: FindSite): ShortLink | undefined {
  return link.ok || link.code !== 'SHORT_LINK' ? undefined : findShortLink(text, find)
}

async function resolveAll(
  shortLinks: ShortLinks,
  links: readonly ShortLink[],
): Promise<Map<string, ShortLinkOutcome>> {
  const outcomes = new Map<string, ShortLinkOutcome>(await shortLinks.findStored(links))
  const distinct = new Map(links.map((link) => [link.address, link])).values()
  const queue = distinct.filter(({ address }) => !outcomes.has(address)).take(limits.links)
  const timeout = new AbortController()
  async function resolveNext(): Promise<void> {
    for (const link of queue) {
      if (timeout.signal.aborted) return
      outcomes.set(link.address, await shortLinks.resolve(link))
    }
  }
  const timer = delay(limits.timeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined)
  await Promise.race([timer, Promise.all(Array.from({ length: limits.concurrency }, resolveNext))])
  timeout.abort()
  return new Map(outcomes) // results that arrive later are used by the next request
}

/** A link, with what the long address of a short link says. */
type FollowedLink = { link: ParsedLink | ParseError; addressHints?: AddressHints | null }

function toFollowedLink({ agent, host, address }: ShortLink, outcome: ShortLinkOutcome): FollowedLink {
  if (typeof outcome !== 'string') {
    const { shopType, id, hints } = outcome
    const origin = host === undefined ? { agent } : { agent, host }
    const canonicalUrl = getCanonicalUrl(shopType, id)
    return { link: { ok: true, shopType, id, ...origin, canonicalUrl }, addressHints: hints }
  }
  const { problem, remedy } = getParseErrorMessage('SHORT_LINK', outcome)
  const error = { ok: false, code: 'SHORT_LINK', reason: `${problem} ${remedy}`, why: outcome } as const
  const shortLink = remedy.startsWith(openInBrowserText) ? `https://${address}` : undefined
  return { link: { ...error, ...(shortLink && { shortLink }) } }
}

/** The price and the variant of a short link's long address count where the text names none. */
function joinFacts({ link, addressHints }: FollowedLink, { items, hints }: TextFacts): ReadLink {
  if (!addressHints) return { ...link, items, hints }
  const skuId = hints.skuId ?? addressHints.skuId
  const { price, priceTo, currency } = hints.price === null ? addressHints : hints
  return { ...link, items, hints: { ...hints, price, priceTo, currency, skuId } }
}
