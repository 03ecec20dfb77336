import { setTimeout as delay } from 'node:timers/promises'
import { mapYielding } from '#shared/server/event-loop.ts'
import { getCanonicalUrl } from '../canonical-url.ts'
import type { ParsedLink, ParseError } from '../contract.ts'
import { parseLink } from '../parse.ts'
import type { ShortLinkFailure } from '../parse-error-codes.ts'
import { getParseErrorMessage } from '../parse-error-messages.ts'
import { findShortLink, type ShortLink } from './short-link-address.ts'
import type { Followed } from './short-link-resolver.ts'
import type { ShortLinks } from './short-links.ts'

/** Of one list of texts: how many different links are followed, how many at a time, and for how long in all. */
const limits = { links: 20, atOnce: 4, ms: 8_000 } as const

/** A parse error with the result of resolving. */
export type FollowedParseError = ParseError & { why?: ShortLinkFailure }
export type FollowedLink = ParsedLink | FollowedParseError
export type LinkTexts = ReturnType<typeof createLinkTexts>

/** Understands texts as `parseLink` does, and follows short links. Without `shortLinks` it is `parseLink`. */
export function createLinkTexts(shortLinks: ShortLinks | undefined) {
  async function read(text: string): Promise<FollowedLink> {
    const link = parseLink(text)
    const short = shortLinks && findShortLinkIn(link, text)
    if (!short) return link
    const known = (await shortLinks.known([short])).get(short.address)
    return toFollowedLink(short, known ?? (await shortLinks.follow(short)))
  }

  /** Parses each text; short links beyond what one request may resolve get that error. */
  async function readAll(texts: readonly string[]): Promise<FollowedLink[]> {
    const links = await mapYielding(texts, parseLink)
    if (!shortLinks) return links
    const shorts = await mapYielding(links, (link, place) => findShortLinkIn(link, texts[place] ?? ''))
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

function findShortLinkIn(link: ParsedLink | ParseError, text: string): ShortLink | undefined {
  return link.ok || link.code !== 'SHORT_LINK' ? undefined : findShortLink(text)
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

function toFollowedLink({ agent }: ShortLink, followed: Followed): FollowedLink {
  if (typeof followed !== 'string') {
    const { shopType, id } = followed
    return { ok: true, shopType, id, agent, canonicalUrl: getCanonicalUrl(shopType, id) }
  }
  const { wrong, remedy } = getParseErrorMessage('SHORT_LINK', followed)
  return { ok: false, code: 'SHORT_LINK', reason: `${wrong} ${remedy}`, why: followed }
}
