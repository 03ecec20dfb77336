import { grouped } from '#features/freight/rule-texts.ts'

/** The frame of a curve, in px: the picture's size and the edges of the field within. */
export type Frame = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** A frame of the available width: lower, with shorter texts beside it, where that is narrow. */
export function frameFor(width: number): Frame {
  const isNarrow = width < 600
  const height = isNarrow ? 280 : 320
  const [left, right] = isNarrow ? [44, width - 8] : [60, width - 8]
  return { width, height, left, right, top: 34, bottom: height - 34 }
}

/** Approximate width of a character, as a fraction of the font size. */
export const letterWidth = 0.56

/** The frame with room for the labels of its prices. */
export function withRoomFor(frame: Frame, prices: Axis): Frame {
  const longest = Math.max(...prices.ticks.map(({ label = '' }) => label.length))
  return { ...frame, left: Math.max(frame.left, Math.ceil(longest * 12 * letterWidth) + 12) }
}

/** Labels and ticks of an axis: `at` in px, `size` of the tick, and an optional text. */
export type Tick = { at: number; isLong: boolean; label?: string }
export type Axis = { from: number; to: number; ticks: Tick[]; place: (value: number) => number }

/** What a curve has to show, in grams. */
type Weights = { counted: number; next?: number | undefined; end: number }

/**
 * The weights that are drawn: from 0 to two or three times the parcel's own, so that the next steps are
 * visible, but not far beyond the line's end; the next change of price is always included.
 */
export function weightAxis({ left, right }: Frame, { counted, next = 0, end }: Weights): Axis {
  const isNarrow = right - left < 500
  const wish = Math.max(counted * (isNarrow ? 1.9 : 2.7), 400)
  const target = Math.max(Math.min(wish, end * 1.1), next * 1.2, counted * 1.1)
  const step = roundStep(target, isNarrow ? 4 : 6)
  const half = step / 2
  const to = Math.ceil(target / half) * half
  const place = (grams: number) => left + ((right - left) * grams) / to
  const tenth = place(step / 10) - left < 5 ? step / 5 : step / 10
  const ticks: Tick[] = []
  for (let count = 0; count * tenth <= to; count += 1) {
    const grams = count * tenth
    const isLong = grams % half === 0
    ticks.push({
      at: place(grams),
      isLong,
      ...(grams % step === 0 && { label: weightLabel(grams, step) }),
    })
  }
  return { from: 0, to, ticks, place }
}

function weightLabel(grams: number, step: number): string {
  if (grams === 0) return '0'
  return step % 1000 === 0 || grams % 1000 === 0 ? `${grouped(grams / 1000)} kg` : `${grouped(grams)} g`
}

/** The prices that are drawn, a line at each half of a round step, with a label at each whole one. */
export function priceAxis({ top, bottom }: Frame, least: number, most: number, sign: string): Axis {
  const step = roundStep(Math.max(most - least, most * 0.02, 0.01), 4)
  const half = step / 2
  const from = Math.max(0, Math.floor(least / half - 0.001) * half)
  const to = Math.max(Math.ceil(most / half + 0.001) * half, from + step)
  const place = (amount: number) => bottom - ((bottom - top) * (amount - from)) / (to - from)
  const ticks: Tick[] = []
  const count = Math.round((to - from) / half)
  for (let index = 0; index <= count; index += 1) {
    const amount = from + index * half
    const isWhole = Math.abs(amount / step - Math.round(amount / step)) < 0.001
    ticks.push({ at: place(amount), isLong: isWhole, ...(isWhole && { label: amountLabel(amount, step) }) })
  }
  const highest = ticks.findLast(({ label }) => label !== undefined)
  if (highest) highest.label = sign + highest.label
  return { from, to, ticks, place }
}

function amountLabel(amount: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  return grouped(Number(amount.toFixed(decimals)))
}

/** 1, 2 or 5 times a power of ten: the smallest that fits into a span at most so many times. */
function roundStep(span: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10(span / most))
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => span / step <= most) ?? power * 10
}
