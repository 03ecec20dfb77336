import { setTimeout as delay } from 'node:timers/promises'
import { mapYielding } from '#shared/server/event-loop.ts'
import { getCanonicalUrl } from '../canonical-url.ts'
import type { ParsedLink, ParseError } from '../contract.ts'
import { parseLink } from '../parse.ts'
import { openItself } from '../parse-error-codes.ts'
import { getParseErrorMessage } from '../parse-error-messages.ts'
import { createSiteFinder, type LinkedAgent } from '../sites/agent-sites.ts'
import type { FindSite } from '../sites/link-site.ts'
import { findShortLink, type ShortLink } from './short-link-address.ts'
import type { Followed } from './short-link-resolver.ts'
import type { ShortLinks } from './short-links.ts'

/** Of one list of texts: how many different links are followed, how many at a time, and for how long in all. */
const limits = { links: 20, atOnce: 4, ms: 8_000 } as const

export type LinkTexts = ReturnType<typeof createLinkTexts>

type LinkTextsDeps = {
  /** Without them no short link is followed. */
  shortLinks?: ShortLinks | undefined
  /** The agents of the dashboard, whose links are read too. */
  listAgents?: () => Promise<readonly LinkedAgent[]>
}

/** Understands texts as `parseLink` does, by the links of added agents too, and follows short links. */
export function createLinkTexts({ shortLinks, listAgents = async () => [] }: LinkTextsDeps) {
  const getFinder = createFinderCache(listAgents)

  async function read(text: string): Promise<ParsedLink | ParseError> {
    const plain = parseLink(text)
    if (isKnown(plain)) return plain
    const find = await getFinder()
    const link = parseLink(text, find)
    const short = shortLinks && findShortLinkIn(link, text, find)
    if (!short) return link
    const known = (await shortLinks.known([short])).get(short.address)
    return toFollowedLink(short, known ?? (await shortLinks.follow(short)))
  }

  /** Parses each text; short links beyond what one request may resolve get that error. */
  async function readAll(texts: readonly string[]): Promise<(ParsedLink | ParseError)[]> {
    const plain = await mapYielding(texts, (text) => parseLink(text))
    if (plain.every(isKnown)) return plain
    const find = await getFinder()
    const links = await mapYielding(plain, (link, place) =>
      isKnown(link) ? link : parseLink(texts[place] ?? '', find),
    )
    if (!shortLinks) return links
    const shorts = await mapYielding(links, (link, place) => findShortLinkIn(link, texts[place] ?? '', find))
    const followed = await followAll(
      shortLinks,
      shorts.filter((short) => short !== undefined),
    )
    return links.map((link, place) => {
      const short = shorts[place]
      return short ? toFollowedLink(short, followed.get(short.address) ?? 'many') : link
    })
  }
  return { read, readAll }
}

/** An added agent can change nothing about it. */
function isKnown(link: ParsedLink | ParseError): boolean {
  return link.ok ? link.host === undefined : link.code === 'TOO_LONG'
}

/** Made anew whenever the agents have changed. */
function createFinderCache(listAgents: () => Promise<readonly LinkedAgent[]>): () => Promise<FindSite> {
  let kept = { key: '', find: createSiteFinder([]) }
  return async () => {
    const agents = (await listAgents()).map(({ name, to }) => ({ name, to }))
    const key = JSON.stringify(agents)
    if (key !== kept.key) kept = { key, find: createSiteFinder(agents) }
    return kept.find
  }
}

function findShortLinkIn(link: ParsedLink | ParseError, text: string, find: FindSite): ShortLink | undefined {
  return link.ok || link.code !== 'SHORT_LINK' ? undefined : findShortLink(text, find)
}

async function followAll(
  shortLinks: ShortLinks,
  links: readonly ShortLink[],
): Promise<Map<string, Followed>> {
  const followed = new Map<string, Followed>(await shortLinks.known(links))
  const different = new Map(links.map((link) => [link.address, link])).values()
  const waiting = different.filter(({ address }) => !followed.has(address)).take(limits.links)
  const over = new AbortController()
  async function followNext(): Promise<void> {
    for (const link of waiting) {
      if (over.signal.aborted) return
      followed.set(link.address, await shortLinks.follow(link))
    }
  }
  const time = delay(limits.ms, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([time, Promise.all(Array.from({ length: limits.atOnce }, followNext))])
  over.abort()
  return new Map(followed) // later ones are left for the next request
}

function toFollowedLink({ agent, host, address }: ShortLink, followed: Followed): ParsedLink | ParseError {
  if (typeof followed !== 'string') {
    const { shopType, id } = followed
    const origin = host === undefined ? { agent } : { agent, host }
    return { ok: true, shopType, id, ...origin, canonicalUrl: getCanonicalUrl(shopType, id) }
  }
  const { wrong, remedy } = getParseErrorMessage('SHORT_LINK', followed)
  const refused = { ok: false, code: 'SHORT_LINK', reason: `${wrong} ${remedy}`, why: followed } as const
  return remedy.startsWith(openItself) ? { ...refused, shortLink: `https://${address}` } : refused
}
