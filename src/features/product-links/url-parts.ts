/** One `name=value` of a query: the name in lower case, the value as written. */
export type UrlParameter = {
  readonly name: string
  readonly value: string
  /** The query that contains the parameter and the index of its value, for a link that was inserted without encoding. */
  readonly query: string
  readonly start: number
}

/** A link split without `new URL`, which alone takes longer than the whole parser. */
export type UrlParts = {
  /** In lower case; empty when it is no ordinary web host. */
  readonly host: string
  /** In lower case, decoded, without empty ones. The segments of a fragment's path follow those of the URL's path. */
  readonly segments: readonly string[]
  /**
   * The parameters of a fragment that is a URL itself (`#/detail?id=1`, `#!id=1`) come first, because single-page
   * applications put their parameters there.
   */
  readonly parameters: readonly UrlParameter[]
}

/** Real links have a few dozen parameters. Further ones are ignored, so that a hostile link stays cheap to parse. */
const maxParameters = 100
const hostPattern = /^[a-z0-9._-]+$/
const encodedQuestionMark = /%3f/i
const asciiEscape = /%[0-7][0-9a-f]/gi

const slash = 0x2f
const backslash = 0x5c
const questionMark = 0x3f
const hashMark = 0x23

/** Percent-decodes without throwing. In an invalid text only the ASCII escapes are decoded. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(asciiEscape, (match) => String.fromCharCode(Number.parseInt(match.slice(1), 16)))
  }
}

/** Percent-decodes and removes the backslashes that Markdown editors put before punctuation. */
export function decodeValue(text: string): string {
  return removeBackslashes(decodePercent(text))
}

function removeBackslashes(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\', '') : text
}

/** Splits a URL that begins with `http:` or `https:`. */
export function splitUrl(link: string): UrlParts {
  const start = findAuthorityStart(link)
  const end = findAuthorityEnd(link, start)
  const fragmentIndex = link.indexOf('#', end)
  const segments: string[] = []
  const parameters: UrlParameter[] = []
  if (fragmentIndex < 0) readPath(link.slice(end), segments, parameters)
  else {
    const fragmentSegments: string[] = []
    const fragment = link.slice(fragmentIndex + 1)
    const isPath = fragment.includes('/') || fragment.includes('?')
    if (isPath)
      readPath(fragment.startsWith('!') ? fragment.slice(1) : fragment, fragmentSegments, parameters)
    else if (fragment.startsWith('!')) readQuery(fragment.slice(1), parameters)
    readPath(link.slice(end, fragmentIndex), segments, parameters)
    if (!isPath && fragment.includes('=')) readQuery(fragment, parameters)
    segments.push(...fragmentSegments)
  }
  return { host: parseHost(link.slice(start, end), link), segments, parameters }
}

/** The index after the scheme, which a careless paste may contain twice. */
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

/** The index of the first character after the authority (host and port). */
export function findAuthorityEnd(link: string, start: number): number {
  for (let index = start; index < link.length; index++) {
    const code = link.charCodeAt(index)
    if (code === slash || code === questionMark || code === hashMark || code === backslash) return index
  }
  return link.length
}

/**
 * The host in lower case. Empty when the authority has a user name, a non-default port or non-ASCII characters.
 */
function parseHost(authority: string, link: string): string {
  const colon = authority.indexOf(':')
  const host = (colon < 0 ? authority : authority.slice(0, colon)).toLowerCase()
  if (colon >= 0) {
    const port = authority.slice(colon + 1)
    const defaultPort = link.charAt(4) === ':' ? '80' : '443'
    if (port !== '' && port !== defaultPort) return ''
  }
  return hostPattern.test(host) ? host : ''
}

/** Adds the segments and parameters of `/path?query`, also when the question mark is encoded (`item.html%3FitemID=1`). */
function readPath(text: string, segments: string[], parameters: UrlParameter[]): void {
  let rest = text
  let queryMark = rest.indexOf('?')
  if (queryMark < 0 && encodedQuestionMark.test(rest)) {
    rest = decodePercent(rest)
    queryMark = rest.indexOf('?')
  }
  readSegments(decodePercent(queryMark < 0 ? rest : rest.slice(0, queryMark)).toLowerCase(), segments)
  if (queryMark >= 0) readQuery(rest.slice(queryMark + 1), parameters)
}

function readSegments(path: string, segments: string[]): void {
  let start = 0
  while (start < path.length) {
    const next = path.indexOf('/', start)
    const end = next < 0 ? path.length : next
    if (end > start) segments.push(path.slice(start, end))
    start = end + 1
  }
}

function readQuery(query: string, parameters: UrlParameter[]): void {
  let start = 0
  let equals = -2 // an index after the current parameter is reused, so that the query is scanned only once
  for (let count = 0; count < maxParameters && start < query.length; count++) {
    const next = query.indexOf('&', start)
    const end = next < 0 ? query.length : next
    if (equals !== -1 && equals < start) equals = query.indexOf('=', start)
    if (equals !== -1 && equals < end) {
      const name = decodeValue(query.slice(start, equals)).toLowerCase()
      parameters.push({ name, value: query.slice(equals + 1, end), query, start: equals + 1 })
    } else if (end > start) readEncodedPair(decodePercent(query.slice(start, end)), parameters)
    start = end + 1
  }
}

/** Reads `itemID%3D1`, in which the equals sign is encoded. */
function readEncodedPair(query: string, parameters: UrlParameter[]): void {
  const equals = query.indexOf('=')
  if (equals <= 0) return
  const name = removeBackslashes(query.slice(0, equals)).toLowerCase()
  parameters.push({ name, value: query.slice(equals + 1), query, start: equals + 1 })
}
