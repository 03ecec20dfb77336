import { findShortener, type Shortener } from '../link-shorteners.ts'
import { findLinks, joinBrokenLink } from '../link-text.ts'
import { findEmbeddedShortLink } from '../url-parser.ts'

export type ShortLink = {
  /** Host and path, as `m.tb.cn/h.5x`: what is stored, and all that is requested. */
  address: string
  shortener: Shortener
  /** The agent whose link contains it, or whose short link it is. */
  agent: string | null
}

/** The characters of a code; what follows is text glued to the link. */
const codePath = /^\/[\w.~=/-]{1,200}/

/** The first link of a text that the server may follow. */
export function findShortLink(text: string): ShortLink | undefined {
  const joined = joinBrokenLink(text)
  const links = joined === undefined ? findLinks(text) : [...findLinks(text), joined]
  for (const link of links) {
    const inner = findEmbeddedShortLink(link)
    const found = inner && parseShortLink(inner.link)
    if (found) return { ...found, agent: inner.agent ?? found.agent }
  }
  return undefined
}

function parseShortLink(link: string): ShortLink | undefined {
  const { hostname = '', pathname = '' } = URL.parse(link) ?? {}
  const shortener = findShortener(hostname)
  const path = codePath.exec(pathname)?.[0].replace(/\/+$/, '')
  return shortener && path ? { address: hostname + path, shortener, agent: shortener.agent } : undefined
}
