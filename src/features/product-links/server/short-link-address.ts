import { findLinks, joinBrokenLink, listTextForms } from '../find-links.ts'
import { findShortener, type Shortener } from '../link-shorteners.ts'
import type { FindSite } from '../sites/link-site.ts'
import { findEmbeddedShortLink } from '../url-parser.ts'

export type ShortLink = {
  /** Host and path (`m.tb.cn/h.5x`): the stored key, and the only part of the link that is requested. */
  address: string
  shortener: Shortener
  /** The agent whose link contains it, or whose short link it is. */
  agent: string | null
  /** The host whose link contains it, when that host is unknown. */
  host?: string
}

/** The characters of a code. Further characters belong to the text after the link. */
const codePath = /^\/[\w.~=/-]{1,200}/

/** The first short link of a text that the server may resolve. */
export function findShortLink(text: string, find?: FindSite): ShortLink | undefined {
  for (const link of listTextForms(text).flatMap((form) => listLinks(form, find))) {
    const inner = findEmbeddedShortLink(link, find)
    const shortLink = inner && parseShortLink(inner.link)
    if (shortLink) return { ...shortLink, ...inner.origin, agent: inner.origin.agent ?? shortLink.agent }
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
