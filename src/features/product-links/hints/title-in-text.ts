import { maxTitleLength } from './hints-in-address.ts'
import { findAmounts } from './price-in-text.ts'
import {
  appLabel,
  appPhrase,
  lineLabel,
  plainLinkText,
  priceLabel,
  shopPromise,
  sizeOrWeight,
  storyWord,
  valueCell,
} from './title-words.ts'

/** Stands for a link in the text that is searched for a title. */
export const linkMark = '\ue000'
/** Stands for the link that leads to the item. */
export const itemLinkMark = '\ue001'

const anyMark = /[\ue000\ue001]/
const maxLineLength = 400
/** Real texts have a few brackets. */
const maxBrackets = 20
const bracketPairs = [
  ['「', '」'],
  ['『', '』'],
  ['【', '】'],
  ['《', '》'],
] as const
const quoted = /^(.*?)[„“"«»]([^„“”"«»]+)[“”"«»](.*)$/su
const markdownLink = /\[([^[\]\n]{1,200})\]\(\ue001/
const startSigns = /^[^\p{L}\p{N}]+/u
const endSigns = /[^\p{L}\p{N}]+$/u
/** Signs that belong to a name when it contains their pair. */
const pairs: Record<string, string> = {
  '(': ')',
  '（': '）',
  '[': ']',
  '【': '】',
  '「': '」',
  '『': '』',
  '„': '“”',
  '“': '”',
  '"': '"',
  '«': '»',
}
const listMark = /^\s*(?:\d{1,3}[.)]\s+|[-*•·>#]+\s+)/
const shareCode = /^[A-Z]{1,3}\d{3,5}$/
const letter = /\p{L}/u

/**
 * The name of the item in a text in which links are marks; null when there is none. Order: brackets of Chinese apps, a
 * Markdown link's text, a row of a sheet, the words before the link, those behind it, the line above.
 */
export function findTitle(text: string): string | null {
  const title =
    findBracketed(text) ??
    findMarkdownText(text) ??
    (text.includes(itemLinkMark) ? findInLines(text.split('\n')) : undefined)
  return title === undefined || title.length > maxTitleLength ? null : title
}

/** Text in 「…」 or 『…』; else in 【…】 or 《…》. Labels, promises and the app's own sentences are no titles. */
function findBracketed(text: string): string | undefined {
  const inPairs = bracketPairs.map(([open, close]) => {
    let start = text.indexOf(open)
    for (let count = 0; count < maxBrackets && start >= 0; count++) {
      const title = cleanTitle(text.slice(start + 1, findClosing(text, start, open, close)))
      if (isBracketedTitle(title)) return title
      start = text.indexOf(open, start + 1)
    }
    return undefined
  })
  return inPairs.find((title) => title !== undefined)
}

function findClosing(text: string, start: number, open: string, close: string): number {
  let depth = 0
  const limit = Math.min(text.length, start + 2 * maxTitleLength)
  for (let index = start; index < limit; index++) {
    if (text[index] === open) depth++
    if (text[index] === close && --depth === 0) return index
  }
  return start + 1
}

function isBracketedTitle(title: string): boolean {
  const isPlain = !anyMark.test(title) && letter.test(title)
  return isPlain && !appLabel.test(title) && !appPhrase.test(title) && !shopPromise.test(title)
}

function findMarkdownText(text: string): string | undefined {
  const written = markdownLink.exec(text)?.[1]
  if (written === undefined || plainLinkText.test(written.trim())) return undefined
  const title = cleanTitle(written)
  return letter.test(title) && !anyMark.test(title) && !title.includes('://') ? title : undefined
}

function findInLines(lines: readonly string[]): string | undefined {
  const index = lines.findIndex((line) => line.includes(itemLinkMark))
  const line = lines[index] ?? ''
  const cells = splitRow(line)
  if (cells) return findNameCell(cells)
  const [before = '', behind = ''] = line.split(itemLinkMark)
  const phraseBefore = (before.split(linkMark).at(-1) ?? '').replace(/\[([^[\]]*)\]\($/, '$1')
  if (hasPhrase(phraseBefore)) return readName(phraseBefore)
  const phraseBehind = behind.split(linkMark)[0] ?? ''
  if (hasPhrase(phraseBehind)) return readName(phraseBehind)
  const above = lines[index - 1] ?? ''
  return anyMark.test(above) ? undefined : readName(above)
}

/** The cells of a line that was copied from a sheet; undefined for other lines. */
function splitRow(line: string): string[] | undefined {
  if (line.includes('\t')) return line.split('\t').map(unquote)
  if (/^\s*\|.*\|/.test(line) || line.split(' | ').length > 2) return line.split('|')
  const separator = /[,;]\ue001|\ue001[,;]\S/.exec(line)?.[0].replace(/[^,;]/g, '')
  if (!separator) return undefined
  return line.match(separator === ',' ? /"(?:[^"]|"")*"|[^,]+/g : /"(?:[^"]|"")*"|[^;]+/g)?.map(unquote)
}

function unquote(cell: string): string {
  const trimmed = cell.trim()
  return /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed
}

function findNameCell(cells: readonly string[]): string | undefined {
  for (const cell of cells) {
    const text = cell.replace(listMark, '').trim()
    if (anyMark.test(text) || valueCell.test(text) || plainLinkText.test(text)) continue
    const isPrice = findAmounts(text).some(({ start, end }) => end - start > text.length / 2)
    const title = isPrice ? '' : cleanTitle(text.replace(lineLabel, ''))
    if (letter.test(title)) return title
  }
  return undefined
}

/** Whether a text holds more than labels, promises and codes. */
function hasPhrase(text: string): boolean {
  return text.length > maxLineLength || letter.test(dropLabels(text))
}

function dropLabels(text: string): string {
  const phrase = text
    .replace(/[[【(（]([^\]】)）]{1,12})[\]】)）]/g, (whole, inner: string) =>
      appLabel.test(inner) ? ' ' : whole,
    )
    .replace(listMark, '')
    .trim()
    .split(/\s+/)
    .filter((word) => !shopPromise.test(word) && !shareCode.test(word))
    .join(' ')
  const rest = phrase.replace(/^[^\p{L}\p{N}„“"«「『（([]+/u, '').replace(lineLabel, '')
  return /^[\s([]*$/.test(rest) || plainLinkText.test(trimSigns(rest)) ? '' : rest
}

/** The name that a line begins with, without prices, sizes and small talk; undefined when it is a sentence. */
function readName(line: string): string | undefined {
  if (line.length > maxLineLength) return undefined
  const phrase = dropLabels(line)
  if (/[?？]/.test(phrase) || appPhrase.test(phrase)) return undefined
  const cut = cutAtNumbers(phrase)
  if (/[!！]\s*$/.test(cut)) return undefined
  const sentence = cut.split(/[!！。]\s*/).at(-1) ?? ''
  const [, lead = '', inner, rest = ''] = quoted.exec(sentence) ?? []
  const isQuote = inner !== undefined && !letter.test(rest) && (!letter.test(lead) || /:\s*$/.test(lead))
  const spoken = /^(.*?):\s+(.+)$/s.exec(sentence)
  const name = isQuote ? inner : spoken && storyWord.test(spoken[1] ?? '') ? spoken[2] : sentence
  const title = cleanTitle(name ?? '')
  return letter.test(title) && !storyWord.test(title) && !plainLinkText.test(title) ? title : undefined
}

/** Cuts at the first price, size or weight, and removes the label before it. */
function cutAtNumbers(text: string): string {
  const prices = findAmounts(text).map(({ start }) => start)
  const measure = text.search(sizeOrWeight)
  const end = Math.min(...prices, measure < 0 ? text.length : measure, text.length)
  const cut = text.slice(0, end)
  if (end === text.length) return cut
  return cut
    .replace(/[([（【]+[^\p{L}\p{N}]*$/u, '')
    .replace(/[\s,;:：~≈–—-]+$/u, '')
    .replace(priceLabel, '')
}

function cleanTitle(text: string): string {
  return trimSigns(text.replace(/\s+/g, ' '))
}

/** Removes signs and pictures at both ends, except brackets and quotes that are paired within the text. */
function trimSigns(text: string): string {
  const start = startSigns.exec(text)?.[0] ?? ''
  const core = text.slice(start.length)
  const end = endSigns.exec(core)?.[0] ?? ''
  const inner = core.slice(0, core.length - end.length)
  const opening =
    [...start].findLast((sign) => pairs[sign] !== undefined && hasAny(inner + end, pairs[sign])) ?? ''
  const closing = [...end].find((sign) => hasOpening(opening + inner, sign)) ?? ''
  return opening + inner + closing
}

function hasAny(text: string, signs: string): boolean {
  return [...signs].some((sign) => text.includes(sign))
}

function hasOpening(text: string, closing: string): boolean {
  return Object.entries(pairs).some(([open, close]) => close.includes(closing) && text.includes(open))
}
