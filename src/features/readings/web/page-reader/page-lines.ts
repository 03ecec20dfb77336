import { measureText } from './dom-access.ts'
import type { PageNode, PageText, WalkedPage } from './walk-page.ts'

/** What stands in one line of the page, as far as it can be seen. */
export type PageLine = {
  readonly text: string
  readonly parts: readonly LinePart[]
  /** Its place in the list of lines. */
  readonly index: number
}
export type LinePart = { readonly start: number; readonly end: number; readonly owner: PageNode }

/** `券后¥148`: where a blank makes a sign of money begin a word. */
const signInWord = /(?<=[\p{L}\d)）])(?<!CN)(?=[¥￥])/gu

/** The visible lines of the page, in order. Blanks are collapsed. */
export function listLines({ texts }: WalkedPage): PageLine[] {
  const lines: PageLine[] = []
  let current: PageText[] = []
  for (const text of texts) {
    if (text.line === undefined) continue
    if (current[0] && current[0].line !== text.line) {
      lines.push(joinLine(current, lines.length))
      current = []
    }
    current.push(text)
  }
  if (current.length > 0) lines.push(joinLine(current, lines.length))
  return lines
}

/** The node of a line at a position of its text. */
export function findOwner(line: PageLine, position: number): PageNode | undefined {
  return line.parts.findLast(({ start }) => start <= position)?.owner
}

function joinLine(texts: readonly PageText[], index: number): PageLine {
  let text = ''
  let previous: PageText | undefined
  const parts: LinePart[] = []
  for (const part of texts) {
    const piece = part.text.replaceAll(/\s+/g, ' ').replaceAll(signInWord, ' ')
    const gap = previous && needsGap(text, piece, previous, part) ? ' ' : ''
    const start = text.length + gap.length
    text = (text + gap + piece).replace(/ {2,}/g, ' ')
    parts.push({ start: Math.min(start, text.length), end: text.length, owner: part.owner })
    previous = part
  }
  return { text, parts, index }
}

/** The pieces of one number are written together; two numbers beside each other are not. */
function needsGap(before: string, after: string, previous: PageText, next: PageText): boolean {
  const isDecimals = /\d$/.test(before) && /^[.,]\d/.test(after)
  const isSign = /[¥￥$€£.]\s?$/.test(before) && /^\s?\d/.test(after)
  if (/[\p{L}\d)）]$/u.test(before) && /^\s?[¥￥$€£]/.test(after)) return true
  if (next.gap === ' ') return !(isDecimals || isSign)
  return /\d$/.test(before) && /^\d/.test(after) && areApart(previous, next)
}

function areApart(previous: PageText, next: PageText): boolean {
  const [left, right] = [measureText(previous.node), measureText(next.node)]
  return right.left - left.right > 0.25 * next.owner.fontSize || right.top > left.bottom
}
