/** One `name=value` of a query; the name in lower case, the value as written. */
export type Parameter = {
  readonly name: string
  readonly value: string
  /** The value and everything after it in its query, for a link that was put in without encoding it. */
  readonly rest: string
}

/** A link taken apart by hand: `new URL` would cost more than the whole parser. */
export type LinkParts = {
  /** Lower case; empty when no ordinary web host stands there. */
  readonly host: string
  /** Lower case, decoded, without empty ones; a fragment's own path follows the real one. */
  readonly segments: readonly string[]
  /** Those of a fragment (`#/detail?id=1`) first, for pages that carry their address there. */
  readonly parameters: readonly Parameter[]
}

/** Real links have a few dozen parameters; the rest of a bomb is not read. */
const maxParameters = 256
const hostPattern = /^[a-z0-9._-]+$/
const encodedMark = /%3f/i
const asciiEscape = /%[0-7][0-9a-f]/gi

/** Percent-decoding that never throws: where the whole is broken, what is plain ASCII is decoded. */
export function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(asciiEscape, (match) => String.fromCharCode(Number.parseInt(match.slice(1), 16)))
  }
}

/** Takes a text apart that begins with `http:` or `https:`. */
export function splitLink(link: string): LinkParts {
  const start = authorityStart(link)
  const end = authorityEnd(link, start)
  const hash = link.indexOf('#', end)
  const front = hash < 0 ? link.slice(end) : link.slice(end, hash)
  const fragment = hash < 0 ? '' : link.slice(hash + 1)
  const main = splitPath(front)
  const inner = fragment.includes('/') || fragment.includes('?') ? splitPath(fragment) : undefined
  const parameters: Parameter[] = []
  if (inner) readQuery(inner.query, parameters)
  readQuery(main.query, parameters)
  return {
    host: hostOf(link.slice(start, end), link),
    segments: inner ? [...main.segments, ...inner.segments] : main.segments,
    parameters,
  }
}

/** After the scheme, which a hurried paste may have doubled. */
function authorityStart(link: string): number {
  let index = 0
  let next = schemeEnd(link, 0)
  while (next > index) {
    index = next
    next = schemeEnd(link, index)
  }
  return index
}

function schemeEnd(link: string, from: number): number {
  let index = from
  const scheme = link.slice(from, from + 6).toLowerCase()
  if (scheme.startsWith('http:')) index += 5
  else if (scheme === 'https:') index += 6
  else return from
  while (link[index] === '/' || link[index] === '\\') index++
  return index
}

function authorityEnd(link: string, start: number): number {
  let index = start
  while (index < link.length && !'/?#\\'.includes(link.charAt(index))) index++
  return index
}

/** The host in lower case; empty with a user name, a strange port or anything but ASCII letters and digits. */
function hostOf(authority: string, link: string): string {
  const colon = authority.indexOf(':')
  const host = (colon < 0 ? authority : authority.slice(0, colon)).toLowerCase()
  if (colon >= 0) {
    const port = authority.slice(colon + 1)
    const usual = link.charAt(4) === ':' ? '80' : '443'
    if (port !== '' && port !== usual) return ''
  }
  return hostPattern.test(host) ? host : ''
}

function splitPath(text: string): { segments: string[]; query: string } {
  const mark = text.indexOf('?')
  if (mark < 0 && encodedMark.test(text)) return splitDecoded(decode(text))
  const path = mark < 0 ? text : text.slice(0, mark)
  return { segments: segmentsOf(decode(path)), query: mark < 0 ? '' : text.slice(mark + 1) }
}

/** For `item.html%3FitemID=1`, where the question mark itself was encoded. */
function splitDecoded(text: string): { segments: string[]; query: string } {
  const mark = text.indexOf('?')
  if (mark < 0) return { segments: segmentsOf(text), query: '' }
  return { segments: segmentsOf(text.slice(0, mark)), query: text.slice(mark + 1) }
}

function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (const segment of path.toLowerCase().split('/')) if (segment !== '') segments.push(segment)
  return segments
}

function readQuery(query: string, into: Parameter[]): void {
  let start = 0
  let equals = -2 // found further on than the current parameter it is kept, so that the query is scanned once
  while (start < query.length && into.length < maxParameters) {
    const amp = query.indexOf('&', start)
    const end = amp < 0 ? query.length : amp
    if (equals !== -1 && equals < start) equals = query.indexOf('=', start)
    if (equals !== -1 && equals < end) {
      const name = decode(query.slice(start, equals)).toLowerCase()
      into.push({ name, value: query.slice(equals + 1, end), rest: query.slice(equals + 1) })
    } else if (end > start) readEncodedPair(query.slice(start, end), into)
    start = end + 1
  }
}

/** For `itemID%3D1`, where the equals sign itself was encoded. */
function readEncodedPair(text: string, into: Parameter[]): void {
  const pair = decode(text)
  const equals = pair.indexOf('=')
  if (equals <= 0) return
  const value = pair.slice(equals + 1)
  into.push({ name: pair.slice(0, equals).toLowerCase(), value, rest: value })
}
