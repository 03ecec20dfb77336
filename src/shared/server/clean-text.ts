import { decodeHTMLStrict } from 'entities'
import { capMarks } from '../format/cap-marks.ts'

/** Longer texts of outside sources are cut to this length before anything is removed. */
const maxRawLength = 20_000

/**
 * Reduces a string of an outside source to plain text of at most `length` characters: tags are removed with the content of
 * scripts and styles, entities decoded once (those that end with a semicolon), control, invisible and
 * direction-changing characters removed, white space collapsed.
 */
export function cleanText(raw: string, length: number): string {
  const singleLine = decodeHTMLStrict(stripTags(raw.slice(0, maxRawLength)))
    .toWellFormed()
    .replaceAll(/[\t-\r\u2028\u2029]/g, ' ')
    .replaceAll(unwantedCharacters, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const text = capMarks(singleLine)
  return text.length <= length ? text : Array.from(text).slice(0, length).join('').trim()
}

/**
 * Control and format characters, private use and characters without a glyph, among them the marks that
 * reverse the reading direction. Joiners stay, since several scripts and emoji need them, and so do emoji
 * variation selectors.
 */
const unwantedCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0\ufffd]/gu

function stripTags(text: string): string {
  const reader = createTextReader(text)
  let plain = ''
  let position = 0
  while (position < text.length) {
    const start = reader.find('<', position)
    // Without another `>` the rest is text.
    if (start === -1 || reader.find('>', start) === -1) break
    const isTag = /[a-z/!?]/i.test(text[start + 1] ?? '')
    plain += isTag ? `${text.slice(position, start)} ` : text.slice(position, start + 1)
    position = isTag ? findTagEnd(start, reader) : start + 1
  }
  return plain + text.slice(position)
}

type TextReader = {
  find: (needle: string, from: number) => number
  isAt: (needle: string, position: number) => boolean
}

/** Searches case-insensitively. Remembers texts that were not found, so that it does not search for them again. */
function createTextReader(text: string): TextReader {
  // Only ASCII letters, because the lower case of some other letters has another length.
  const lower = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const missing = new Set<string>()
  return {
    find: (needle, from) => {
      const position = missing.has(needle) ? -1 : lower.indexOf(needle, from)
      if (position === -1) missing.add(needle)
      return position
    },
    isAt: (needle, position) => lower.startsWith(needle, position),
  }
}

/** The end of the tag that begins at `start`, including the content of a comment, a script or a style. */
function findTagEnd(start: number, { find, isAt }: TextReader): number {
  const comment = isAt('<!--', start) ? find('-->', start) : -1
  if (comment !== -1) return comment + 3
  const end = find('>', start) + 1
  const name = ['script', 'style'].find((tag) => isAt(`<${tag}`, start))
  if (!name) return end
  const close = find(`</${name}`, end)
  return close === -1 ? Number.POSITIVE_INFINITY : close
}

/** Names that every object inherits. They are removed from the maps of outside sources. */
const reservedNames = new Set(['__proto__', 'constructor', 'prototype'])

type CleanMapSizes = { entries: number; name: number; value: number }

/** A map of names and texts of an outside source, both cleaned. Empty and reserved names are left out. */
export function cleanMap(entries: Iterable<[string, unknown]>, sizes: CleanMapSizes): Record<string, string> {
  const cleaned = new Map<string, string>()
  for (const [rawName, rawValue] of entries) {
    if (cleaned.size === sizes.entries) break
    const name = cleanText(rawName, sizes.name)
    const value = typeof rawValue === 'string' || typeof rawValue === 'number' ? String(rawValue) : ''
    const text = cleanText(value, sizes.value)
    if (name && text && !reservedNames.has(name)) cleaned.set(name, text)
  }
  return Object.fromEntries(cleaned)
}
