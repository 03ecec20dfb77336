import { findShortener, type Shortener } from '../link-shorteners.ts'
import { findLinks, joinBrokenLink, listReadings } from '../link-text.ts'
import type { FindSite } from '../sites/link-site.ts'
import { findEmbeddedShortLink } from '../url-parser.ts'

export type ShortLink = {
  /** Host and path, as `m.tb.cn/h.5x`: what is stored, and all that is requested. */
  address: string
  shortener: Shortener
  /** The agent whose link contains it, or whose short link it is. */
  agent: string | null
  /** The host whose link contains it, where it is none we know. */
  host?: string
}

/** The characters of a code; what follows is text glued to the link. */
const codePath = /^\/[\w.~=/-]{1,200}/

/** The first link of a text that the server may follow. */
export function findShortLink(text: string, find?: FindSite): ShortLink | undefined {
  for (const link of listReadings(text).flatMap((reading) => listLinks(reading, find))) {
    const inner = findEmbeddedShortLink(link, find)
    const found = inner && parseShortLink(inner.link)
    if (found) return { ...found, ...inner.origin, agent: inner.origin.agent ?? found.agent }
  }
  return undefined
}

function listLinks(text: string, find?: FindSite): string[] {
  const joined = joinBrokenLink(text)
  return joined === undefined ? findLinks(text, find) : [...findLinks(text, find), joined]
}

function parseShortLink(link: string): ShortLink | undefined {
  const { hostname = '', pathname = '' } = URL.parse(link) ?? {}
  const shortener = findShortener(hostname)
  const path = codePath.exec(pathname)?.[0].replace(/\/+$/, '')
  return shortener && path ? { address: hostname + path, shortener, agent: shortener.agent } : undefined
}
