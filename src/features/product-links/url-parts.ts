/** One `name=value` of a query: the name in lower case, the value as written. */
export type UrlParameter = {
  readonly name: string
  readonly value: string
  /** The query that contains it and where its value begins, for a link that was inserted without encoding. */
  readonly query: string
  readonly start: number
}

/** A link split by hand: `new URL` alone would cost more than the whole parser does. */
export type UrlParts = {
  /** Lower case; empty without an ordinary web host. */
  readonly host: string
  /** Lower case, decoded, without empty ones; a fragment's own path follows the real one. */
  readonly segments: readonly string[]
  /**
   * Those of a fragment that is a URL of its own (`#/detail?id=1`, `#!id=1`) first: pages that use it carry theirs there.
   */
  readonly parameters: readonly UrlParameter[]
}

/** Real links have a few dozen parameters; the rest of a bomb is not read, nor what only looks like some. */
const maxParameters = 100
const hostPattern = /^[a-z0-9._-]+$/
const encodedMark = /%3f/i
const asciiEscape = /%[0-7][0-9a-f]/gi

const slash = 0x2f
const backslash = 0x5c
const questionMark = 0x3f
const hashMark = 0x23

/** Percent-decoding that never throws: where the whole is broken, what is plain ASCII is decoded. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(asciiEscape, (match) => String.fromCharCode(Number.parseInt(match.slice(1), 16)))
  }
}

/** Decodes and drops the backslashes that Markdown editors put before marks. */
export function decodeWord(text: string): string {
  return dropBackslashes(decodePercent(text))
}

function dropBackslashes(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\', '') : text
}

/** Takes a text apart that begins with `http:` or `https:`. */
export function splitUrl(link: string): UrlParts {
  const start = findAuthorityStart(link)
  const end = findAuthorityEnd(link, start)
  const fragmentMark = link.indexOf('#', end)
  const segments: string[] = []
  const parameters: UrlParameter[] = []
  if (fragmentMark < 0) readPath(link.slice(end), segments, parameters)
  else {
    const ofFragment: string[] = []
    const fragment = link.slice(fragmentMark + 1)
    const isPath = fragment.includes('/') || fragment.includes('?')
    if (isPath) readPath(fragment.startsWith('!') ? fragment.slice(1) : fragment, ofFragment, parameters)
    else if (fragment.startsWith('!')) readQuery(fragment.slice(1), parameters)
    readPath(link.slice(end, fragmentMark), segments, parameters)
    if (!isPath && fragment.includes('=')) readQuery(fragment, parameters)
    segments.push(...ofFragment)
  }
  return { host: parseHost(link.slice(start, end), link), segments, parameters }
}

/** Behind the scheme, which a hurried paste may have doubled. */
export function findAuthorityStart(link: string): number {
  let index = 0
  let next = findSchemeEnd(link, 0)
  while (next > index) {
    index = next
    next = findSchemeEnd(link, index)
  }
  return index
}

function findSchemeEnd(link: string, from: number): number {
  const first = link.charCodeAt(from)
  if (first !== 0x68 && first !== 0x48) return from // h, H
  const scheme = link.slice(from, from + 'https:'.length).toLowerCase()
  if (scheme !== 'https:' && !scheme.startsWith('http:')) return from
  let index = from + (scheme === 'https:' ? 'https:' : 'http:').length
  while (link.charCodeAt(index) === slash || link.charCodeAt(index) === backslash) index++
  return index
}

export function findAuthorityEnd(link: string, start: number): number {
  for (let index = start; index < link.length; index++) {
    const code = link.charCodeAt(index)
    if (code === slash || code === questionMark || code === hashMark || code === backslash) return index
  }
  return link.length
}

/**
 * The host in lower case; empty with a user name, an unusual port or anything but ASCII letters and digits.
 */
function parseHost(authority: string, link: string): string {
  const colon = authority.indexOf(':')
  const host = (colon < 0 ? authority : authority.slice(0, colon)).toLowerCase()
  if (colon >= 0) {
    const port = authority.slice(colon + 1)
    const usual = link.charAt(4) === ':' ? '80' : '443'
    if (port !== '' && port !== usual) return ''
  }
  return hostPattern.test(host) ? host : ''
}

/** Adds the segments and parameters of `/path?query`; in `item.html%3FitemID=1` the question mark was encoded. */
function readPath(text: string, segments: string[], parameters: UrlParameter[]): void {
  let rest = text
  let mark = rest.indexOf('?')
  if (mark < 0 && encodedMark.test(rest)) {
    rest = decodePercent(rest)
    mark = rest.indexOf('?')
  }
  readSegments(decodePercent(mark < 0 ? rest : rest.slice(0, mark)).toLowerCase(), segments)
  if (mark >= 0) readQuery(rest.slice(mark + 1), parameters)
}

function readSegments(path: string, into: string[]): void {
  let start = 0
  while (start < path.length) {
    const next = path.indexOf('/', start)
    const end = next < 0 ? path.length : next
    if (end > start) into.push(path.slice(start, end))
    start = end + 1
  }
}

function readQuery(query: string, into: UrlParameter[]): void {
  let start = 0
  let equals = -2 // one found after the current parameter is kept, so that the query is scanned only once
  for (let count = 0; count < maxParameters && start < query.length; count++) {
    const next = query.indexOf('&', start)
    const end = next < 0 ? query.length : next
    if (equals !== -1 && equals < start) equals = query.indexOf('=', start)
    if (equals !== -1 && equals < end) {
      const name = decodeWord(query.slice(start, equals)).toLowerCase()
      into.push({ name, value: query.slice(equals + 1, end), query, start: equals + 1 })
    } else if (end > start) readEncodedPair(decodePercent(query.slice(start, end)), into)
    start = end + 1
  }
}

/** For `itemID%3D1`, where the equals sign itself was encoded. */
function readEncodedPair(query: string, into: UrlParameter[]): void {
  const equals = query.indexOf('=')
  if (equals <= 0) return
  const name = dropBackslashes(query.slice(0, equals)).toLowerCase()
  into.push({ name, value: query.slice(equals + 1), query, start: equals + 1 })
}
