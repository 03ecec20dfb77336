import { formatItemNumber, marketplaceLabels } from '#shared/marketplaces.ts'
import type { CardFacts } from '../card-facts.ts'
import { cardText } from '../texts-and-limits.ts'
import { type CardLayout, cardColors as colors } from './card-layout.ts'
import {
  drawText,
  drawTextTo,
  fitStart,
  measureText,
  type TextStyle,
  toDrawable,
  wrapText,
} from './typeset.ts'

/** How far below a line's top the base line is, in parts of line and letter. */
const baseline = (line: number, size: number) => line / 2 + size * 0.345
const teeth = { width: 20, height: 10 }

/** The slip of paper: title, facts, the finding and the price. */
export function drawPaper(facts: CardFacts, layout: CardLayout): string {
  const { paper, kind, title, row, price } = layout
  const left = paper.x + paper.pad.side
  const right = paper.x + paper.width - paper.pad.side
  let y = paper.y + paper.pad.top
  const svgParts = [drawSheet(layout)]

  const kindStyle: TextStyle = { face: 'medium', size: kind.size, fill: colors.inkMuted }
  const label = `${cardText.kind} · ${marketplaceLabels[facts.item.shopType]}`
  svgParts.push(drawText(label, kindStyle, left, y + baseline(kind.line, kind.size)))
  y += kind.line + 4

  const titleStyle: TextStyle = { face: 'bold', size: title.size, tracking: -0.014, fill: colors.ink }
  for (const line of wrapText(getDrawnTitle(facts), titleStyle, right - left, title.maxLines)) {
    svgParts.push(drawText(line, titleStyle, left, y + baseline(title.line, title.size)))
    y += title.line
  }
  y += 14
  svgParts.push(drawRule(left, right, y))

  const rows = facts.rows.flatMap(({ label, value }) => {
    const drawn = toDrawable(value)
    return drawn ? [{ label, value: drawn }] : []
  })
  if (rows.length > 0) y += 10
  for (const { label, value } of rows) {
    svgParts.push(drawRow(label, value, { left, right, y: y + baseline(row.line, row.size), size: row.size }))
    y += row.line
  }
  if (rows.length > 0) {
    y += 10
    svgParts.push(drawRule(left, right, y))
  }

  const priceTop = paper.y + paper.height - paper.pad.bottom - price.line
  svgParts.push(drawFinding(facts, layout, { left, right, from: y, to: priceTop - 14 }))
  svgParts.push(drawRule(left, right, priceTop - 12))
  svgParts.push(drawPrice(facts, layout, { left, right, top: priceTop }))
  return svgParts.join('')
}

/** The title, or marketplace and number when the title has letters that our font does not have. */
function getDrawnTitle({ title, item }: CardFacts): string {
  return toDrawable(title) ?? formatItemNumber(item)
}

function drawSheet({ paper: { x, y, width, height } }: CardLayout): string {
  const count = Math.round(width / teeth.width)
  const step = width / count
  const edge = Array.from(
    { length: count },
    () => `l${-step / 2} ${teeth.height}l${-step / 2} ${-teeth.height}`,
  )
  const sheet = `M${x} ${y}h${width}v${height - teeth.height}${edge.join('')}z`
  const shadows = [10, 7, 4].map((by) => `<path transform="translate(0 ${by})" opacity=".1" d="${sheet}"/>`)
  return `${shadows.join('')}<path fill="${colors.paper}" d="${sheet}"/>`
}

function drawRule(left: number, right: number, y: number): string {
  return `<path stroke="${colors.paperLine}" stroke-width="2" stroke-dasharray="6 4" d="M${left} ${y}H${right}"/>`
}

type RowPlace = { left: number; right: number; y: number; size: number }

function drawRow(label: string, value: string, { left, right, y, size }: RowPlace): string {
  const labelStyle: TextStyle = { face: 'regular', size, fill: colors.inkMuted }
  const valueStyle: TextStyle = { face: 'medium', size, fill: colors.ink }
  const labelEnd = left + measureText(label, labelStyle) + 10
  const fittedText = fitStart(value, valueStyle, right - labelEnd - 20)
  const valueStart = right - measureText(fittedText, valueStyle) - 10
  return [
    drawText(label, labelStyle, left, y),
    `<path stroke="${colors.paperLine}" stroke-width="2" stroke-dasharray="2 2" d="M${labelEnd} ${y - 3}H${valueStart}"/>`,
    drawTextTo(fittedText, valueStyle, right, y),
  ].join('')
}

type Band = { left: number; right: number; from: number; to: number }

/** The finding, centered in the free space; without photos, a text about photos. */
function drawFinding(
  facts: CardFacts,
  { finding: sizes }: CardLayout,
  { left, right, from, to }: Band,
): string {
  const { label, text, isMuted } = getFinding(facts)
  const labelStyle: TextStyle = { face: 'bold', size: sizes.labelSize, fill: colors.inkAccent }
  const fill = isMuted ? colors.inkMuted : colors.ink
  const style: TextStyle = { face: 'medium', size: sizes.size, fill }
  const room = to - from - 20 - (label ? sizes.labelLine : 0)
  const maxLines = Math.max(1, Math.min(sizes.maxLines, Math.floor(room / sizes.line)))
  const lines = wrapText(text, style, right - left, maxLines)
  const height = (label ? sizes.labelLine : 0) + lines.length * sizes.line
  let y = from + (to - from - height) / 2
  const svgParts: string[] = []
  if (label) {
    svgParts.push(drawText(label, labelStyle, left, y + baseline(sizes.labelLine, sizes.labelSize)))
    y += sizes.labelLine
  }
  for (const line of lines) {
    svgParts.push(drawText(line, style, left, y + baseline(sizes.line, sizes.size)))
    y += sizes.line
  }
  return svgParts.join('')
}

function getFinding({ finding, photoCount }: CardFacts): { label?: string; text: string; isMuted?: boolean } {
  if (photoCount === 0) return { text: `${cardText.noPhotos} ${cardText.noPhotosHint}`, isMuted: true }
  const drawn = finding && toDrawable(finding)
  return drawn ? { label: cardText.finding, text: drawn } : { text: cardText.noFinding, isMuted: true }
}

function drawPrice(
  facts: CardFacts,
  { price: sizes }: CardLayout,
  { left, right, top }: { left: number; right: number; top: number },
): string {
  const labelStyle: TextStyle = { face: 'regular', size: sizes.labelSize, fill: colors.inkMuted }
  const style: TextStyle = { face: 'bold', size: sizes.size, tracking: -0.015, fill: colors.ink }
  const base = top + baseline(sizes.line, sizes.size)
  const label = drawText(cardText.price, labelStyle, left, base)
  const drawn = facts.price && toDrawable(facts.price)
  return (
    label +
    (drawn ? drawTextTo(drawn, style, right, base) : drawTextTo(cardText.noPrice, labelStyle, right, base))
  )
}
