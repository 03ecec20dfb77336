import glyphs from './glyphs.json' with { type: 'json' }

/** The card's three styles of letters; `scripts/generate/card-glyphs.py` makes them from the site's typeface. */
export type Face = keyof typeof glyphs
/** `size` in px, `tracking` in ems. */
export type TextStyle = { face: Face; size: number; tracking?: number; fill: string }

type Glyph = { width: number; outline: string }
/** Units of the outlines in an em. */
const unitsPerEm = 1000

const faces = new Map(
  Object.entries(glyphs).map(([face, { letters, widths, outlines, kerning }]) => {
    const glyphs = new Map<string, Glyph>()
    for (const [at, letter] of [...letters].entries()) {
      glyphs.set(letter, { width: widths[at] ?? 0, outline: outlines[at] ?? '' })
    }
    const pairs = new Map(kerning.map((pair) => [pair.slice(0, 2), Number(pair.slice(2))]))
    return [face, { glyphs, pairs }]
  }),
)

/**
 * The text without letters that the font does not have; undefined when too many are missing (Chinese, Arabic, emoji)
 * and the rest would be misleading.
 */
export function toDrawable(text: string): string | undefined {
  const glyphs = faces.get('regular')?.glyphs
  const normalizedText = text.normalize('NFKC').replaceAll(/\s+/g, ' ')
  const drawableText = [...normalizedText].filter((letter) => glyphs?.has(letter)).join('')
  const remaining = drawableText
    .replaceAll(/\(\s*\)|\[\s*\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const share = countWordLetters(remaining) / Math.max(1, countWordLetters(normalizedText))
  return countWordLetters(remaining) > 0 && share >= 0.7 ? remaining : undefined
}

function countWordLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** The text's width in px. */
export function measureText(text: string, style: TextStyle): number {
  return placeGlyphs(text, style).width
}

/** The text as outlines, its first letter at `x` on the base line `y`. */
export function drawText(text: string, style: TextStyle, x: number, y: number): string {
  const scale = style.size / unitsPerEm
  const outlines = placeGlyphs(text, style).glyphs.map(
    ({ at, outline }) => outline && `<path transform="translate(${at})" d="${outline}"/>`,
  )
  const transform = `translate(${round(x)} ${round(y)}) scale(${scale} ${-scale})`
  return `<g fill="${style.fill}" transform="${transform}">${outlines.join('')}</g>`
}

/** The same, ending at `x`. */
export function drawTextTo(text: string, style: TextStyle, x: number, y: number): string {
  return drawText(text, style, x - measureText(text, style), y)
}

/** Lines of similar length, at most `width` long; the last ends in an ellipsis when text is cut. */
export function wrapText(text: string, style: TextStyle, width: number, maxLines: number): string[] {
  const full = breakLines(text, style, width)
  if (full.length > maxLines) {
    const last = fitStart(full.slice(maxLines - 1).join(' '), style, width)
    return [...full.slice(0, maxLines - 1), last]
  }
  for (let narrower = width - 8; narrower > width / 2; narrower -= 8) {
    const lines = breakLines(text, style, narrower)
    if (lines.length > full.length || lines.some((line) => measureText(line, style) > narrower)) break
    full.splice(0, full.length, ...lines)
  }
  return full
}

/** The start of the text that fits, with an ellipsis when it is cut. */
export function fitStart(text: string, style: TextStyle, width: number): string {
  if (measureText(text, style) <= width) return text
  let remaining = text
  while (remaining && measureText(`${remaining}…`, style) > width)
    remaining = remaining.slice(0, -1).trimEnd()
  return `${remaining}…`
}

/** The end of the text that fits, with an ellipsis when it is cut. */
export function fitEnd(text: string, style: TextStyle, width: number): string {
  if (measureText(text, style) <= width) return text
  let remaining = text
  while (remaining && measureText(`…${remaining}`, style) > width) remaining = remaining.slice(1)
  return `…${remaining}`
}

/** Longer texts are cut before they are measured. */
const maxLength = 400

function breakLines(text: string, style: TextStyle, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.slice(0, maxLength).split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (measureText(longer, style) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = word
    while (measureText(line, style) > width) {
      const part = takeStart(line, style, width)
      lines.push(part)
      line = line.slice(part.length)
    }
  }
  return line ? [...lines, line] : lines
}

/** At least one letter, so that a narrow line ends. */
function takeStart(word: string, style: TextStyle, width: number): string {
  let end = word.length - 1
  while (end > 1 && measureText(word.slice(0, end), style) > width) end -= 1
  return word.slice(0, Math.max(1, end))
}

function placeGlyphs(text: string, { face, size, tracking = 0 }: TextStyle) {
  const { glyphs, pairs } = faces.get(face) ?? { glyphs: new Map<string, Glyph>(), pairs: new Map() }
  let at = 0
  let before = ''
  const placed: { at: number; outline: string }[] = []
  for (const letter of text) {
    const glyph = glyphs.get(letter)
    if (!glyph) continue
    at += pairs.get(before + letter) ?? 0
    placed.push({ at: Math.round(at), outline: glyph.outline })
    at += glyph.width + tracking * unitsPerEm
    before = letter
  }
  return { glyphs: placed, width: (at * size) / unitsPerEm }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
